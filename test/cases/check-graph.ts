import { type EdgeKind, type Graph, type GraphNode, type NodeKind, walk } from '../../src/graph/index.ts';
import { matches, show } from './compare.ts';
import { asList, asText, type Fields, fieldsOf, onlyKeys } from './expectation.ts';

const graphKeys = ['counts', 'edgeCounts', 'nodes', 'absent', 'edges', 'noEdges', 'reaches'];

/** Attributes of a node that a case may ask for, by kind: the words of the cases, then the others that the graph knows. */
const nodeKeys: Readonly<Record<string, readonly string[]>> = {
  Service: ['version', 'url', 'title', 'description', 'protocol'],
  EntitySet: [
    ...[
      'label',
      'insertable',
      'description',
      'singleton',
      'container',
      'updatable',
      'deletable',
      'readable',
      'addressable',
    ],
    ...['searchable', 'pageable', 'countable', 'topSupported', 'skipSupported', 'expandable', 'filterable', 'sortable'],
    ...[
      'requiresFilter',
      'requiredFilterProperties',
      'nonFilterableProperties',
      'nonSortableProperties',
      'requiredOnInsert',
    ],
    ...['nonExpandableProperties', 'nonInsertableProperties', 'nonInsertableNavigation', 'nonUpdatableProperties'],
    ...['deepInsertSupported', 'concurrency'],
  ],
  EntityType: [
    ...[
      'keys',
      'abstract',
      'complex',
      'label',
      'description',
      'namespace',
      'keyAliases',
      'open',
      'hasStream',
      'baseType',
    ],
  ],
  Property: [
    ...[
      'type',
      'underlyingType',
      'collection',
      'nullable',
      'required',
      'maxLength',
      'precision',
      'scale',
      'key',
      'label',
    ],
    ...['creatable', 'updatable', 'flags', 'description', 'defaultValue', 'unicode', 'srid', 'filterable', 'sortable'],
    ...[
      'computed',
      'immutable',
      'readOnly',
      'hidden',
      'requiredInFilter',
      'filterRestriction',
      'semantics',
      'displayFormat',
    ],
    ...['unit', 'text', 'concurrency', 'pattern', 'minimum', 'maximum', 'computedDefault'],
  ],
  NavigationProperty: [
    'containsTarget',
    'label',
    'nullable',
    'partner',
    'creatable',
    'onDelete',
    'referentialConstraints',
  ],
  Operation: [
    ...[
      'operationType',
      'bound',
      'method',
      'path',
      'contentType',
      'parameters',
      'label',
      'description',
      'qualifiedName',
    ],
    ...['bindingType', 'bindingCollection', 'composable', 'returnType', 'returnCollection', 'entitySet'],
  ],
  Activity: [
    ...[
      'type',
      'event',
      'attachedTo',
      'interrupting',
      'parent',
      'entry',
      'calledElement',
      'description',
      'link',
      'lane',
      'loop',
    ],
    'triggeredByEvent',
  ],
  Process: ['blackBox', 'executable', 'description', 'file', 'dataObjects'],
  Gateway: ['type', 'parent', 'default'],
  ValueHelp: ['origin', 'fixed', 'resolved', 'entitySet', 'valueProperty', 'textProperty', 'reference'],
};

const parameterKeys = ['name', 'in', 'type', 'required', 'label'];

const edgeKeys: Readonly<Record<string, readonly string[]>> = {
  NAVIGATES_TO: ['cardinality'],
  HAS_VALUE_HELP: ['resolved', 'fixed', 'entitySet', 'valueProperty', 'textProperty', 'reference', 'codes'],
  HAS_NEXT: ['via', 'condition', 'default'],
  SENDS_MESSAGE: ['name'],
  ...Object.fromEntries(
    [
      'OF_TYPE',
      'EXTENDS',
      'HAS_PROPERTY',
      'HAS_NAVIGATION',
      'HAS_ACTIVITY',
      'HAS_OPERATION',
      'INVOKES',
      'EXPOSES',
      'BINDS',
    ].map((kind) => [kind, []]),
  ),
};

