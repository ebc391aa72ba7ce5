import type { ReactNode } from 'react';
import type { Landscape } from '../api/answers.ts';
import { getJson } from '../api/client.ts';
import { useResource } from '../api/use-resource.ts';
import { useParam } from '../app/router.ts';
import { useTitle } from '../app/use-title.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { FigureGrid } from '../ui/figure-grid.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Coverage } from './coverage.tsx';
import { JobPanel } from './job-panel.tsx';
import { Services } from './services.tsx';
import { Sources } from './sources.tsx';
import { useJobs } from './use-jobs.ts';
import './landscape.css';

const tabs = [
  { id: 'sources', title: 'Sources' },
  { id: 'services', title: 'Services' },
  { id: 'coverage', title: 'Coverage' },
];

/** The landscape: what was read and dropped, how much of it the graph has, and reading it again. */
export default function LandscapeScreen() {
  useTitle('Landscape');
  const [tab, choose] = useParam('tab', 'sources');
  const jobs = useJobs();
  const indexed = jobs.list.find(({ kind, state }) => kind === 'index' && state === 'done')?.id ?? '';
  const { value, problem, reload } = useResource(
    `landscape ${indexed}`,
    (signal) => getJson<Landscape>('/landscape', {}, signal),
    { keep: true },
  );
  const panels: Record<string, () => ReactNode> = {
    sources: () => <Sources version={indexed} />,
    services: () => <Services version={indexed} />,
    coverage: () => <Coverage jobs={jobs} />,
  };
  const shown = panels[tab] === undefined ? 'sources' : tab;
  return (
    <>
      {value !== undefined && <Head landscape={value} />}
      {value === undefined && <h1>Landscape</h1>}
      {problem !== undefined && <ErrorBox problem={problem} onRetry={reload} />}
      {value === undefined && problem === undefined && <Skeleton lines={4} label="Loading the landscape" />}
      {problem === undefined && (
        <>
          <JobPanel jobs={jobs} />
          <Tabs label="About the landscape" tabs={tabs} chosen={shown} onChoose={choose}>
            {panels[shown]?.()}
          </Tabs>
        </>
      )}
    </>
  );
}

function Head({ landscape }: { landscape: Landscape }) {
  const { name, description, indexedAt, embedder, groundrail, nodes, edges, sources } = landscape;
  const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, one) => all + one, 0);
  const number = (value: number | undefined) => (value ?? 0).toLocaleString('en');
  return (
    <>
      <h1>{name}</h1>
      {description !== undefined && <p>{description}</p>}
      <p className="quiet">
        Read {new Date(indexedAt).toLocaleString()} by Groundrail {groundrail} · embedder {embedder}
      </p>
      <FigureGrid
        figures={[
          { name: 'Sources read', value: number(sources.read) },
          { name: 'Sources refused', value: number(sources.refused), ...(sources.refused > 0 && { tone: 'bad' }) },
          { name: 'Errors', value: number(sources.errors), ...(sources.errors > 0 && { tone: 'bad' }) },
          { name: 'Warnings', value: number(sources.warnings), ...(sources.warnings > 0 && { tone: 'warn' }) },
          { name: 'Services', value: number(nodes.Service) },
          { name: 'EntitySets', value: number(nodes.EntitySet) },
          { name: 'Activities', value: number(nodes.Activity) },
          { name: 'Nodes and edges', value: `${number(sum(nodes))} · ${number(sum(edges))}` },
        ]}
      />
    </>
  );
}
