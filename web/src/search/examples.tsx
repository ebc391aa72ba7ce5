import type { Process, ProcessSummary } from '../api/answers.ts';
import { getAll, getJson } from '../api/client.ts';
import { useResource } from '../api/use-resource.ts';
import { Link } from '../app/link.tsx';
import { to } from '../app/router.ts';
import { Empty } from '../ui/empty.tsx';
import { workInOrder } from './process-order.ts';

const mostProcesses = 4;
const stepsOfEach = 2;

/** What to ask where nothing was asked yet: steps of this landscape's own processes. */
export function Examples() {
  const { value = [] } = useResource('examples', async (signal) => {
    const processes = await getAll<ProcessSummary>('/processes', signal);
    const some = processes.filter(({ bound }) => bound > 0).slice(0, mostProcesses);
    return Promise.all(some.map(({ id }) => getJson<Process>(`/processes/${encodeURIComponent(id)}`, {}, signal)));
  });
  return (
    <Empty title="Say what is to be done, in your own words">
      <p>
        Groundrail finds the EntitySets and operations that do it, and those that the process needs before and after.
        Each hit says why it was found.
      </p>
      {value.length > 0 && <p>For instance a step of one of the processes:</p>}
      <ul className="examples">
        {value.map((process) => (
          <li key={process.id}>
            <span className="quiet">{process.name ?? process.id}</span>
            {workInOrder(process)
              .filter(({ invokes, name }) => invokes.length > 0 && name !== undefined)
              .slice(0, stepsOfEach)
              .map(({ id, name }) => (
                <Link key={id} href={to.search({ query: name ?? '' })}>
                  {name}
                </Link>
              ))}
          </li>
        ))}
      </ul>
      <p className="quiet">
        <kbd>/</kbd> goes to the search field from anywhere, <kbd>↓</kbd> and <kbd>↑</kbd> through the hits,{' '}
        <kbd>Enter</kbd> opens one.
      </p>
    </Empty>
  );
}
