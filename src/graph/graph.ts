import type { EdgeKind, GraphEdge } from './edge.ts';
import type { GraphNode, NodeKind, NodeRef } from './node.ts';

/** Read access to a property graph; adjacency by edge kind costs O(1) plus the size of the answer. */
export interface Graph {
  node<K extends NodeKind>(kind: K, id: string): GraphNode<K> | undefined;
  nodes<K extends NodeKind>(kind: K): Iterable<GraphNode<K>>;
  /** Edges of a kind that leave the node, in the order they were added. */
  out<K extends EdgeKind>(kind: K, from: NodeRef): readonly GraphEdge<K>[];
  /** Edges of a kind that enter the node, in the order they were added. */
  in<K extends EdgeKind>(kind: K, to: NodeRef): readonly GraphEdge<K>[];
  edges<K extends EdgeKind>(kind: K): Iterable<GraphEdge<K>>;
  counts(): GraphCounts;
}

/** Number of nodes and edges per kind; kinds without any are absent. */
export interface GraphCounts {
  nodes: Partial<Record<NodeKind, number>>;
  edges: Partial<Record<EdgeKind, number>>;
}
