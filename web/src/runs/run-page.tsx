import { useMemo, useState } from 'react';
import type { TraceRecord } from '../api/answers.ts';
import { getAll } from '../api/client.ts';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { useResource } from '../api/use-resource.ts';
import { Link } from '../app/link.tsx';
import { to, useParam } from '../app/router.ts';
import { Badge } from '../ui/badge.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Approval } from './approval.tsx';
import { cancelRun, startRun, useLiveRun } from './live-runs.ts';
import { Records } from './records.tsx';
import { Replay } from './replay.tsx';
import { pendingPlan, type Run, runOf, withRecords } from './run.ts';
import { momentInWords, statusOf, timeInWords } from './status.ts';
import { StepCard } from './step-card.tsx';

/** A run: live as it happens, or as its trace tells it. */
export function RunPage({ trace }: { trace: string }) {
  const live = useLiveRun(trace);
  const observed = live?.run.steps.reduce((sum, { calls }) => sum + calls.filter(isToldByRecord).length, 0) ?? 0;
  const path = `/traces/${encodeURIComponent(trace)}`;
  const key = `${path} ${observed} ${live?.isRunning ?? false}`;
  const recorded = useResource(key, (signal) => getAll<TraceRecord>(path, signal), { keep: true });
  const records = recorded.value;
  const run = useMemo(() => {
    const told = records && runOf(records);
    return live === undefined ? told : withRecords(live.run, told);
  }, [live, records]);
  if (run !== undefined) {
    const started = records?.[0];
    return (
      <Shown
        run={run}
        isRunning={live?.isRunning ?? false}
        problem={live?.problem}
        started={started}
        onChange={recorded.reload}
      />
    );
  }
  if (recorded.problem !== undefined) return <ErrorBox problem={recorded.problem} onRetry={recorded.reload} />;
  if (records === undefined) return <Skeleton lines={8} label="Loading the run" />;
  return <Records records={records} />;
}

/** Calls whose requests the records tell of. */
function isToldByRecord({ tool, observation }: Run['steps'][number]['calls'][number]): boolean {
  return observation !== undefined && !['search', 'describe', 'find_value'].includes(tool);
}

function Shown({
  run,
  isRunning,
  problem,
  started,
  onChange,
}: {
  run: Run;
  isRunning: boolean;
  problem: ApiProblem | undefined;
  started: TraceRecord | undefined;
  onChange: () => void;
}) {
  const { outcome, steps, task, traceId } = run;
  const [at, setAt] = useParam('at');
  const [failure, setFailure] = useState<ApiProblem>();
  const status = statusOf(run, isRunning);
  const plan = pendingPlan(run);
  const isReplayed = at !== '' && !isRunning;
  const position = Math.min(Math.max(1, Number.parseInt(at, 10) || 1), Math.max(1, steps.length));
  const shown = isReplayed ? steps.slice(0, position) : steps;
  const resume = () =>
    startRun({ resume: traceId }).then(
      () => setFailure(undefined),
      (error: unknown) => setFailure(asProblem(error)),
    );
  return (
    <>
      <p className="crumbs">
        <Link href={to.runs()}>Runs</Link>
      </p>
      <div className="heading">
        <h1 className="task">{task}</h1>
      </div>
      <p className="facts">
        <span role="status">
          <Badge tone={status.tone}>{status.words}</Badge>
        </span>
        <Facts run={run} started={started} />
      </p>
      <div className="actions run-actions">
        {isRunning && (
          <button type="button" className="danger" onClick={() => cancelRun(traceId)}>
            Cancel
          </button>
        )}
        {!isRunning && outcome?.status !== 'finished' && (
          <button type="button" onClick={resume}>
            Resume
          </button>
        )}
        {!isRunning && steps.length > 0 && (
          <button type="button" aria-pressed={isReplayed} onClick={() => setAt(isReplayed ? '' : '1')}>
            {isReplayed ? 'End the replay' : 'Replay'}
          </button>
        )}
        {!isRunning && <Link href={to.runs({ task })}>Run the task again</Link>}
      </div>
      {problem !== undefined && <ErrorBox problem={problem} />}
      {failure !== undefined && <ErrorBox problem={failure} />}
      {plan !== undefined && <Approval key={plan} plan={plan} isRunning={isRunning} onDecided={onChange} />}
      {outcome !== undefined && !isReplayed && <Ending outcome={outcome} />}
      {isReplayed && (
        <Replay position={position} steps={steps} onMove={(next) => setAt(String(next), { replace: true })} />
      )}
      <h2>Steps</h2>
      {steps.length === 0 && <p className="quiet">Nothing was done yet.</p>}
      <ol className="steps">
        {shown.map((step) => (
          <StepCard
            key={`${step.number} ${isReplayed && step.number === position}`}
            step={step}
            isRunning={isRunning && step === steps.at(-1)}
            isOpen={isReplayed ? step.number === position : undefined}
          />
        ))}
      </ol>
      {isRunning && plan === undefined && <p className="working">Working …</p>}
    </>
  );
}

function Facts({ run, started }: { run: Run; started: TraceRecord | undefined }) {
  const tokens = run.outcome?.usage ?? undefined;
  const total = tokens === undefined ? 0 : tokens.inputTokens + tokens.outputTokens;
  const time = run.steps.reduce(
    (sum, { calls, thoughtMs = 0 }) =>
      sum + thoughtMs + calls.reduce((most, { observation }) => Math.max(most, observation?.durationMs ?? 0), 0),
    0,
  );
  const facts = [
    run.driver,
    ...(started === undefined ? [] : [started.actor, momentInWords(started.at)]),
    `${run.steps.length} ${run.steps.length === 1 ? 'step' : 'steps'}`,
    timeInWords(time),
    ...(total > 0 ? [`${total.toLocaleString()} tokens`] : []),
    ...(run.outcome?.cost === undefined ? [] : [`$${run.outcome.cost.toFixed(4)}`]),
  ];
  return <span className="quiet">{facts.join(' · ')}</span>;
}

function Ending({ outcome }: { outcome: NonNullable<Run['outcome']> }) {
  const { status, answer, stop, error, open } = outcome;
  return (
    <section className={`card ending ${status}`} aria-labelledby="ending-title">
      <h2 id="ending-title">{status === 'finished' ? 'Answer' : `The run was ${status}`}</h2>
      {answer !== '' && <p className="answer">{answer}</p>}
      {stop !== undefined && (
        <p>{typeof stop === 'object' && 'message' in stop ? String(stop.message) : JSON.stringify(stop)}</p>
      )}
      {error !== undefined && (
        <p>
          {error.message} <code>{error.code}</code>
        </p>
      )}
      {open.length > 0 && <p className="note">Begun and not settled: {open.join(', ')}</p>}
    </section>
  );
}
