import type { OperationSpec } from '../../workspace/index.ts';

/** Keys of a set, and which sets its navigation properties lead to. */
export interface SetShape {
  readonly keys: readonly string[];
  readonly navigation: ReadonlyMap<string, string>;
}

/** The shape of a set by service and name; undefined where nothing is known of it. */
export type Shapes = (service: string, entitySet: string) => SetShape | undefined;

const deepest = 3;

/** Loads the shapes of sets and of those that their navigation leads to. */
export async function loadShapes(
  describe: (target: { service: string; entitySet: string }) => Promise<OperationSpec | undefined>,
  sets: Iterable<{ readonly service: string; readonly entitySet: string }>,
  known: Map<string, SetShape | undefined>,
): Promise<Shapes> {
  let layer = [...sets];
  for (let depth = 0; depth < deepest && layer.length > 0; depth++) {
    const next: typeof layer = [];
    for (const { service, entitySet } of layer) {
      const id = `${service}/${entitySet}`;
      if (!known.has(id)) known.set(id, shapeOf(await describe({ service, entitySet })));
      for (const target of known.get(id)?.navigation.values() ?? []) {
        if (!known.has(`${service}/${target}`)) next.push({ service, entitySet: target });
      }
    }
    layer = next;
  }
  return (service, entitySet) => known.get(`${service}/${entitySet}`);
}

function shapeOf(spec: OperationSpec | undefined): SetShape | undefined {
  if (spec === undefined) return undefined;
  const navigation = spec.navigation.flatMap(({ name, entitySet }) =>
    entitySet === undefined ? [] : [[name, entitySet] as const],
  );
  return { keys: spec.keys, navigation: new Map(navigation) };
}
