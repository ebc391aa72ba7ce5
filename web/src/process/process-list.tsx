import type { ProcessSummary } from '../api/answers.ts';
import { getAll } from '../api/client.ts';
import { useResource } from '../api/use-resource.ts';
import { Link } from '../app/link.tsx';
import { to, useParam } from '../app/router.ts';
import { Empty } from '../ui/empty.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Every process by name, with how many of its steps call something. */
export function ProcessList() {
  const { value, problem, reload } = useResource('processes', (signal) => getAll<ProcessSummary>('/processes', signal));
  const [find, setFind] = useParam('find');
  if (problem !== undefined) return <ErrorBox problem={problem} onRetry={reload} />;
  if (value === undefined) return <Skeleton lines={5} label="Loading the processes" />;
  if (value.length === 0)
    return (
      <Empty title="No processes">
        <p>
          Name BPMN files under <code>processes:</code> in landscape.yaml and index again; then search knows what comes
          before and after.
        </p>
      </Empty>
    );
  const shown = value.filter(({ id, name = '' }) => `${id} ${name}`.toLowerCase().includes(find.toLowerCase()));
  return (
    <>
      <div className="heading">
        <h1>Processes</h1>
        <label className="inline">
          Find
          <input type="search" value={find} onChange={({ target }) => setFind(target.value, { replace: true })} />
        </label>
      </div>
      <p className="quiet" role="status">
        {shown.length} of {value.length} processes
      </p>
      <ul className="process-list">
        {shown.map((process) => (
          <Row key={process.id} process={process} />
        ))}
      </ul>
    </>
  );
}

function Row({ process: { id, name, file, activities, bound } }: { process: ProcessSummary }) {
  return (
    <li className="card">
      <h2>
        <Link href={to.process(id)}>{name ?? id}</Link>
      </h2>
      <p className="quiet">
        <code>{file ?? id}</code>
      </p>
      <p className="coverage">
        <meter min={0} max={Math.max(1, activities)} value={bound} aria-label="Steps that call something" />
        <span>
          {bound} of {activities} steps call something
        </span>
      </p>
    </li>
  );
}
