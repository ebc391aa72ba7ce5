import type { SearchHit, SearchResult } from '../api/answers.ts';
import { getJson } from '../api/client.ts';
import { useResource } from '../api/use-resource.ts';
import { Link } from '../app/link.tsx';
import { to } from '../app/router.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { modeOf } from './modes.ts';

const compared = ['hybrid', 'lexical', 'dense'] as const;
type Compared = (typeof compared)[number];

/** The answers of the three modes to one question, side by side. */
export function Compare({ query, k }: { query: string; k: string }) {
  const { value, problem, isLoading, reload } = useResource(
    `compare ${k} ${query}`,
    async (signal) => {
      const ask = async (mode: Compared) =>
        [mode, await getJson<SearchResult>('/search', { query, k, mode }, signal)] as const;
      return new Map(await Promise.all(compared.map(ask)));
    },
    { keep: true },
  );
  if (problem !== undefined) return <ErrorBox problem={problem} onRetry={reload} />;
  if (value === undefined) return <Skeleton lines={9} label="Searching" />;
  const rankIn = (mode: Compared, id: string) => value.get(mode)?.hits.find((hit) => hit.id === id)?.rank;
  return (
    <div className="compare" aria-busy={isLoading}>
      {compared.map((mode) => (
        <section key={mode} className="card" aria-labelledby={`compare-${mode}`}>
          <h2 id={`compare-${mode}`}>{modeOf(mode).title}</h2>
          <p className="quiet">Looks at {modeOf(mode).about}.</p>
          {(value.get(mode)?.hits.length ?? 0) === 0 && <p>Nothing found.</p>}
          <ol>
            {value.get(mode)?.hits.map((hit) => (
              <li key={hit.id}>
                <span className="rank">{hit.rank}</span>
                <span>
                  <Link href={to.set(hit.id)}>{hit.label}</Link> <code className="quiet">{hit.id}</code>
                  {mode !== 'hybrid' && <Difference hit={hit} inHybrid={rankIn('hybrid', hit.id)} />}
                </span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Difference({ hit, inHybrid }: { hit: SearchHit; inHybrid: number | undefined }) {
  if (inHybrid === undefined) return <span className="difference"> not in hybrid</span>;
  if (inHybrid === hit.rank) return null;
  return <span className="difference"> {inHybrid} in hybrid</span>;
}
