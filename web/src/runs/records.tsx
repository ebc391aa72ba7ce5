import type { TraceRecord } from '../api/answers.ts';
import { Link } from '../app/link.tsx';
import { to } from '../app/router.ts';
import { Badge } from '../ui/badge.tsx';
import { Findings } from './findings.tsx';
import { Requests } from './requests.tsx';
import { momentInWords, timeInWords } from './status.ts';

/** A trace that is no run of an agent: its records one after the other. */
export function Records({ records }: { records: readonly TraceRecord[] }) {
  return (
    <>
      <p className="crumbs">
        <Link href={to.runs({ show: 'all' })}>Runs</Link>
      </p>
      <h1>Trace</h1>
      <ol className="steps">
        {records.map((record) => (
          <li key={record.id} className="card step-card">
            <h2>
              <Badge>{record.kind}</Badge> {record.operation}{' '}
              {[record.service, record.entitySet].filter(Boolean).join('/')}
            </h2>
            <p className="quiet">
              {momentInWords(record.at)} · {record.actor} · {timeInWords(record.durationMs)}
              {record.status !== undefined && ` · ${record.status}`}
              {record.outcome !== undefined && ` · ${record.outcome}`}
            </p>
            <Findings findings={record.findings} />
            <Requests requests={record.requests} label="Request" />
          </li>
        ))}
      </ol>
    </>
  );
}
