import { useState } from 'react';
import type { ProcessSummary, SearchResult, ServiceName } from '../api/answers.ts';
import { getAll, getJson } from '../api/client.ts';
import { useResource } from '../api/use-resource.ts';
import { Link } from '../app/link.tsx';
import { to } from '../app/router.ts';
import { useIsDark } from '../app/theme.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Glyph } from './filters.tsx';
import { lookOf } from './kinds.ts';

interface Start {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
}

const mostNamed = 24;

/** Looks for a node to begin with: services and processes by name, EntitySets and operations as search finds them. */
export function StartSearch() {
  const [text, setText] = useState('');
  const isDark = useIsDark();
  const query = text.trim();
  const named = useResource('starts', loadNamed);
  const found = useResource(
    query === '' ? undefined : `starts ${query}`,
    async (signal) => {
      const { hits } = await getJson<SearchResult>('/search', { query, k: 8 }, signal);
      return hits.map(({ kind, id, label }): Start => ({ kind, id, label }));
    },
    { keep: true },
  );
  const words = query.toLowerCase();
  const fits = ({ id, label }: Start): boolean => `${id} ${label}`.toLowerCase().includes(words);
  const starts = [
    ...(named.value ?? []).filter(fits).slice(0, mostNamed),
    ...(query === '' ? [] : (found.value ?? [])),
  ];
  const problem = named.problem ?? found.problem;
  return (
    <section aria-labelledby="start-title" className="start">
      <h2 id="start-title">Where to begin</h2>
      <label className="start-field">
        Find a node
        <input
          type="search"
          value={text}
          placeholder="A service, a process, or what is to be done"
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {problem !== undefined && <ErrorBox problem={problem} onRetry={named.problem ? named.reload : found.reload} />}
      {named.value === undefined && named.problem === undefined && <Skeleton lines={4} label="Loading the services" />}
      <ul className="plain starts" aria-label="Nodes to begin with">
        {starts.map(({ kind, id, label }) => (
          <li key={`${kind} ${id}`}>
            <Link href={to.graph({ kind, id })}>
              <Glyph look={lookOf(kind)} isDark={isDark} /> {label}
            </Link>{' '}
            <span className="quiet">{id}</span>
          </li>
        ))}
      </ul>
      {named.value !== undefined && starts.length === 0 && !found.isLoading && (
        <p role="status">Nothing fits these words.</p>
      )}
    </section>
  );
}

async function loadNamed(signal: AbortSignal): Promise<Start[]> {
  const [processes, services] = await Promise.all([
    getAll<ProcessSummary>('/processes', signal),
    getAll<ServiceName>('/services', signal),
  ]);
  return [
    ...processes.map(({ id, name }) => ({ kind: 'Process', id, label: name ?? id })),
    ...services.map(({ id, title }) => ({ kind: 'Service', id, label: title })),
  ];
}
