import type { EdgeAttributes, EdgeKind, GraphEdge } from './edge.ts';
import type { GraphNode, NodeAttributes, NodeKind, NodeRef } from './node.ts';

/** What one source adds to the graph. A patch is applied as a whole. */
export interface GraphPatch {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

export function emptyPatch(): GraphPatch {
  return { nodes: [], edges: [] };
}

/** Makes a node; the attributes are checked against the kind. */
export function node<K extends NodeKind>(kind: K, id: string, attributes: NodeAttributes[K]): GraphNode<K> {
  return { kind, id, attributes } as GraphNode<K>;
}

/** Makes an edge between two nodes or references. */
export function edge<K extends EdgeKind>(
  kind: K,
  from: NodeRef,
  to: NodeRef,
  attributes: EdgeAttributes[K],
): GraphEdge<K> {
  return { kind, fromKind: from.kind, from: from.id, toKind: to.kind, to: to.id, attributes } as GraphEdge<K>;
}
