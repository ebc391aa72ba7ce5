import { Link } from '../app/link.tsx';
import { to } from '../app/router.ts';
import { Badge } from '../ui/badge.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { elementOf, nameOf, type Step, type Steps, typeInWords } from './steps.ts';

/** What stands behind the chosen step, what might, and which steps follow. */
export function StepPanel({
  steps,
  chosen,
  onChoose,
  isLoading,
}: {
  steps: Steps;
  chosen: string;
  onChoose: (element: string) => void;
  isLoading: boolean;
}) {
  const step = steps.byElement.get(chosen);
  return (
    <aside className="card step-panel" aria-label="Chosen step" aria-live="polite">
      {step === undefined ? (
        <>
          <h2>No step chosen</h2>
          <p className="quiet">Choose a step in the diagram or in the list to see what it calls.</p>
        </>
      ) : (
        <Chosen steps={steps} step={step} onChoose={onChoose} isLoading={isLoading} />
      )}
    </aside>
  );
}

function Chosen({
  steps,
  step,
  onChoose,
  isLoading,
}: {
  steps: Steps;
  step: Step;
  onChoose: (element: string) => void;
  isLoading: boolean;
}) {
  const { process } = steps;
  return (
    <>
      <h2>{nameOf(step, process)}</h2>
      <p className="quiet">
        {typeInWords(step)}
        {step.lane !== undefined && ` · lane ${step.lane}`}
      </p>
      {step.invokes.length > 0 ? (
        <>
          <h3>Calls</h3>
          <ul className="plain">
            {step.invokes.map(({ id, operation }) => (
              <li key={`${operation} ${id}`}>
                <Badge tone="accent">{operation}</Badge> <Link href={to.set(id)}>{id}</Link>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Proposals steps={steps} step={step} isLoading={isLoading} />
      )}
      <Following steps={steps} step={step} onChoose={onChoose} />
      <p>
        <Link href={to.graph({ kind: 'Activity', id: step.id })}>Show in the graph</Link>
      </p>
    </>
  );
}

function Proposals({ steps, step, isLoading }: { steps: Steps; step: Step; isLoading: boolean }) {
  const proposal = steps.proposals.get(elementOf(steps.process, step.id));
  if (isLoading) return <Skeleton lines={3} label="Looking for proposals" />;
  if (proposal === undefined) return <p>This step calls nothing.</p>;
  if (proposal.candidates.length === 0)
    return <p>It calls nothing yet, and search finds nothing that fits its words.</p>;
  return (
    <>
      <h3>Proposals</h3>
      <p className="quiet">
        It calls nothing yet. Search finds these for its words; <code>groundrail bind --write</code> keeps the first
        where it is likely enough.
      </p>
      <ol className="plain proposals">
        {proposal.candidates.map(({ service, entitySet, operation, label, confidence }) => {
          const target = `${service}/${entitySet ?? operation.replace(/^action:/, '')}`;
          return (
            <li key={`${operation} ${target}`}>
              <Badge>{operation}</Badge> <Link href={to.set(target)}>{label}</Link>
              <span className="quiet"> {target}</span>
              <span className="chance">
                <meter min={0} max={1} value={confidence} aria-label={`Confidence of ${label}`} />
                {Math.round(confidence * 100)} %
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Following({ steps, step, onChoose }: { steps: Steps; step: Step; onChoose: (element: string) => void }) {
  const { process, byElement } = steps;
  const before = process.flow.filter(({ to }) => to === step.id);
  const after = process.flow.filter(({ from }) => from === step.id);
  const list = (title: string, ends: { id: string; condition: string | undefined }[]) =>
    ends.length > 0 && (
      <>
        <h3>{title}</h3>
        <ul className="plain">
          {ends.map(({ id, condition }) => {
            const element = elementOf(process, id);
            const other = byElement.get(element);
            return (
              <li key={`${id} ${condition}`}>
                <button type="button" className="link" onClick={() => onChoose(element)}>
                  {other === undefined ? element : nameOf(other, process)}
                </button>
                {condition !== undefined && <span className="quiet"> if {condition}</span>}
              </li>
            );
          })}
        </ul>
      </>
    );
  return (
    <>
      {list(
        'Before it',
        before.map(({ from, condition }) => ({ id: from, condition })),
      )}
      {list(
        'After it',
        after.map(({ to, condition }) => ({ id: to, condition })),
      )}
    </>
  );
}
