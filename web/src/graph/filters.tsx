import { useIsDark } from '../app/theme.ts';
import { edgeWords, type KindLook, lookOf } from './kinds.ts';
import type { Filter } from './use-filter.ts';

/** The legend, which is also the filter: which kinds of nodes and edges are shown. */
export function Filters({ nodes, edges }: { nodes: Filter; edges: Filter }) {
  const isDark = useIsDark();
  return (
    <div className="filters">
      <fieldset>
        <legend>Nodes</legend>
        {nodes.all.map((kind) => (
          <label key={kind}>
            <input type="checkbox" checked={nodes.chosen.has(kind)} onChange={() => nodes.toggle(kind)} />
            <Glyph look={lookOf(kind)} isDark={isDark} /> {lookOf(kind).words}
          </label>
        ))}
      </fieldset>
      <details>
        <summary>
          Edges: {edges.chosen.size} of {edges.all.length} kinds
        </summary>
        <fieldset>
          <legend className="unseen">Edges</legend>
          {edges.all.map((kind) => (
            <label key={kind}>
              <input type="checkbox" checked={edges.chosen.has(kind)} onChange={() => edges.toggle(kind)} />
              {edgeWords[kind]?.[0] ?? kind}
            </label>
          ))}
        </fieldset>
      </details>
    </div>
  );
}

/** Shape and colour of a kind as in the drawing. */
export function Glyph({ look: { shape, light, dark }, isDark }: { look: KindLook; isDark: boolean }) {
  const fill = isDark ? dark : light;
  return (
    <svg className="glyph" width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      {shape === 'circle' && <circle cx="6" cy="6" r="5" fill={fill} />}
      {shape === 'square' && <rect x="1.5" y="1.5" width="9" height="9" fill={fill} />}
      {shape === 'diamond' && <path d="M6 0.5 11.5 6 6 11.5 0.5 6z" fill={fill} />}
      {shape === 'triangle' && <path d="M6 1 11.5 10.5 0.5 10.5z" fill={fill} />}
    </svg>
  );
}
