import type { GraphOverview, Neighbourhood } from '../api/answers.ts';

/** A node of a picture; the key names it among nodes of every kind. */
export interface PictureNode {
  readonly key: string;
  readonly kind: string;
  readonly id: string;
  readonly label: string;
  /** Key of the service or process around it, as far as it is shown. */
  readonly owner?: string;
}

/** An edge between two nodes of a picture. */
export interface PictureEdge {
  readonly key: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
}

/** What is drawn. */
export interface Picture {
  readonly nodes: ReadonlyMap<string, PictureNode>;
  readonly edges: ReadonlyMap<string, PictureEdge>;
}

/** A picture with nothing in it. */
export const emptyPicture: Picture = { nodes: new Map(), edges: new Map() };

/** Number of nodes and edges. */
export function elementsIn({ nodes, edges }: Picture): number {
  return nodes.size + edges.size;
}

/** The key of a node. */
export function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}

/** The picture with a neighbourhood added, as long as it has no more elements than it may. */
export function withNeighbours(
  picture: Picture,
  { nodes: found, edges: between }: Neighbourhood,
  most: number,
): { picture: Picture; isFull: boolean } {
  const nodes = new Map(picture.nodes);
  const edges = new Map(picture.edges);
  let isFull = false;
  for (const { kind, id, label } of found) {
    const key = keyOf(kind, id);
    if (nodes.has(key)) continue;
    if (nodes.size + edges.size >= most) isFull = true;
    else nodes.set(key, { key, kind, id, label });
  }
  for (const { kind, fromKind, from, toKind, to } of between) {
    const edge = { kind, from: keyOf(fromKind, from), to: keyOf(toKind, to) };
    const key = `${kind} ${edge.from} ${edge.to}`;
    if (edges.has(key) || !nodes.has(edge.from) || !nodes.has(edge.to)) continue;
    if (nodes.size + edges.size >= most) isFull = true;
    else edges.set(key, { key, ...edge });
  }
  return { picture: { nodes, edges }, isFull };
}

/** The picture that an overview holds. */
export function pictureOf({ nodeKinds, edgeKinds, nodes: rows, edges: lines }: GraphOverview): Picture {
  const all = rows.map(([kind, , id, label]) => {
    const name = nodeKinds[kind] ?? '';
    return { key: keyOf(name, id), kind: name, id, label };
  });
  const nodes = new Map<string, PictureNode>();
  rows.forEach(([, owner], index) => {
    const node = all[index];
    const around = all[owner]?.key;
    if (node !== undefined) nodes.set(node.key, { ...node, ...(around !== undefined && { owner: around }) });
  });
  const edges = new Map<string, PictureEdge>();
  for (const [kind, from, to] of lines) {
    const ends = [all[from]?.key, all[to]?.key] as const;
    const name = edgeKinds[kind] ?? '';
    const key = `${name} ${ends[0]} ${ends[1]}`;
    if (ends[0] !== undefined && ends[1] !== undefined) edges.set(key, { key, kind: name, from: ends[0], to: ends[1] });
  }
  return { nodes, edges };
}

/** The part of a picture whose kinds are wanted. */
export function filtered(
  { nodes, edges }: Picture,
  nodeKinds: ReadonlySet<string>,
  edgeKinds: ReadonlySet<string>,
): Picture {
  const kept = new Map([...nodes].filter(([, { kind }]) => nodeKinds.has(kind)));
  const between = [...edges].filter(([, { kind, from, to }]) => edgeKinds.has(kind) && kept.has(from) && kept.has(to));
  return { nodes: kept, edges: new Map(between) };
}
