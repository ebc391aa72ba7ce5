import { useMemo } from 'react';
import type { GraphOverview } from '../api/answers.ts';
import { getJson } from '../api/client.ts';
import { useResource } from '../api/use-resource.ts';
import { useParam } from '../app/router.ts';
import { Empty } from '../ui/empty.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Filters } from './filters.tsx';
import { GraphCanvas } from './graph-canvas.tsx';
import { edgeWords, nodeLooks } from './kinds.ts';
import { NodePanel } from './node-panel.tsx';
import { emptyPicture, filtered, keyOf, pictureOf } from './picture.ts';
import { useFilter } from './use-filter.ts';

const nodeKinds = nodeLooks.map(({ kind }) => kind);
const edgeKinds = Object.keys(edgeWords);

/** The graph as a whole: each service and process a cluster, the most important kinds first where not everything fits. */
export function Whole() {
  const nodes = useFilter('nodes', nodeKinds);
  const edges = useFilter('edges', edgeKinds);
  const kinds = nodes.all.filter((kind) => nodes.chosen.has(kind)).join(',');
  const overview = useResource(
    kinds === '' ? undefined : `whole ${kinds}`,
    (signal) => getJson<GraphOverview>('/graph/overview', { kinds }, signal),
    { keep: true },
  );
  const [selected, select] = useParam('node');
  const { value, problem } = overview;
  const picture = useMemo(() => (value === undefined ? emptyPicture : pictureOf(value)), [value]);
  const shown = useMemo(() => filtered(picture, nodes.chosen, edges.chosen), [picture, nodes.chosen, edges.chosen]);
  const node = picture.nodes.get(selected);
  if (problem !== undefined) return <ErrorBox problem={problem} onRetry={overview.reload} />;
  return (
    <>
      <Filters nodes={nodes} edges={edges} />
      {value === undefined && kinds !== '' && <Skeleton lines={8} label="Loading the graph" />}
      {kinds === '' && (
        <Empty title="No kind of node is chosen">
          <p>Choose at least one above.</p>
        </Empty>
      )}
      {value !== undefined && kinds !== '' && (
        <>
          <p className="quiet" role="status">
            {shown.nodes.size.toLocaleString()} nodes and {shown.edges.size.toLocaleString()} edges
          </p>
          {value.truncated && (
            <p className="note">
              {(value.total.nodes - value.nodes.length).toLocaleString()} of {value.total.nodes.toLocaleString()} nodes
              are left out; hide some kinds to see more of the others.
            </p>
          )}
          <div className="graph">
            <GraphCanvas
              picture={shown}
              manner="nested"
              selected={selected === '' ? undefined : selected}
              onSelect={select}
            />
            {node === undefined ? (
              <aside className="card node-panel" aria-label="Selected node">
                <h2>No node selected</h2>
                <p className="quiet">Click a node, or choose a service or process here.</p>
                <ul className="plain">
                  {[...shown.nodes.values()]
                    .filter(({ kind }) => kind === 'Service' || kind === 'Process')
                    .slice(0, 200)
                    .map(({ key, label }) => (
                      <li key={key}>
                        <button type="button" className="link" onClick={() => select(key)}>
                          {label}
                        </button>
                      </li>
                    ))}
                </ul>
              </aside>
            ) : (
              <NodePanel
                key={node.key}
                node={node}
                onSelect={(kind, id) => select(keyOf(kind, id))}
                onExpand={undefined}
                isExpanded
              />
            )}
          </div>
        </>
      )}
    </>
  );
}