/** Compares a graph with `graph` of a case; one sentence per mismatch. */
export function checkGraph(value: unknown, graph: Graph): string[] {
  const expect = fieldsOf(value, 'graph');
  onlyKeys(expect, graphKeys, 'graph');
  const counts = graph.counts();
  return [
    ...checkCounts(expect.counts, counts.nodes, nodeKeys, 'nodes'),
    ...checkCounts(expect.edgeCounts, counts.edges, edgeKeys, 'edges'),
    ...asList(expect.nodes).flatMap((entry) => checkNode(fieldsOf(entry, 'graph.nodes[]'), graph, true)),
    ...asList(expect.absent).flatMap((entry) => checkNode(fieldsOf(entry, 'graph.absent[]'), graph, false)),
    ...asList(expect.edges).flatMap((entry) => checkEdge(fieldsOf(entry, 'graph.edges[]'), graph, true)),
    ...asList(expect.noEdges).flatMap((entry) => checkEdge(fieldsOf(entry, 'graph.noEdges[]'), graph, false)),
    ...asList(expect.reaches).flatMap((entry) => checkReach(fieldsOf(entry, 'graph.reaches[]'), graph)),
  ];
}

function checkCounts(
  value: unknown,
  came: Readonly<Record<string, number | undefined>>,
  kinds: Readonly<Record<string, unknown>>,
  what: string,
): string[] {
  if (value === undefined) return [];
  const expected = fieldsOf(value, `graph counts of ${what}`);
  onlyKeys(expected, Object.keys(kinds), `graph counts of ${what}`);
  return Object.entries(expected)
    .filter(([kind, number]) => (came[kind] ?? 0) !== number)
    .map(([kind, number]) => `expected ${show(number)} ${what} of kind ${kind}, came ${came[kind] ?? 0}`);
}

function checkNode(entry: Fields, graph: Graph, wanted: boolean): string[] {
  const { kind: written, id, ...attributes } = entry;
  const kind = asText(written, 'kind of a node');
  const allowed = nodeKeys[kind];
  if (allowed === undefined) throw new Error(`graph.nodes has the unknown kind ${kind}`);
  onlyKeys(attributes, ['name', ...allowed], `a ${kind}`);
  for (const parameter of asList(attributes.parameters)) {
    onlyKeys(fieldsOf(parameter, 'parameters[]'), parameterKeys, 'parameters[]');
  }
  const fits = (node: GraphNode) =>
    (id === undefined || node.id === id) && matches(attributes, node.attributes as unknown as Fields);
  const nodes: GraphNode[] = [...graph.nodes(kind as NodeKind)];
  const found = nodes.some(fits);
  if (found === wanted) return [];
  if (!wanted) return [`expected no node ${show(entry)}, came one`];
  const near = nodes.find((node) => node.id === id);
  return [`expected the node ${show(entry)}, came ${near ? show(only(near.attributes, attributes)) : listIds(nodes)}`];
}

function only(attributes: object, wanted: Fields): Fields {
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, (attributes as Fields)[key] ?? null]));
}

function listIds(nodes: readonly GraphNode[]): string {
  return show(nodes.map((node) => node.id));
}

function checkEdge(entry: Fields, graph: Graph, wanted: boolean): string[] {
  const { kind: written, from, to, fromKind, toKind, ...attributes } = entry;
  const kind = asText(written, 'kind of an edge');
  const allowed = edgeKeys[kind];
  if (allowed === undefined) throw new Error(`graph.edges has the unknown kind ${kind}`);
  onlyKeys(attributes, allowed, `an edge ${kind}`);
  const edges = [...graph.edges(kind as EdgeKind)].filter(
    (edge) =>
      (from === undefined || edge.from === from) &&
      (to === undefined || edge.to === to) &&
      (fromKind === undefined || edge.fromKind === fromKind) &&
      (toKind === undefined || edge.toKind === toKind),
  );
  const found = edges.some((edge) => matches(attributes, edge.attributes as Fields));
  if (found === wanted) return [];
  return wanted
    ? [`expected the edge ${show(entry)}, came ${show(edges.map((edge) => edge.attributes))}`]
    : [`expected no edge ${show(entry)}, came one`];
}

function checkReach(entry: Fields, graph: Graph): string[] {
  onlyKeys(entry, ['from', 'to'], 'graph.reaches[]');
  const from = asText(entry.from, 'from');
  const to = asText(entry.to, 'to');
  const start = { kind: 'Activity', id: from } as const;
  const passed = [start, ...walk(graph, start, ['HAS_NEXT'])];
  // The start itself is reached only over a loop, which a walk does not list.
  if (passed.some((ref) => graph.out('HAS_NEXT', ref).some((edge) => edge.to === to))) return [];
  return [`expected to get from ${from} to ${to}, came as far as ${show(passed.map(({ id }) => id))}`];
}
