import { Badge } from '../ui/badge.tsx';
import { Empty } from '../ui/empty.tsx';
import type { Jobs } from './use-jobs.ts';

interface ClassAudit {
  readonly source: number;
  readonly graph: number;
  readonly coverage: number;
  readonly exactness: number;
}

/** What the latest audit says: how much of each class of element the graph has, counted by other means. */
export function Coverage({ jobs: { list, running } }: { jobs: Jobs }) {
  const audit = list.find(({ kind, state }) => kind === 'audit' && state === 'done');
  if (audit === undefined)
    return (
      <Empty title="Nothing was audited since the server started">
        <p>
          An audit counts the sources again by other means and compares: what share of each class of element is in the
          graph, and what share of the graph is in the sources.
          {running?.kind === 'audit' ? ' One is under way.' : ' "Audit it" begins one.'}
        </p>
      </Empty>
    );
  const classes = Object.entries(classesIn(audit.result));
  return (
    <>
      <p>
        Audited {new Date(audit.endedAt ?? audit.startedAt).toLocaleString()}.{' '}
        {classes.every(([, { coverage, exactness }]) => coverage === 1 && exactness === 1) ? (
          <Badge tone="good">everything is in the graph, and nothing else</Badge>
        ) : (
          <Badge tone="bad">sources and graph differ</Badge>
        )}
      </p>
      <div className="scroll">
        <table className="coverage">
          <caption className="unseen">Coverage by class of element</caption>
          <thead>
            <tr>
              <th scope="col">Class</th>
              <th scope="col">In the sources</th>
              <th scope="col">In the graph</th>
              <th scope="col">Coverage</th>
              <th scope="col">Exactness</th>
            </tr>
          </thead>
          <tbody>
            {classes
              .filter(([, { source, graph }]) => source + graph > 0)
              .map(([name, { source, graph, coverage, exactness }]) => (
                <tr key={name}>
                  <th scope="row">{name.replace(/([A-Z][a-z]|V\d)/g, ' $1').toLowerCase()}</th>
                  <td>{source.toLocaleString('en')}</td>
                  <td>{graph.toLocaleString('en')}</td>
                  <Share value={coverage} />
                  <Share value={exactness} />
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Share({ value }: { value: number }) {
  return (
    <td>
      <span aria-hidden="true" className={`rail ${value < 1 ? 'against' : ''}`}>
        <span className="fill" style={{ width: `${value * 100}%` }} />
      </span>
      {value.toFixed(3)}
    </td>
  );
}

function classesIn(result: unknown): Readonly<Record<string, ClassAudit>> {
  if (typeof result !== 'object' || result === null || !('classes' in result)) return {};
  return result.classes as Readonly<Record<string, ClassAudit>>;
}
