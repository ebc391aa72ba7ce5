import type { Finding } from '../base/index.ts';
import type { EdgeKind, GraphEdge } from './edge.ts';
import type { Graph, GraphCounts } from './graph.ts';
import type { GraphNode, NodeKind, NodeRef } from './node.ts';
import type { GraphPatch } from './patch.ts';

type Adjacency = Map<string, GraphEdge[]>;

/** A graph held in memory, built by applying patches; order of insertion is kept everywhere. */
export class MemoryGraph implements Graph {
  readonly #nodes = new Map<NodeKind, Map<string, GraphNode>>();
  readonly #edges = new Map<EdgeKind, GraphEdge[]>();
  readonly #outgoing = new Map<EdgeKind, Adjacency>();
  readonly #incoming = new Map<EdgeKind, Adjacency>();

  /** A graph from patches whose ids are known to be unique; use `apply` to learn about clashes. */
  static from(...patches: readonly GraphPatch[]): MemoryGraph {
    const graph = new MemoryGraph();
    for (const patch of patches) graph.apply(patch);
    return graph;
  }

  /** Adds a patch. A node whose (kind, id) is taken is not added and is reported; edges are always added. */
  apply(patch: GraphPatch, path = ''): Finding[] {
    const findings: Finding[] = [];
    for (const node of patch.nodes) {
      const ofKind = entry(this.#nodes, node.kind, () => new Map<string, GraphNode>());
      if (ofKind.has(node.id)) {
        findings.push({
          rule: 'duplicate-id',
          severity: 'error',
          path,
          message: `${node.kind} ${node.id} exists already.`,
          effect: 'The first one is kept, this one is dropped; give it another id.',
        });
      } else {
        ofKind.set(node.id, node);
      }
    }
    for (const edge of patch.edges) {
      entry(this.#edges, edge.kind, () => []).push(edge);
      const outgoing = entry(this.#outgoing, edge.kind, () => new Map());
      entry(outgoing, `${edge.fromKind} ${edge.from}`, () => []).push(edge);
      const incoming = entry(this.#incoming, edge.kind, () => new Map());
      entry(incoming, `${edge.toKind} ${edge.to}`, () => []).push(edge);
    }
    return findings;
  }

  node<K extends NodeKind>(kind: K, id: string): GraphNode<K> | undefined {
    return this.#nodes.get(kind)?.get(id) as GraphNode<K> | undefined;
  }

  nodes<K extends NodeKind>(kind: K): Iterable<GraphNode<K>> {
    return (this.#nodes.get(kind)?.values() ?? []) as Iterable<GraphNode<K>>;
  }

  out<K extends EdgeKind>(kind: K, from: NodeRef): readonly GraphEdge<K>[] {
    return (this.#outgoing.get(kind)?.get(`${from.kind} ${from.id}`) ?? []) as unknown as readonly GraphEdge<K>[];
  }

  in<K extends EdgeKind>(kind: K, to: NodeRef): readonly GraphEdge<K>[] {
    return (this.#incoming.get(kind)?.get(`${to.kind} ${to.id}`) ?? []) as unknown as readonly GraphEdge<K>[];
  }

  edges<K extends EdgeKind>(kind: K): Iterable<GraphEdge<K>> {
    return (this.#edges.get(kind) ?? []) as Iterable<GraphEdge<K>>;
  }

  counts(): GraphCounts {
    const counts: GraphCounts = { nodes: {}, edges: {} };
    for (const [kind, ofKind] of this.#nodes) if (ofKind.size > 0) counts.nodes[kind] = ofKind.size;
    for (const [kind, ofKind] of this.#edges) if (ofKind.length > 0) counts.edges[kind] = ofKind.length;
    return counts;
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
