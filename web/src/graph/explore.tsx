import { useEffect, useMemo, useState } from 'react';
import type { Neighbourhood } from '../api/answers.ts';
import { getJson } from '../api/client.ts';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { useResource } from '../api/use-resource.ts';
import { useParam } from '../app/router.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Filters } from './filters.tsx';
import { GraphCanvas } from './graph-canvas.tsx';
import { edgeWords, nodeLooks } from './kinds.ts';
import { NodePanel } from './node-panel.tsx';
import { elementsIn, emptyPicture, filtered, keyOf, type Picture, withNeighbours } from './picture.ts';
import { useFilter } from './use-filter.ts';

const mostElements = 5000;
const nodeKinds = nodeLooks.map(({ kind }) => kind);
const edgeKinds = Object.keys(edgeWords);

/** The graph around a node; it grows where the reader wants to know more. */
export function Explore({ kind, id }: { kind: string; id: string }) {
  const start = useResource(`explore ${kind} ${id}`, (signal) => load(kind, id, signal));
  const [grown, setGrown] = useState<readonly Neighbourhood[]>([]);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set([keyOf(kind, id)]));
  const [selected, select] = useParam('node', keyOf(kind, id));
  const [problem, setProblem] = useState<ApiProblem>();
  const nodes = useFilter('nodes', nodeKinds);
  const edges = useFilter('edges', edgeKinds);
  const { picture, isFull } = useMemo(() => {
    const parts = start.value === undefined ? [] : [start.value, ...grown];
    return parts.reduce<{ picture: Picture; isFull: boolean }>(
      (sum, part) => {
        const next = withNeighbours(sum.picture, part, mostElements);
        return { picture: next.picture, isFull: sum.isFull || next.isFull };
      },
      { picture: emptyPicture, isFull: false },
    );
  }, [start.value, grown]);
  const shown = useMemo(() => filtered(picture, nodes.chosen, edges.chosen), [picture, nodes.chosen, edges.chosen]);
  const expand = async (ofKind: string, ofId: string): Promise<void> => {
    const key = keyOf(ofKind, ofId);
    setExpanded((known) => new Set([...known, key]));
    try {
      const part = await load(ofKind, ofId);
      setGrown((known) => [...known, part]);
      setProblem(undefined);
    } catch (error) {
      setProblem(asProblem(error));
      setExpanded((known) => new Set([...known].filter((one) => one !== key)));
    }
  };
  const chosen = nodeOf(picture, selected);
  const isMissing = start.value !== undefined && chosen === undefined;
  // A selected node that the picture does not show yet, as by a link, comes with its own surroundings.
  useEffect(() => {
    if (!isMissing || expanded.has(selected)) return;
    const [ofKind, ofId] = split(selected);
    if (ofId !== '') void expand(ofKind, ofId);
  });
  if (start.problem !== undefined) return <ErrorBox problem={start.problem} onRetry={start.reload} />;
  if (start.value === undefined) return <Skeleton lines={8} label="Loading the graph" />;
  const panel = chosen ?? { kind, id };
  return (
    <>
      <Filters nodes={nodes} edges={edges} />
      <p className="quiet" role="status">
        {shown.nodes.size} nodes and {shown.edges.size} edges
        {elementsIn(shown) < elementsIn(picture) && ` of ${picture.nodes.size} and ${picture.edges.size}`}
      </p>
      {isFull && (
        <p className="note">
          The picture is full at {mostElements.toLocaleString()} elements; begin at another node, or hide some kinds.
        </p>
      )}
      {problem !== undefined && <ErrorBox problem={problem} />}
      <div className="graph">
        <GraphCanvas picture={shown} manner="forces" selected={selected} onSelect={select} />
        <NodePanel
          key={keyOf(panel.kind, panel.id)}
          node={panel}
          onSelect={(toKind, toId) => select(keyOf(toKind, toId))}
          onExpand={() => expand(panel.kind, panel.id)}
          isExpanded={expanded.has(keyOf(panel.kind, panel.id))}
        />
      </div>
    </>
  );
}

function load(kind: string, id: string, signal?: AbortSignal): Promise<Neighbourhood> {
  return getJson<Neighbourhood>('/graph', { kind, id, hops: 1, limit: 1000 }, signal);
}

function nodeOf(picture: Picture, key: string): { kind: string; id: string } | undefined {
  return picture.nodes.get(key);
}

function split(key: string): [kind: string, id: string] {
  const at = key.indexOf(' ');
  return [key.slice(0, at), key.slice(at + 1)];
}
