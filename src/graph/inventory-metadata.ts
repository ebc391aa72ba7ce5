import type { Fact } from './compare-facts.ts';
import type { Graph } from './graph.ts';
import type { GraphNode, OperationAttributes, PropertyAttributes } from './node.ts';

/** The classes of metadata: services, sets, types, properties, navigation, associations and operations. */
export function metadataInventory(graph: Graph): [string, Fact[]][] {
  const services = [...graph.nodes('Service')].filter(({ attributes }) => attributes.protocol === 'odata').map(service);
  const sets = [...graph.nodes('EntitySet')].map((set) => ({ set, fact: entitySet(graph, set) }));
  const types = [...graph.nodes('EntityType')];
  const members = types.map((type) => ({ type, ...membersOf(graph, type) }));
  const ofTypes = (complex: boolean) => members.filter(({ type }) => (type.attributes.complex === true) === complex);
  const navigation = ofTypes(false).flatMap(({ navigations }) => navigations);
  const operations = [...graph.nodes('Operation')];
  const declared = operations.filter(({ attributes }) => attributes.qualifiedName !== undefined);
  const imports = operations.filter(({ id }) => id.includes('/'));
  return [
    ['services', services],
    ['servicesV2', services.filter(({ facts }) => facts.version === 'V2')],
    ['servicesV4', services.filter(({ facts }) => facts.version === 'V4')],
    ['entitySets', sets.filter(({ set }) => !set.attributes.singleton).map(({ fact }) => fact)],
    ['singletons', sets.filter(({ set }) => set.attributes.singleton).map(({ fact }) => fact)],
    ['entityTypes', ofTypes(false).map(({ type }) => structuredType(type))],
    ['complexTypes', ofTypes(true).map(({ type }) => structuredType(type))],
    [
      'enumTypes',
      declares(graph, ({ enumTypes }) => Object.entries(enumTypes).map(([name, members]) => [name, members.join(' ')])),
    ],
    ['properties', ofTypes(false).flatMap(({ properties }) => properties)],
    ['complexTypeProperties', ofTypes(true).flatMap(({ properties }) => properties)],
    ['keyProperties', ofTypes(false).flatMap(({ type }) => keyProperties(graph, type))],
    ['navigationProperties', navigation],
    ['navigationToMany', navigation.filter(({ facts }) => facts.cardinality === '*')],
    ['navigationToOne', navigation.filter(({ facts }) => facts.cardinality === '1')],
    ['navigationToZeroOrOne', navigation.filter(({ facts }) => facts.cardinality === '0..1')],
    ['complexTypeNavigationProperties', ofTypes(true).flatMap(({ navigations }) => navigations)],
    [
      'associations',
      declares(graph, ({ associations }) =>
        Object.entries(associations).map(([name, ends]) => [name, ends.join(' to ')]),
      ),
    ],
    [
      'associationSets',
      declares(graph, ({ associationSets }) =>
        Object.entries(associationSets).map(([name, ends]) => [name, ends.join(' ')]),
      ),
    ],
    [
      'functionImports',
      unique(imports.filter(({ attributes }) => attributes.operationType !== 'Action').map(operationImport)),
    ],
    [
      'actionImports',
      unique(imports.filter(({ attributes }) => attributes.operationType === 'Action').map(operationImport)),
    ],
    [
      'actions',
      unique(declared.filter(({ attributes }) => attributes.operationType === 'Action').map(declaredOperation)),
    ],
    [
      'functions',
      unique(declared.filter(({ attributes }) => attributes.operationType === 'Function').map(declaredOperation)),
    ],
    [
      'operations',
      unique(operations.filter(({ attributes }) => attributes.operationType !== 'OpenAPI').map(operation)),
    ],
    ['schemas', declares(graph, ({ schemas }) => schemas.map((name) => [name, undefined]))],
    ['entityContainers', declares(graph, ({ containers }) => containers.map((name) => [name, undefined]))],
  ];
}

function service({ id, attributes }: GraphNode<'Service'>): Fact {
  return { id, facts: { version: attributes.version?.startsWith('4') ? 'V4' : 'V2' } };
}

/** What services declare without nodes of its own, as name and one text that describes it. */
function declares(
  graph: Graph,
  entries: (
    declared: NonNullable<GraphNode<'Service'>['attributes']['declares']>,
  ) => (readonly [string, string | undefined])[],
): Fact[] {
  return [...graph.nodes('Service')].flatMap(({ id, attributes }) =>
    (attributes.declares ? entries(attributes.declares) : []).map(([name, holds]) => ({
      id: `${id} ${name}`,
      facts: { holds },
    })),
  );
}

