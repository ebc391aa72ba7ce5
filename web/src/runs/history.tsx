import { useState } from 'react';
import type { TraceSummary } from '../api/answers.ts';
import { getJson } from '../api/client.ts';
import { useResource } from '../api/use-resource.ts';
import { Link } from '../app/link.tsx';
import { to, useParam } from '../app/router.ts';
import { Badge } from '../ui/badge.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Outcome } from './run.ts';
import { momentInWords, statusOfEnd } from './status.ts';

interface Page {
  readonly items: readonly TraceSummary[];
  readonly next?: string;
}

const pageSize = 30;

/** What was done before, the latest first, page by page. */
export function History() {
  const [kind, setKind] = useParam('show', 'runs');
  const [pages, setPages] = useState(1);
  const { value, problem, isLoading, reload } = useResource(`traces ${pages}`, (signal) => loadPages(pages, signal), {
    keep: true,
  });
  if (problem !== undefined) return <ErrorBox problem={problem} onRetry={reload} />;
  if (value === undefined) return <Skeleton lines={6} label="Loading the history" />;
  const shown = value.items.filter(({ first }) => kind === 'all' || first.kind === 'task');
  return (
    <section aria-labelledby="history-title">
      <div className="heading">
        <h2 id="history-title">History</h2>
        <label className="inline">
          Show
          <select value={kind} onChange={({ target }) => setKind(target.value)}>
            <option value="runs">runs of agents</option>
            <option value="all">every trace</option>
          </select>
        </label>
        <button type="button" onClick={reload} disabled={isLoading}>
          Reload
        </button>
      </div>
      {shown.length === 0 && (
        <Empty title={kind === 'all' ? 'Nothing was done yet' : 'No runs yet'}>
          <p>Start a task above; every step of it will stand here, and can be looked at and replayed later.</p>
        </Empty>
      )}
      <ul className="plain history">
        {shown.map((trace) => (
          <Row key={trace.traceId} trace={trace} />
        ))}
      </ul>
      {value.next !== undefined && (
        <button type="button" onClick={() => setPages(pages + 1)} disabled={isLoading}>
          {isLoading ? 'Loading …' : 'Show more'}
        </button>
      )}
    </section>
  );
}

function Row({ trace: { traceId, first, last, records } }: { trace: TraceSummary }) {
  const call = (first.call ?? {}) as { task?: unknown };
  const end = last.kind === 'answer' ? (last.call as Outcome | undefined) : undefined;
  const target = [first.service, first.entitySet].filter(Boolean).join('/');
  const title = typeof call.task === 'string' ? call.task : `${first.operation ?? first.kind} ${target}`;
  const status =
    first.kind === 'task' ? statusOfEnd(end) : { words: last.outcome ?? last.kind, tone: 'neutral' as const };
  return (
    <li>
      <Badge tone={status.tone}>{status.words}</Badge>
      <Link href={to.run(traceId)}>{title}</Link>
      <span className="quiet">
        {momentInWords(first.at)} · {first.actor} · {records} {records === 1 ? 'record' : 'records'}
      </span>
    </li>
  );
}

async function loadPages(pages: number, signal: AbortSignal): Promise<Page> {
  const items: TraceSummary[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page++) {
    const next: Page = await getJson('/traces', { limit: pageSize, cursor }, signal);
    items.push(...next.items);
    cursor = next.next;
    if (cursor === undefined) break;
  }
  return { items, ...(cursor !== undefined && { next: cursor }) };
}
