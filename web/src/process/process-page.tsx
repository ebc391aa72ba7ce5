import { useMemo } from 'react';
import type { BindingProposal, Process } from '../api/answers.ts';
import { apiAddress, getAll, getJson, send } from '../api/client.ts';
import { useResource } from '../api/use-resource.ts';
import { Link } from '../app/link.tsx';
import { to, useParam } from '../app/router.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Diagram } from './diagram.tsx';
import { Messages } from './messages.tsx';
import { StepPanel } from './step-panel.tsx';
import { StepTable } from './step-table.tsx';
import { bindingOf, stepsOf } from './steps.ts';

const none: readonly BindingProposal[] = [];

/** A process: its diagram, its steps as a list, and what stands behind the chosen one. */
export function ProcessPage({ id }: { id: string }) {
  const path = `/processes/${encodeURIComponent(id)}`;
  const process = useResource(path, (signal) => getJson<Process>(path, {}, signal));
  const proposals = useResource(process.value && `${path}/proposals`, (signal) =>
    getAll<BindingProposal>(`${path}/proposals`, signal),
  );
  const xml = useResource(process.value && `${path}/diagram`, async (signal) =>
    (await send('GET', apiAddress(`${path}/diagram`), undefined, signal)).text(),
  );
  const [chosen, choose] = useParam('step');
  const { value } = process;
  const proposed = proposals.value ?? none;
  const steps = useMemo(() => value && stepsOf(value, proposed), [value, proposed]);
  if (process.problem !== undefined) return <ErrorBox problem={process.problem} onRetry={process.reload} />;
  if (steps === undefined) return <Skeleton lines={8} label="Loading the process" />;
  const { name, description, file, activities } = steps.process;
  const bound = activities.filter((step) => bindingOf(steps, step) === 'bound').length;
  return (
    <>
      <p className="crumbs">
        <Link href={to.processes()}>Processes</Link>
      </p>
      <div className="heading">
        <h1>{name ?? id}</h1>
        <Link href={to.graph({ kind: 'Process', id })}>Show in the graph</Link>
      </div>
      {description !== undefined && <p className="lead">{description}</p>}
      <p className="quiet">
        {bound} of {activities.length} steps call something
        {steps.proposals.size > 0 && `, ${steps.proposals.size} could`}
        {file !== undefined && (
          <>
            {' '}
            · <code>{file}</code>
          </>
        )}
      </p>
      <div className="process">
        <section aria-label="Diagram" className="drawing card">
          {xml.problem !== undefined && <ErrorBox problem={xml.problem} onRetry={xml.reload} />}
          {xml.problem === undefined && xml.value === undefined && <Skeleton lines={6} label="Loading the diagram" />}
          {xml.value !== undefined && <Diagram xml={xml.value} steps={steps} chosen={chosen} onChoose={choose} />}
          <Legend />
        </section>
        <StepPanel steps={steps} chosen={chosen} onChoose={choose} isLoading={proposals.isLoading} />
      </div>
      {proposals.problem !== undefined && <ErrorBox problem={proposals.problem} onRetry={proposals.reload} />}
      <StepTable steps={steps} chosen={chosen} onChoose={choose} />
      <Messages process={steps.process} />
    </>
  );
}

function Legend() {
  return (
    <ul className="legend" aria-label="Legend">
      <li>
        <span className="mark bound" aria-hidden="true">
          ✓
        </span>
        calls something
      </li>
      <li>
        <span className="mark proposed" aria-hidden="true">
          ?
        </span>
        calls nothing yet, has proposals
      </li>
    </ul>
  );
}