function entitySet(graph: Graph, set: GraphNode<'EntitySet'>): Fact {
  const { container = '', name, label } = set.attributes;
  const type = graph.out('OF_TYPE', set)[0]?.to;
  return { id: `${serviceOf(set.id)} ${container}/${name}`, facts: { type, label: oneLine(label) } };
}

function structuredType({ id, attributes }: GraphNode<'EntityType'>): Fact {
  const { abstract = false, open = false, hasStream = false, baseType, label } = attributes;
  return { id, facts: { abstract, open, hasStream, baseType, label: oneLine(label) } };
}

function membersOf(graph: Graph, type: GraphNode<'EntityType'>): { properties: Fact[]; navigations: Fact[] } {
  return {
    properties: graph.out('HAS_PROPERTY', type).map(({ to }) => property(to, graph.node('Property', to)?.attributes)),
    navigations: graph.out('HAS_NAVIGATION', type).map(({ to }) => {
      const [leads] = graph.out('NAVIGATES_TO', { kind: 'NavigationProperty', id: to });
      const attributes = graph.node('NavigationProperty', to)?.attributes;
      const { containsTarget = false, label } = attributes ?? {};
      return {
        id: to,
        facts: { cardinality: leads?.attributes.cardinality, target: leads?.to, containsTarget, label: oneLine(label) },
      };
    }),
  };
}

function property(id: string, attributes: PropertyAttributes | undefined): Fact {
  const { type, collection = false, nullable, maxLength, precision, scale, key = false, label } = attributes ?? {};
  return { id, facts: { type, collection, nullable, maxLength, precision, scale, key, label: oneLine(label) } };
}

/** Keys that the type itself declares: its keys without those of its base type. */
function keyProperties(graph: Graph, type: GraphNode<'EntityType'>): Fact[] {
  const base = graph.out('EXTENDS', type)[0];
  const inherited = base && graph.node('EntityType', base.to)?.attributes.keys;
  const keys = type.attributes.keys;
  if (inherited?.join('\n') === keys.join('\n')) return [];
  return keys.map((key, place) => ({ id: `${type.id}/${key}`, facts: { place } }));
}

function operationImport({ id, attributes }: GraphNode<'Operation'>): Fact {
  const { name, qualifiedName } = attributes;
  const legacy = attributes.operationType === 'FunctionImport';
  return { id: `${serviceOf(id)} ${name}`, facts: { stands: qualifiedName, ...(legacy ? signature(attributes) : {}) } };
}

function declaredOperation({ id, attributes }: GraphNode<'Operation'>): Fact {
  const { qualifiedName } = attributes;
  return {
    id: `${serviceOf(id)} ${qualifiedName}(${binding(attributes)}) ${parameterNames(attributes)}`,
    facts: signature(attributes),
  };
}

function operation({ id, attributes }: GraphNode<'Operation'>): Fact {
  const { operationType, qualifiedName, name } = attributes;
  const called = qualifiedName ?? name;
  return {
    id: `${serviceOf(id)} ${operationType} ${called}(${binding(attributes)}) ${parameterNames(attributes)}`,
    facts: signature(attributes),
  };
}

function binding({ bindingType, bindingCollection }: OperationAttributes): string {
  return bindingCollection ? `Collection(${bindingType})` : (bindingType ?? '');
}

function signature({ method, returnType, returnCollection = false, parameters }: OperationAttributes): Fact['facts'] {
  const types = parameters.map(
    ({ name, type, maxLength, nullable }) => `${name} ${type} ${maxLength ?? ''} ${nullable}`,
  );
  return { method, returnType, returnCollection, parameters: types.join(', ') };
}

function parameterNames({ parameters }: OperationAttributes): string {
  return parameters
    .map(({ name }) => name)
    .sort()
    .join(',');
}

function serviceOf(id: string): string {
  return id.split(/[/#]/, 1)[0] ?? '';
}

function unique(facts: readonly Fact[]): Fact[] {
  return [...new Map(facts.map((fact) => [fact.id, fact])).values()];
}

function oneLine(text: string | undefined): string | undefined {
  const line = text?.replace(/\s+/g, ' ').trim();
  return line === '' ? undefined : line;
}
