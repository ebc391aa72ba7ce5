import type { Graph } from '../../graph/index.ts';
import { words } from '../nearest-names.ts';
import type { CatalogOperation, CatalogService, CatalogSet } from './catalog.ts';
import { isDeepInsertable } from './deep-insert.ts';
import { describeOperation, describeProperties, describeProperty } from './describe-property.ts';
import { exampleAction, exampleCreate, exampleRead } from './example-call.ts';
import type { NavigationSpec, OperationSpec } from './operation-spec.ts';
import { describeProcess } from './process-view.ts';
import { estimateTokens, type ItemProperties, renderText, type TextOptions, TOKENIZER } from './render-text.ts';
import type { StructuredType, TypedNavigation } from './structured-type.ts';
import { findTarget, type TargetName } from './target.ts';
import { type SpecPart, withoutParts, withoutValueHelp } from './without-parts.ts';

/** How a specification is rendered. */
export interface SpecifyOptions extends TextOptions {
  /** Parts that are left out everywhere, as in an ablation. */
  without?: readonly SpecPart[] | undefined;
}

/**
 * The grounded specification of an EntitySet or Operation, from a graph that holds its service and the processes. Pure; throws
 * `target-unknown` where the graph has no such element.
 */
export function specify(graph: Graph, target: TargetName, options: SpecifyOptions = {}): OperationSpec {
  const found = findTarget(graph, target);
  const whole =
    'set' in found
      ? specifySet(graph, found.set)
      : 'type' in found
        ? specifyType(found.service, found.type)
        : specifyOperation(graph, found.service, found.operation);
  const { without = [] } = options;
  const spec = withoutParts(whole, without);
  const items = 'set' in found ? describeItems(found.set, spec) : [];
  spec.text = renderText(
    spec,
    items.map((item) => ({ ...item, properties: withoutValueHelp(item.properties, without) })),
    options,
  );
  spec.tokens = { count: estimateTokens(spec.text), tokenizer: TOKENIZER };
  return spec;
}

function specifySet(graph: Graph, set: CatalogSet): OperationSpec {
  const { service, attributes, type } = set;
  const description = attributes.description ?? type.attributes.description;
  const operations = possibleOperations(set);
  const restrictions = describeRestrictions(set);
  const canBeCreated = service.isCreatable(set);
  return {
    id: set.id,
    service: service.id,
    entitySet: set.name,
    kind: attributes.singleton === true ? 'Singleton' : 'EntitySet',
    protocol: protocolOf(service),
    label: attributes.label ?? type.attributes.label ?? words(set.name).join(' '),
    ...(description !== undefined && { description }),
    keys: type.keys.map(({ name }) => name),
    operations,
    ...(set.checksVersions && { etag: true }),
    ...(attributes.draft !== undefined && { draft: true }),
    properties: describeProperties(service, type, set),
    navigation: [...type.navigation.values()].map((navigation) =>
      describeNavigation(service, navigation, set, canBeCreated && isDeepInsertable(set, navigation)),
    ),
    actions: service.operations(set).map((operation) => describeOperation(service, operation, set)),
    required: set.required.map(({ name }) => name),
    ...restrictions,
    queryOptions: {
      search: attributes.searchable !== false,
      top: attributes.topSupported !== false && attributes.pageable !== false,
      skip: attributes.skipSupported !== false && attributes.pageable !== false,
      count: attributes.countable !== false,
      expand: attributes.expandable !== false,
    },
    examples: [
      ...(operations.includes('create') ? [{ ...exampleCreate(set) }] : []),
      ...(operations.includes('read') ? [{ ...exampleRead(set) }] : []),
    ],
    process: describeProcess(graph, 'EntitySet', set.id),
    text: '',
    tokens: { count: 0, tokenizer: TOKENIZER },
  };
}

function specifyOperation(graph: Graph, service: CatalogService, operation: CatalogOperation): OperationSpec {
  const { attributes } = operation;
  const set = service.setOfOperation(operation);
  const described = describeOperation(service, operation, set);
  const bodyId = graph.out('OF_TYPE', { kind: 'Operation', id: operation.id })[0]?.to;
  const bodyType = bodyId === undefined ? undefined : service.type(bodyId);
  const body = bodyType === undefined ? undefined : describeProperties(service, bodyType);
  const binding = attributes.bindingType === undefined ? undefined : service.typeNamed(attributes.bindingType);
  const isOData = attributes.operationType !== 'OpenAPI';
  return {
    id: operation.id,
    service: service.id,
    operation: attributes.name,
    kind: 'Operation',
    protocol: protocolOf(service),
    label: described.label,
    ...(attributes.description !== undefined && { description: attributes.description }),
    keys: operation.on === 'entity' ? (binding?.keys ?? []).map(({ name }) => name) : [],
    operations: [],
    properties: [],
    navigation: [],
    actions: [],
    parameters: described.parameters,
    ...(body !== undefined && { body }),
    ...(described.returns !== undefined && { returns: described.returns }),
    required:
      body === undefined ? [...operation.required] : body.filter(({ required }) => required).map(({ name }) => name),
    examples: isOData ? [{ ...exampleAction(service, operation, set) }] : [],
    process: describeProcess(graph, 'Operation', operation.id),
    text: '',
    tokens: { count: 0, tokenizer: TOKENIZER },
  };
}

