import { UndirectedGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import type { LayoutAnswer, LayoutWish } from './layout.ts';
import { nestedLayout } from './nested-layout.ts';

const rounds = 8;

self.addEventListener('message', ({ data }: MessageEvent<LayoutWish>) => {
  if (data.kind === 'nested') {
    answer({ number: data.number, places: nestedLayout(data.nodes), isLast: true });
    return;
  }
  const { number, places, edges } = data;
  const count = places.length / 2;
  const graph = new UndirectedGraph();
  for (let index = 0; index < count; index++)
    graph.addNode(index, { x: places[2 * index] ?? 0, y: places[2 * index + 1] ?? 0 });
  for (let index = 0; index < edges.length; index += 2) {
    const [from, to] = [edges[index], edges[index + 1]];
    if (from !== to) graph.mergeEdge(from, to);
  }
  const settings = {
    ...forceAtlas2.inferSettings(count),
    barnesHutOptimize: count > 500,
    gravity: 0.6,
    scalingRatio: 12,
    slowDown: 2 + Math.log(count + 1),
  };
  const iterations = Math.max(12, Math.round(Math.min(60, 60_000 / (count + 1))));
  for (let round = 1; round <= rounds; round++) {
    forceAtlas2.assign(graph, { iterations, settings });
    const next = new Float32Array(places.length);
    graph.forEachNode((node, { x, y }) => next.set([x, y], 2 * Number(node)));
    answer({ number, places: next, isLast: round === rounds });
  }
});

function answer(places: LayoutAnswer): void {
  self.postMessage(places);
}
