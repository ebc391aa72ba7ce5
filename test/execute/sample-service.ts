import {
  type EntitySetAttributes,
  edge,
  emptyPatch,
  type GraphPatch,
  MemoryGraph,
  node,
  type OperationAttributes,
  type PropertyAttributes,
  type ServiceAttributes,
} from '../../src/graph/index.ts';

/** A service in a few lines, for tests: types with properties and navigation, sets, operations. */
export interface SampleService {
  version: string;
  service?: Partial<ServiceAttributes>;
  types: Record<string, SampleType>;
  sets: Record<string, { type: string } & Partial<EntitySetAttributes>>;
  binds?: readonly (readonly [set: string, navigation: string, target: string])[];
  operations?: readonly SampleOperation[];
}

interface SampleType {
  keys?: readonly string[];
  keyAliases?: Record<string, string>;
  base?: string;
  complex?: boolean;
  open?: boolean;
  hasStream?: boolean;
  properties: Record<string, string | ({ type: string } & Partial<PropertyAttributes> & { enum?: boolean })>;
  /** Name to target type; `Target*` for to-many. */
  navigation?: Record<string, string>;
}

type SampleOperation = Partial<OperationAttributes> & {
  name: string;
  boundTo?: { type?: string; set?: string };
  parameters?: OperationAttributes['parameters'];
};

/** Builds the graph of a sample service under the id SVC with the namespace NS. */
export function sampleGraph(sample: SampleService): MemoryGraph {
  const patch = emptyPatch();
  const service = node('Service', 'SVC', {
    protocol: 'odata',
    version: sample.version,
    url: 'https://erp.example/svc',
    ...sample.service,
  });
  patch.nodes.push(service);
  for (const [name, type] of Object.entries(sample.types)) addType(patch, name, type);
  for (const [name, { type, ...attributes }] of Object.entries(sample.sets)) {
    const set = node('EntitySet', `SVC/${name}`, { name, ...attributes });
    patch.nodes.push(set);
    patch.edges.push(
      edge('EXPOSES', service, set, {}),
      edge('OF_TYPE', set, { kind: 'EntityType', id: typeId(type) }, {}),
    );
  }
  for (const [set, navigation, target] of sample.binds ?? []) {
    patch.edges.push(
      edge(
        'BINDS',
        { kind: 'EntitySet', id: `SVC/${set}` },
        { kind: 'EntitySet', id: `SVC/${target}` },
        { navigation },
      ),
    );
  }
  for (const { boundTo, ...given } of sample.operations ?? []) {
    const attributes = { operationType: 'Action' as const, parameters: [], ...given };
    const id = boundTo?.type === undefined ? `SVC/${given.name}` : `SVC#NS.${given.name}(NS.${boundTo.type})`;
    const operation = node('Operation', id, boundTo?.type === undefined ? attributes : { bound: true, ...attributes });
    if (patch.nodes.some((known) => known.id === id)) continue;
    patch.nodes.push(operation);
    if (boundTo?.type !== undefined)
      patch.edges.push(edge('HAS_OPERATION', { kind: 'EntityType', id: typeId(boundTo.type) }, operation, {}));
    else patch.edges.push(edge('EXPOSES', service, operation, {}));
    if (boundTo?.set !== undefined)
      patch.edges.push(edge('HAS_OPERATION', { kind: 'EntitySet', id: `SVC/${boundTo.set}` }, operation, {}));
  }
  return MemoryGraph.from(patch);
}

function addType(patch: GraphPatch, name: string, type: SampleType): void {
  const { keys = [], base, properties, navigation = {}, ...attributes } = type;
  const { keyAliases, complex, open, hasStream } = attributes;
  const id = typeId(name);
  const self = node('EntityType', id, {
    name,
    namespace: 'NS',
    keys,
    ...(keyAliases !== undefined && { keyAliases }),
    ...(complex !== undefined && { complex }),
    ...(open !== undefined && { open }),
    ...(hasStream !== undefined && { hasStream }),
  });
  patch.nodes.push(self);
  if (base !== undefined) patch.edges.push(edge('EXTENDS', self, { kind: 'EntityType', id: typeId(base) }, {}));
  for (const [member, given] of Object.entries(properties)) {
    const { enum: isEnum, ...rest } =
      typeof given === 'string' ? { type: given, enum: false } : { enum: false, ...given };
    const property = node('Property', `${id}/${member}`, { name: member, nullable: true, ...rest });
    patch.nodes.push(property);
    patch.edges.push(edge('HAS_PROPERTY', self, property, {}));
    if (isEnum) {
      const help = node('ValueHelp', `${property.id}@enum`, { origin: 'enum' });
      patch.nodes.push(help);
      patch.edges.push(edge('HAS_VALUE_HELP', property, help, {}));
    }
  }
  for (const [member, target] of Object.entries(navigation)) {
    const many = target.endsWith('*');
    const property = node('NavigationProperty', `${id}/${member}`, { name: member });
    patch.nodes.push(property);
    patch.edges.push(
      edge('HAS_NAVIGATION', self, property, {}),
      edge(
        'NAVIGATES_TO',
        property,
        { kind: 'EntityType', id: typeId(target.replace('*', '')) },
        { cardinality: many ? '*' : '0..1' },
      ),
    );
  }
}

function typeId(name: string): string {
  return `SVC#NS.${name}`;
}