/** A type without EntitySet, such as the target of a containment navigation. */
function specifyType(service: CatalogService, type: StructuredType): OperationSpec {
  const { label, description } = type.attributes;
  return {
    id: type.id,
    service: service.id,
    kind: 'EntityType',
    protocol: protocolOf(service),
    label: label ?? words(type.attributes.name).join(' '),
    ...(description !== undefined && { description }),
    keys: type.keys.map(({ name }) => name),
    operations: [],
    properties: describeProperties(service, type),
    navigation: [...type.navigation.values()].map((navigation) =>
      describeNavigation(service, navigation, undefined, true),
    ),
    actions: [],
    required: type.required.map(({ name }) => name),
    examples: [],
    process: [],
    text: '',
    tokens: { count: 0, tokenizer: TOKENIZER },
  };
}

function possibleOperations({ attributes }: CatalogSet): OperationSpec['operations'] {
  return [
    ...(attributes.insertable !== false && attributes.singleton !== true ? (['create'] as const) : []),
    ...(attributes.readable !== false && attributes.addressable !== false ? (['read'] as const) : []),
    ...(attributes.updatable !== false ? (['update'] as const) : []),
    ...(attributes.deletable !== false && attributes.singleton !== true ? (['delete'] as const) : []),
  ];
}

function describeNavigation(
  service: CatalogService,
  navigation: TypedNavigation,
  set: CatalogSet | undefined,
  deepInsert: boolean,
): NavigationSpec {
  const { name, targetId = '', cardinality } = navigation;
  const behind = service.setBehind(set, name, navigation.targetId);
  const required = (behind?.required ?? service.type(targetId)?.required ?? []).map((property) => property.name);
  return {
    name,
    to: targetId,
    ...(behind !== undefined && { entitySet: behind.name }),
    cardinality,
    deepInsert,
    ...(deepInsert && required.length > 0 && { required }),
  };
}

/** Children that a create may carry, without the way back to the parent: their required and coded properties. */
function describeItems(set: CatalogSet, spec: OperationSpec): ItemProperties[] {
  return spec.navigation.flatMap(({ name, to, deepInsert, cardinality, entitySet }) => {
    const child = entitySet === undefined ? undefined : set.service.entitySet(entitySet);
    const type = child?.type ?? set.service.type(to);
    if (!deepInsert || cardinality !== '*' || type === undefined || child === set) return [];
    const required = child?.required ?? type.required;
    const told = [...type.properties.values()].filter((property) => {
      const refusal = child === undefined ? property.createRefusal : child.createRefusals.get(property.name);
      const isTold = required.includes(property) || property.valueHelp?.closed === true;
      return !property.key && refusal === undefined && isTold;
    });
    return [{ navigation: name, properties: told.map((property) => describeProperty(set.service, property, child)) }];
  });
}

function describeRestrictions(set: CatalogSet): Pick<OperationSpec, 'filterRestrictions' | 'sortRestrictions'> {
  const { attributes, type } = set;
  const names = (missing: 'filterable' | 'sortable', listed: readonly string[] = []): string[] => {
    const own = [...type.properties.values()].filter((property) => property.attributes[missing] === false);
    return [...new Set([...own.map(({ name }) => name), ...listed])];
  };
  const required = [
    ...new Set([
      ...(attributes.requiredFilterProperties ?? []),
      ...[...type.properties.values()]
        .filter((property) => property.attributes.requiredInFilter === true)
        .map(({ name }) => name),
    ]),
  ];
  const notFilterable = names('filterable', attributes.nonFilterableProperties);
  const notSortable = names('sortable', attributes.nonSortableProperties);
  const expressions = filterExpressions(set);
  const filterRestrictions = {
    ...(attributes.filterable === false && { filterable: false }),
    ...(required.length > 0 && { required }),
    ...(notFilterable.length > 0 && { notFilterable }),
    ...(Object.keys(expressions).length > 0 && { expressions }),
  };
  const sortRestrictions = {
    ...(attributes.sortable === false && { sortable: false }),
    ...(notSortable.length > 0 && { notSortable }),
  };
  return {
    ...(Object.keys(filterRestrictions).length > 0 && { filterRestrictions }),
    ...(Object.keys(sortRestrictions).length > 0 && { sortRestrictions }),
  };
}

/** Property name to the kinds of expression a filter may use on it, from annotations and `sap:filter-restriction`. */
export function filterExpressions({ attributes, type }: CatalogSet): Record<string, string[]> {
  const expressions: Record<string, string[]> = {};
  for (const { name, attributes: property } of type.properties.values()) {
    const allowed =
      attributes.filterExpressions?.[name] ??
      (property.filterRestriction === undefined ? [] : [property.filterRestriction]);
    if (allowed.length > 0) expressions[name] = [...allowed];
  }
  return expressions;
}

function protocolOf({ attributes }: CatalogService): string {
  return attributes.protocol === 'openapi' ? 'openapi' : `odata ${attributes.version ?? '4.0'}`;
}
