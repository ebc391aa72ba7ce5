import {
  EDGE_KINDS,
  type EdgeKind,
  type Graph,
  NODE_KINDS,
  type NodeKind,
  type Workspace,
} from '../../workspace/index.ts';
import { labelOf } from './neighbourhood.ts';

/** Services that one answer looks into, and how many of them are held at the same time. */
const mostServices = 2000;
const servicesAtOnce = 16;

/** Which nodes are shown first where not all can be. */
const importance = [
  'Service',
  'Process',
  'EntitySet',
  'Operation',
  'Activity',
  'EntityType',
  'Gateway',
  'NavigationProperty',
  'ValueHelp',
  'Property',
] as const satisfies readonly NodeKind[];

/**
 * The graph in a compact form. A node is `[kind, owner, id, label]`, an edge `[kind, from, to]`: kinds are positions in `nodeKinds` and
 * `edgeKinds`, the others positions in `nodes`. The owner is the service or process around a node, -1 where it is not shown.
 */
export interface GraphOverview {
  nodeKinds: NodeKind[];
  edgeKinds: EdgeKind[];
  nodes: [number, number, string, string][];
  edges: [number, number, number][];
  /** Nodes of the wanted kinds, and edges of all kinds, that the graph has. */
  total: { nodes: number; edges: number };
  /** Not everything of the wanted kinds is shown. */
  truncated: boolean;
}

interface Found {
  readonly kind: NodeKind;
  readonly id: string;
  readonly label: string;
  readonly owner: string;
}

/**
 * As much of the graph as the limit lets through, nodes and edges counted together: the most important kinds first, each in the order of
 * services and ids, with every edge between nodes that are shown. The same index gives the same answer.
 */
export async function graphOverview(
  workspace: Workspace,
  { kinds, limit }: { readonly kinds: readonly NodeKind[]; readonly limit: number },
): Promise<GraphOverview> {
  const wanted = importance.filter((kind) => kinds.includes(kind));
  const collected = new Collected(wanted, limit);
  const services = (await workspace.services()).map(({ id }) => id).sort();
  collected.processes(await workspace.processes());
  for (let start = 0; start < Math.min(services.length, mostServices); start += servicesAtOnce) {
    if (collected.isFull()) break;
    const ids = services.slice(start, start + servicesAtOnce);
    collected.services(await workspace.sliceOf(ids), ids);
  }
  const { nodes, edges } = collected.picture();
  const counts = workspace.meta.counts;
  const total = {
    nodes: wanted.reduce((sum, kind) => sum + (counts.nodes[kind] ?? 0), 0),
    edges: EDGE_KINDS.reduce((sum, kind) => sum + (counts.edges[kind] ?? 0), 0),
  };
  return {
    nodeKinds: [...NODE_KINDS],
    edgeKinds: [...EDGE_KINDS],
    nodes,
    edges,
    total,
    truncated: nodes.length < total.nodes,
  };
}

/** What was found so far, at most `limit` nodes of each kind. */
class Collected {
  readonly #wanted: readonly NodeKind[];
  readonly #limit: number;
  readonly #found: Map<NodeKind, Map<string, Found>>;
  readonly #leaving = new Map<string, { kind: EdgeKind; other: string }[]>();

  constructor(wanted: readonly NodeKind[], limit: number) {
    this.#wanted = wanted;
    this.#limit = limit;
    this.#found = new Map(wanted.map((kind) => [kind, new Map()]));
  }

  /** True where the most important kinds fill the picture already, so that looking further adds nothing. */
  isFull(): boolean {
    const [first] = this.#wanted.filter((kind) => kind !== 'Service' && kind !== 'Process' && kind !== 'Activity');
    return (this.#found.get(first ?? 'Service')?.size ?? 0) >= this.#limit;
  }

  processes(graph: Graph): void {
    this.#add(graph, (id) => id.split('/', 1)[0] ?? '');
  }

  services(graph: Graph, ids: readonly string[]): void {
    const byLength = [...ids].sort((a, b) => b.length - a.length);
    const isOf = (id: string, service: string): boolean =>
      id === service || id.startsWith(`${service}/`) || id.startsWith(`${service}#`);
    this.#add(graph, (id) => byLength.find((service) => isOf(id, service)) ?? '');
  }

  /** The nodes that fit, the most important first, and the edges between them. */
  picture(): Pick<GraphOverview, 'nodes' | 'edges'> {
    const places = new Map<string, number>();
    const nodes: GraphOverview['nodes'] = [];
    const edges: GraphOverview['edges'] = [];
    const entering = new Map<string, { kind: EdgeKind; from: string }[]>();
    for (const [from, leaving] of this.#leaving) {
      for (const { kind, other } of leaving) {
        const known = entering.get(other);
        if (known === undefined) entering.set(other, [{ kind, from }]);
        else known.push({ kind, from });
      }
    }
    for (const kind of this.#wanted) {
      const sorted = [...(this.#found.get(kind)?.values() ?? [])].sort(
        (a, b) => compare(a.owner, b.owner) || compare(a.id, b.id),
      );
      for (const node of sorted) {
        const key = keyOf(kind, node.id);
        const own: GraphOverview['edges'] = [];
        const place = nodes.length;
        places.set(key, place);
        for (const edge of this.#leaving.get(key) ?? []) {
          const to = places.get(edge.other);
          if (to !== undefined) own.push([EDGE_KINDS.indexOf(edge.kind), place, to]);
        }
        for (const edge of entering.get(key) ?? []) {
          const from = places.get(edge.from);
          if (from !== undefined && from !== place) own.push([EDGE_KINDS.indexOf(edge.kind), from, place]);
        }
        if (nodes.length + edges.length + 1 + own.length > this.#limit) return { nodes, edges };
        const owner = places.get(keyOf('Service', node.owner)) ?? places.get(keyOf('Process', node.owner)) ?? -1;
        nodes.push([NODE_KINDS.indexOf(kind), owner, node.id, node.label]);
        edges.push(...own);
      }
    }
    return { nodes, edges };
  }

  #add(graph: Graph, ownerOf: (id: string) => string): void {
    for (const kind of this.#wanted) {
      const found = this.#found.get(kind);
      if (found === undefined) continue;
      for (const node of graph.nodes(kind)) {
        if (found.size >= this.#limit) break;
        found.set(node.id, { kind, id: node.id, label: labelOf(node), owner: ownerOf(node.id) });
      }
    }
    for (const kind of EDGE_KINDS) {
      for (const { fromKind, from, toKind, to } of graph.edges(kind)) {
        if (this.#found.get(fromKind)?.has(from) !== true || !this.#wanted.includes(toKind)) continue;
        const key = keyOf(fromKind, from);
        const edge = { kind, other: keyOf(toKind, to) };
        const known = this.#leaving.get(key);
        if (known === undefined) this.#leaving.set(key, [edge]);
        else known.push(edge);
      }
    }
  }
}

function keyOf(kind: NodeKind, id: string): string {
  return `${kind} ${id}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
