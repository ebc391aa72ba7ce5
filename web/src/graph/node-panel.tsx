import type { Neighbourhood } from '../api/answers.ts';
import { getJson } from '../api/client.ts';
import { useResource } from '../api/use-resource.ts';
import { Link } from '../app/link.tsx';
import { to } from '../app/router.ts';
import { useIsDark } from '../app/theme.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Glyph } from './filters.tsx';
import { edgeWords, lookOf } from './kinds.ts';
import { keyOf } from './picture.ts';

const mostListed = 300;

/** The selected node: what it is, where it is at home, and its neighbours as a list. */
export function NodePanel({
  node: { kind, id },
  onSelect,
  onExpand,
  isExpanded,
}: {
  node: { readonly kind: string; readonly id: string };
  onSelect: (kind: string, id: string) => void;
  /** Absent where everything is shown already. */
  onExpand: (() => void) | undefined;
  isExpanded: boolean;
}) {
  const isDark = useIsDark();
  const around = useResource(`around ${kind} ${id}`, (signal) =>
    getJson<Neighbourhood>('/graph', { kind, id, hops: 1, limit: mostListed }, signal),
  );
  const { value, problem } = around;
  const own = value?.nodes.find((node) => node.kind === kind && node.id === id);
  const home = homeOf(kind, id);
  return (
    <aside className="card node-panel" aria-label="Selected node">
      <h2>
        <Glyph look={lookOf(kind)} isDark={isDark} /> {own?.label ?? id}
      </h2>
      <p className="quiet">
        {kind} <code>{id}</code>
      </p>
      <div className="actions">
        {onExpand !== undefined && (
          <button type="button" onClick={onExpand} disabled={isExpanded}>
            {isExpanded ? 'Expanded' : 'Expand'}
          </button>
        )}
        <Link href={to.graph({ kind, id })}>Begin here</Link>
        {home !== undefined && <Link href={home}>Open</Link>}
      </div>
      {problem !== undefined && <ErrorBox problem={problem} onRetry={around.reload} />}
      {value === undefined && problem === undefined && <Skeleton lines={5} label="Loading the neighbours" />}
      {own !== undefined && <Attributes attributes={own.attributes} />}
      {value !== undefined && <Neighbours around={value} self={keyOf(kind, id)} isDark={isDark} onSelect={onSelect} />}
      {value?.truncated === true && <p className="note">It has more neighbours than the {mostListed} listed here.</p>}
    </aside>
  );
}

function Attributes({ attributes }: { attributes: Readonly<Record<string, unknown>> }) {
  const shown = Object.entries(attributes).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  if (shown.length === 0) return null;
  return (
    <details>
      <summary>Attributes</summary>
      <dl className="attributes">
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Neighbours({
  around: { nodes, edges },
  self,
  isDark,
  onSelect,
}: {
  around: Neighbourhood;
  self: string;
  isDark: boolean;
  onSelect: (kind: string, id: string) => void;
}) {
  const labels = new Map(nodes.map(({ kind, id, label }) => [keyOf(kind, id), label]));
  const groups = new Map<string, Map<string, { kind: string; id: string }>>();
  for (const { kind, fromKind, from, toKind, to: other } of edges) {
    const isFrom = keyOf(fromKind, from) === self;
    if (!isFrom && keyOf(toKind, other) !== self) continue;
    const words = edgeWords[kind]?.[isFrom ? 0 : 1] ?? kind;
    const end = isFrom ? { kind: toKind, id: other } : { kind: fromKind, id: from };
    const group = groups.get(words) ?? new Map();
    groups.set(words, group.set(keyOf(end.kind, end.id), end));
  }
  if (groups.size === 0) return <p>It has no neighbours.</p>;
  return [...groups].map(([words, ends]) => (
    <section key={words} aria-label={`${words}, ${ends.size}`} className="neighbours">
      <h3>
        {words} <span className="quiet">{ends.size}</span>
      </h3>
      <ul className="plain">
        {[...ends].map(([key, end]) => (
          <li key={key}>
            <Glyph look={lookOf(end.kind)} isDark={isDark} />{' '}
            <button
              type="button"
              className="link"
              onClick={() => onSelect(end.kind, end.id)}
              title={`${end.kind} ${end.id}`}
            >
              {labels.get(key) ?? end.id}
            </button>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** The screen that a node has of its own. */
function homeOf(kind: string, id: string): string | undefined {
  if (kind === 'EntitySet' || kind === 'Operation') return to.set(id);
  if (kind === 'Process') return to.process(id);
  if (kind !== 'Activity') return undefined;
  const [process = '', ...element] = id.split('/');
  return to.process(process, { step: element.join('/') });
}
