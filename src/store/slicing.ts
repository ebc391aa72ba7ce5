import type { GraphEdge, GraphNode, GraphPatch, NodeKind } from '../graph/index.ts';

/** The scope of processes, activities and gateways. */
export const processScope = '';

/** What one source says about one service, or about processes. */
export interface Slice {
  scope: string;
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/**
 * Cuts a patch into slices by service; an edge goes with the node it leaves, so every edge is in one slice. A node belongs to the service
 * whose id leads its own, up to a slash or number sign; the longest id where several do.
 */
export function slicesOf(patch: GraphPatch, services: ReadonlySet<string>): Slice[] {
  const slices = new Map<string, Slice>();
  const sliceOf = (kind: NodeKind, id: string): Slice => {
    const scope = scopeOf(kind, id, services);
    let slice = slices.get(scope);
    if (!slice) {
      slice = { scope, nodes: [], edges: [] };
      slices.set(scope, slice);
    }
    return slice;
  };
  for (const node of patch.nodes) sliceOf(node.kind, node.id).nodes.push(node);
  for (const edge of patch.edges) sliceOf(edge.fromKind, edge.from).edges.push(edge);
  return [...slices.values()];
}

function scopeOf(kind: NodeKind, id: string, services: ReadonlySet<string>): string {
  if (kind === 'Service') return id;
  if (kind === 'Process' || kind === 'Activity' || kind === 'Gateway') return processScope;
  let scope = id.slice(0, border(id, 0));
  for (let end = border(id, 0); end < id.length; end = border(id, end + 1)) {
    const prefix = id.slice(0, end);
    if (services.has(prefix)) scope = prefix;
  }
  return scope;
}

function border(id: string, start: number): number {
  for (let index = start; index < id.length; index++) {
    const character = id[index];
    if (character === '/' || character === '#') return index;
  }
  return id.length;
}
