import { type NavigationSpec, type OperationSpec, specify } from '../../src/api/index.ts';
import type { Graph } from '../../src/graph/index.ts';

/** An EntitySet that can be written: by itself, or inside a parent along navigation properties. */
export interface WritableTarget {
  readonly id: string;
  /** The set that the create names. */
  readonly root: OperationSpec;
  /** From the root to the set; empty where the set can be created by itself. */
  readonly way: readonly { readonly navigation: NavigationSpec; readonly spec: OperationSpec }[];
}

/** Every EntitySet of a graph that can be created, directly or by deep insert, with the shortest way to it. */
export function writableTargets(graph: Graph): WritableTarget[] {
  const specs = new Map<string, OperationSpec>();
  const specOf = (id: string): OperationSpec => {
    let spec = specs.get(id);
    if (spec === undefined) {
      spec = specify(graph, id);
      specs.set(id, spec);
    }
    return spec;
  };
  const found = new Map<string, WritableTarget>();
  let frontier: WritableTarget[] = [];
  for (const { id } of graph.nodes('EntitySet')) {
    const root = specOf(id);
    if (!root.operations.includes('create')) continue;
    const target = { id, root, way: [] };
    found.set(id, target);
    frontier.push(target);
  }
  while (frontier.length > 0) {
    const next: WritableTarget[] = [];
    for (const { id, root, way } of frontier) {
      for (const navigation of specOf(id).navigation) {
        if (navigation.entitySet === undefined || !navigation.deepInsert) continue;
        const childId = `${root.service}/${navigation.entitySet}`;
        if (found.has(childId)) continue;
        const target = { id: childId, root, way: [...way, { navigation, spec: specOf(childId) }] };
        found.set(childId, target);
        next.push(target);
      }
    }
    frontier = next;
  }
  return [...found.values()];
}
