import { Link } from '../app/link.tsx';
import { to } from '../app/router.ts';
import { Badge } from '../ui/badge.tsx';
import { bindingOf, elementOf, nameOf, type Step, type Steps, typeInWords } from './steps.ts';

/** All steps as a list: the diagram in words, with the same actions. */
export function StepTable({
  steps,
  chosen,
  onChoose,
}: {
  steps: Steps;
  chosen: string;
  onChoose: (element: string) => void;
}) {
  const { process } = steps;
  return (
    <section aria-labelledby="steps-title">
      <h2 id="steps-title">Steps</h2>
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Kind</th>
              <th scope="col">Lane</th>
              <th scope="col">What it calls</th>
            </tr>
          </thead>
          <tbody>
            {process.activities.map((step) => {
              const element = elementOf(process, step.id);
              return (
                <tr key={step.id} className={element === chosen ? 'chosen' : undefined}>
                  <th scope="row">
                    <button
                      type="button"
                      className="link"
                      aria-pressed={element === chosen}
                      onClick={() => onChoose(element)}
                    >
                      {nameOf(step, process)}
                    </button>
                  </th>
                  <td>{typeInWords(step)}</td>
                  <td>{step.lane ?? ''}</td>
                  <td>
                    <Behind steps={steps} step={step} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Behind({ steps, step }: { steps: Steps; step: Step }) {
  const binding = bindingOf(steps, step);
  if (binding === 'none') return null;
  if (binding === 'bound')
    return step.invokes.map(({ id, operation }) => (
      <span key={`${operation} ${id}`} className="behind">
        <Badge tone="accent">{operation}</Badge> <Link href={to.set(id)}>{id}</Link>
      </span>
    ));
  const [best] = steps.proposals.get(elementOf(steps.process, step.id))?.candidates ?? [];
  return (
    <span className="quiet">
      <Badge tone="warn">open</Badge>
      {best !== undefined && ` perhaps ${best.operation} ${best.label} (${Math.round(best.confidence * 100)} %)`}
    </span>
  );
}
