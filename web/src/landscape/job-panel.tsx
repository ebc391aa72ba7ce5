import type { Job } from '../api/answers.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import type { Jobs } from './use-jobs.ts';

const tones: Readonly<Record<Job['state'], Tone>> = {
  running: 'accent',
  done: 'good',
  failed: 'bad',
  cancelled: 'warn',
};
const names: Readonly<Record<Job['kind'], string>> = { index: 'Reading', audit: 'Audit' };

/** Begins reading and auditing, tells how the running job goes and how the last one ended. */
export function JobPanel({ jobs: { list, running, problem, start, cancel } }: { jobs: Jobs }) {
  const last = running ?? list[0];
  return (
    <section className="jobs" aria-label="Jobs">
      <div className="actions">
        <button type="button" className="primary" disabled={running !== undefined} onClick={() => start('index')}>
          Read the landscape again
        </button>
        <button type="button" disabled={running !== undefined} onClick={() => start('audit')}>
          Audit it
        </button>
        {running !== undefined && (
          <button type="button" className="danger" onClick={() => cancel(running.id)}>
            Stop
          </button>
        )}
      </div>
      <div role="status">
        {last !== undefined && (
          <p className="job">
            <Badge tone={tones[last.state]}>{last.state}</Badge> {names[last.kind]} by {last.by}
            {last.state === 'running' && `: ${last.progress}`}
            {last.endedAt !== undefined && `, ended ${new Date(last.endedAt).toLocaleTimeString()}`}
            {last.error !== undefined && `: ${last.error.message}`}
          </p>
        )}
      </div>
      {running !== undefined && <Progress text={running.progress} />}
      {problem !== undefined && <ErrorBox problem={problem} />}
    </section>
  );
}

/** How far a job is, where its words say "3 of 21". */
function Progress({ text }: { text: string }) {
  const [, done, total] = /(\d+) of (\d+)/.exec(text) ?? [];
  if (done === undefined || total === undefined) return <progress aria-label="Progress" />;
  return <progress aria-label="Progress" value={Number(done)} max={Number(total)} />;
}
