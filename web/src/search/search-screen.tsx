import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Process, SearchResult } from '../api/answers.ts';
import { getJson } from '../api/client.ts';
import { useResource } from '../api/use-resource.ts';
import { navigate, to, useParam } from '../app/router.ts';
import { useDebounced } from '../app/use-debounced.ts';
import { useTitle } from '../app/use-title.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Compare } from './compare.tsx';
import { Examples } from './examples.tsx';
import { HitList } from './hit-list.tsx';
import { modeOf, modes } from './modes.ts';
import './search.css';

const pause = 180;
const defaultCount = '10';

/** Search: a question in business words, answered while it is typed; question, mode and number of hits stand in the address. */
export function SearchScreen() {
  const [query] = useParam('query');
  const [word] = useParam('mode', 'hybrid');
  const [k] = useParam('k', defaultCount);
  const mode = modeOf(word);
  const [text, setText] = useState(query);
  const written = useRef(query);
  const field = useRef<HTMLInputElement>(null);
  const settled = useDebounced(text, pause);
  useTitle(query === '' ? 'Search' : query);

  const go = (changes: { query?: string; mode?: string; k?: string }, replace: boolean) => {
    const next = { query, mode: mode.id as string, k, ...changes };
    const href = to.search({
      query: next.query,
      ...(next.mode !== 'hybrid' && { mode: next.mode }),
      ...(next.k !== defaultCount && { k: next.k }),
    });
    written.current = next.query;
    navigate(href, { replace });
  };

  const take = useEffectEvent((typed: string) => {
    if (typed.trim() !== query && typed === text) go({ query: typed.trim() }, true);
  });
  useEffect(() => take(settled), [settled]);
  useEffect(() => {
    if (query === written.current) return;
    written.current = query;
    setText(query);
  }, [query]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    go({ query: text.trim() }, false);
  };
  const toHits = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    const first = document.querySelector<HTMLElement>('[data-hit]');
    if (first === null) return;
    event.preventDefault();
    first.focus();
  };
  return (
    <>
      <h1 className="unseen">Search</h1>
      <search>
        <form className="ask" onSubmit={submit}>
          <label className="ask-field">
            <span>What is to be done?</span>
            <input
              ref={field}
              id="query"
              type="search"
              autoComplete="off"
              spellCheck={false}
              maxLength={2000}
              placeholder="In your own words, for instance: we need more saddles"
              value={text}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={toHits}
            />
          </label>
          <fieldset className="modes">
            <legend>Look at</legend>
            {modes.map(({ id, title, about }) => (
              <label key={id} title={about}>
                <input
                  type="radio"
                  name="mode"
                  value={id}
                  checked={id === mode.id}
                  onChange={() => go({ mode: id }, false)}
                />
                {title}
              </label>
            ))}
          </fieldset>
          <label className="count">
            <span>Hits</span>
            <select value={k} onChange={({ target }) => go({ k: target.value }, false)}>
              {[...new Set(['3', '5', '10', '20', '50', k])].map((count) => (
                <option key={count}>{count}</option>
              ))}
            </select>
          </label>
        </form>
      </search>
      {query === '' && <Examples />}
      {query !== '' && mode.id === 'compare' && <Compare query={query} k={k} />}
      {query !== '' && mode.id !== 'compare' && <Hits query={query} mode={mode.id} k={k} field={field} />}
    </>
  );
}

function Hits({
  query,
  mode,
  k,
  field,
}: {
  query: string;
  mode: string;
  k: string;
  field: RefObject<HTMLInputElement | null>;
}) {
  const { value, problem, isLoading, reload } = useResource(
    `search ${mode} ${k} ${query}`,
    (signal) => getJson<SearchResult>('/search', { query, mode, k }, signal),
    { keep: true },
  );
  const ids = [...new Set(value?.hits.flatMap(({ process }) => process ?? []))].sort();
  const processes = useResource(
    ids.length === 0 ? undefined : ids.join(' '),
    async (signal) => {
      const load = async (id: string) =>
        [id, await getJson<Process>(`/processes/${encodeURIComponent(id)}`, {}, signal)] as const;
      return new Map(await Promise.all(ids.map(load)));
    },
    { keep: true },
  );
  if (problem !== undefined) return <ErrorBox problem={problem} onRetry={reload} />;
  if (value === undefined) return <Skeleton lines={8} label="Searching" />;
  const { hits, confidence, note, timings } = value;
  return (
    <div aria-busy={isLoading}>
      <p className="quiet outcome" role="status">
        {hits.length === 0 ? 'Nothing found' : `${hits.length} ${hits.length === 1 ? 'hit' : 'hits'}`} in{' '}
        {(timings.embeddingMs + timings.searchMs).toFixed(1)} ms
      </p>
      {confidence === 'low' && (
        <p className="note">{note ?? 'Nothing fits well; the hits are guesses. Say it in other words.'}</p>
      )}
      <HitList hits={hits} processes={processes.value ?? new Map()} field={field} />
    </div>
  );
}
