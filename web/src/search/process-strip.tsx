import type { Process, SearchHit } from '../api/answers.ts';
import { Link } from '../app/link.tsx';
import { to } from '../app/router.ts';
import { type Step, stepsAround, workInOrder } from './process-order.ts';

const mostSteps = 7;

/** The process of a hit as a strip of its steps by name, the hit's own one marked. */
export function ProcessStrip({ hit, process }: { hit: SearchHit; process: Process }) {
  const isOwn = ({ id }: Step) => id === hit.activity || id === `${process.id}/${hit.activity}`;
  const calls = ({ invokes }: Step) => invokes.some(({ id }) => id === hit.id);
  const { before, shown, after } = stepsAround(workInOrder(process), isOwn, mostSteps);
  return (
    <div className="strip">
      <Link className="strip-name" href={to.process(process.id)}>
        {process.name ?? process.id}
      </Link>
      <ol>
        {before > 0 && <li className="more">{before} before</li>}
        {shown.map((step) => (
          <li key={step.id} className={isOwn(step) ? 'own' : calls(step) ? 'same' : ''}>
            {step.name ?? step.id}
            {isOwn(step) && <span className="unseen"> (this hit)</span>}
          </li>
        ))}
        {after > 0 && <li className="more">{after} more</li>}
      </ol>
    </div>
  );
}
