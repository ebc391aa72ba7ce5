import {
  type EdgeKind,
  type Graph,
  type GraphNode,
  GroundrailError,
  type NodeKind,
  type NodeRef,
  type Workspace,
} from '../../workspace/index.ts';

/** A part of the graph around a node. */
export interface Neighbourhood {
  nodes: { kind: NodeKind; id: string; label: string; hops: number; attributes: Record<string, unknown> }[];
  edges: { kind: EdgeKind; fromKind: NodeKind; from: string; toKind: NodeKind; to: string; attributes: object }[];
  truncated: boolean;
}

/** How far to look. */
export interface NeighbourhoodOptions {
  readonly hops: number;
  readonly kinds: readonly EdgeKind[];
  /** Greatest number of nodes. */
  readonly limit: number;
}

type AnyEdge = Neighbourhood['edges'][number];
const ofProcesses: ReadonlySet<NodeKind> = new Set(['Process', 'Activity', 'Gateway']);

/**
 * The nodes that edges of some kinds reach from a node in either direction, breadth first, with all edges between them. Slices of
 * services are loaded as the walk enters them. Throws `target-unknown` where the node is not there.
 */
export async function neighbourhood(
  workspace: Workspace,
  start: NodeRef,
  { hops, kinds, limit }: NeighbourhoodOptions,
): Promise<Neighbourhood> {
  const services = (await workspace.services()).map(({ id }) => id).sort((a, b) => b.length - a.length);
  const graphOf = (node: NodeRef): Promise<Graph> => {
    if (ofProcesses.has(node.kind)) return workspace.processes();
    const isOf = (id: string): boolean =>
      node.id === id || node.id.startsWith(`${id}/`) || node.id.startsWith(`${id}#`);
    return workspace.service(services.find(isOf) ?? node.id);
  };
  if ((await graphOf(start)).node(start.kind, start.id) === undefined)
    throw new GroundrailError('target-unknown', { target: `${start.kind} ${start.id}`, nearest: [] });
  const reached = new Map<string, NodeRef & { hops: number }>([[keyOf(start), { ...start, hops: 0 }]]);
  const edges = new Map<string, AnyEdge>();
  let truncated = false;
  let frontier: NodeRef[] = [start];
  for (let hop = 1; hop <= hops + 1 && frontier.length > 0; hop++) {
    const next: NodeRef[] = [];
    for (const node of frontier) {
      for (const edge of edgesAround(await graphOf(node), node, kinds)) {
        const other = otherEnd(edge, node);
        const isKnown = reached.has(keyOf(other));
        if (!isKnown && (hop > hops || reached.size >= limit)) {
          truncated ||= hop <= hops;
          continue;
        }
        if (!isKnown) {
          reached.set(keyOf(other), { ...other, hops: hop });
          next.push(other);
        }
        edges.set(JSON.stringify(edge), edge);
      }
    }
    frontier = next;
  }
  const nodes = await Promise.all(
    [...reached.values()].map(async (node) => viewNode(node, (await graphOf(node)).node(node.kind, node.id))),
  );
  return { nodes, edges: [...edges.values()], truncated };
}

function* edgesAround(graph: Graph, node: NodeRef, kinds: readonly EdgeKind[]): Generator<AnyEdge> {
  for (const kind of kinds) {
    yield* graph.out(kind, node);
    yield* graph.in(kind, node);
  }
}

function otherEnd(edge: AnyEdge, node: NodeRef): NodeRef {
  const isFrom = edge.fromKind === node.kind && edge.from === node.id;
  return isFrom ? { kind: edge.toKind, id: edge.to } : { kind: edge.fromKind, id: edge.from };
}

/** Attributes of a service say where credentials come from; that is nobody's business here. */
function viewNode(
  { kind, id, hops }: NodeRef & { hops: number },
  node: GraphNode | undefined,
): Neighbourhood['nodes'][number] {
  const { auth: _, declares: __, ...attributes } = { ...node?.attributes } as Record<string, unknown>;
  return { kind, id, label: labelOf({ id, attributes }), hops, attributes };
}

/** What a person calls a node: its label, title or name, else its id. */
export function labelOf({ id, attributes }: { readonly id: string; readonly attributes: object }): string {
  const { label, title, name } = attributes as Record<string, unknown>;
  const found = [label, title, name].find((one) => typeof one === 'string' && one !== '');
  return typeof found === 'string' ? found : id;
}

function keyOf({ kind, id }: NodeRef): string {
  return `${kind} ${id}`;
}
