import type { Graph, GraphNode } from '../graph/index.ts';
import type { ProcessMapData } from './process-map.ts';
import type { Unit } from './unit.ts';

/** Reads from the graph what invokes what and what follows what; `placeOfUnit` gives the place of a searched unit by kind and id. */
export function layOutProcesses(
  graph: Graph,
  processes: readonly Unit[],
  activities: readonly Unit[],
  placeOfUnit: ReadonlyMap<string, number>,
): ProcessMapData {
  const processPlaces = new Map(processes.map(({ id }, at) => [id, at]));
  const processOf = new Map<string, number>();
  for (const { id } of processes) {
    for (const { to } of graph.out('HAS_ACTIVITY', { kind: 'Process', id }))
      processOf.set(to, processPlaces.get(id) ?? 0);
  }
  const known = activities.filter(({ id }) => processOf.has(id));
  const flow = new Flow(graph, new Map(known.map(({ id }, at) => [id, at])));
  const units = known.map(({ id }) => invokedUnits(graph, id, placeOfUnit));
  return {
    processes: processes.map(({ id, label }) => ({ id, label })),
    activities: known.map(({ id, label }, at) => ({
      id,
      label,
      process: processOf.get(id) ?? 0,
      units: units[at] ?? [],
      before: flow.before(at),
      after: flow.after(at),
      next: units[at]?.length === 0 ? [] : flow.reach(at, (place) => (units[place]?.length ?? 0) > 0),
    })),
  };
}

function invokedUnits(graph: Graph, activity: string, placeOfUnit: ReadonlyMap<string, number>): number[] {
  const sets = new Set<number>();
  const others = new Set<number>();
  for (const { toKind, to } of graph.out('INVOKES', { kind: 'Activity', id: activity })) {
    const place = placeOfUnit.get(`${toKind} ${to}`);
    if (place !== undefined) (toKind === 'EntitySet' ? sets : others).add(place);
  }
  return [...(sets.size > 0 ? sets : others)];
}

/** Passes along HAS_NEXT, into and out of sub-processes, over boundary events and from throwing to catching link events. */
class Flow {
  readonly #after: readonly (readonly number[])[];
  readonly #before: readonly (readonly number[])[];

  constructor(graph: Graph, places: ReadonlyMap<string, number>) {
    const ids = [...places.keys()];
    const nodes = ids.map((id) => graph.node('Activity', id));
    const qualified = (node: GraphNode<'Activity'> | undefined, id: string | undefined) =>
      id === undefined || node === undefined
        ? undefined
        : (places.get(id) ?? places.get(`${node.id.slice(0, node.id.lastIndexOf('/'))}/${id}`));
    const children = new Map<number, number[]>();
    const parent = nodes.map((node) => qualified(node, node?.attributes.parent));
    for (const [at, above] of parent.entries())
      if (above !== undefined) children.set(above, [...(children.get(above) ?? []), at]);
    const after = nodes.map((node) =>
      node === undefined ? [] : graph.out('HAS_NEXT', node).flatMap(({ to }) => places.get(to) ?? []),
    );
    const entered = new Set(after.flat());
    const attached = new Map<number, number[]>();
    for (const [at, node] of nodes.entries()) {
      const host = qualified(node, node?.attributes.attachedTo);
      if (host !== undefined) attached.set(host, [...(attached.get(host) ?? []), at]);
      const { link, type } = node?.attributes ?? {};
      if (link === undefined || type !== 'intermediateThrowEvent') continue;
      for (const [other, target] of nodes.entries()) {
        if (target?.attributes.link === link && target.attributes.type === 'intermediateCatchEvent')
          after[at]?.push(other);
      }
    }
    const resolved = after.map((next, at) => {
      const onward = next.length === 0 && parent[at] !== undefined ? (after[parent[at]] ?? []) : next;
      const inside = (children.get(at) ?? []).filter((child) => nodes[child]?.attributes.entry ?? !entered.has(child));
      return [...(inside.length > 0 ? inside : onward), ...(attached.get(at) ?? [])];
    });
    this.#after = resolved;
    const before: number[][] = ids.map(() => []);
    for (const [at, next] of resolved.entries()) for (const to of next) before[to]?.push(at);
    this.#before = before;
  }

  after(at: number): readonly number[] {
    return this.#after[at] ?? [];
  }

  before(at: number): readonly number[] {
    return this.#before[at] ?? [];
  }

  /** The nearest places behind one that satisfy the condition, each by the shortest way. */
  reach(start: number, wanted: (place: number) => boolean): number[] {
    const found: number[] = [];
    const seen = new Set([start]);
    const frontier = [...this.after(start)];
    for (let at = 0; at < frontier.length; at++) {
      const place = frontier[at] ?? start;
      if (seen.has(place)) continue;
      seen.add(place);
      if (wanted(place)) found.push(place);
      else frontier.push(...this.after(place));
    }
    return found;
  }
}
