import type { Finding } from '../base/index.ts';
import { EDGE_KINDS, type GraphEdge } from './edge.ts';
import type { Graph } from './graph.ts';
import type { NodeKind } from './node.ts';

/** Reports every edge with a missing end. Duplicate ids are refused by `MemoryGraph.apply`, so a graph never holds one. */
export function checkIntegrity(graph: Graph): Finding[] {
  const findings: Finding[] = [];
  for (const kind of EDGE_KINDS) {
    for (const edge of graph.edges(kind)) {
      if (!graph.node(edge.fromKind, edge.from)) findings.push(dangling(edge, edge.fromKind, edge.from));
      if (!graph.node(edge.toKind, edge.to)) findings.push(dangling(edge, edge.toKind, edge.to));
    }
  }
  return findings;
}

function dangling(edge: GraphEdge, kind: NodeKind, id: string): Finding {
  return {
    rule: 'dangling-edge',
    severity: 'error',
    path: `${edge.from} -${edge.kind}-> ${edge.to}`,
    message: `The ${kind} ${id} at an end of this edge does not exist.`,
  };
}
