import type { EdgeKind } from './edge.ts';
import type { Graph } from './graph.ts';
import type { NodeRef } from './node.ts';

/** A node reached by a walk and its distance in edges from the start. */
export interface Reached extends NodeRef {
  readonly hops: number;
}

/**
 * Breadth-first walk along edges of the given kinds, the start left out. Each node is visited once, at its smallest distance;
 * order is by distance, then by insertion, so the answer is deterministic. Loops end by themselves.
 */
export function* walk(
  graph: Graph,
  start: NodeRef,
  kinds: readonly EdgeKind[],
  { direction = 'out', maxHops = Number.POSITIVE_INFINITY }: { direction?: 'out' | 'in'; maxHops?: number } = {},
): Generator<Reached> {
  const seen = new Set([`${start.kind} ${start.id}`]);
  let frontier: NodeRef[] = [start];
  for (let hops = 1; hops <= maxHops && frontier.length > 0; hops++) {
    const next: NodeRef[] = [];
    for (const from of frontier) {
      for (const kind of kinds) {
        const edges = direction === 'out' ? graph.out(kind, from) : graph.in(kind, from);
        for (const edge of edges) {
          const reached: Reached =
            direction === 'out'
              ? { kind: edge.toKind, id: edge.to, hops }
              : { kind: edge.fromKind, id: edge.from, hops };
          const key = `${reached.kind} ${reached.id}`;
          if (seen.has(key)) continue;
          seen.add(key);
          next.push(reached);
          yield reached;
        }
      }
    }
    frontier = next;
  }
}
