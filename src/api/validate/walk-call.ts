import { readOperationWord, type SingleCall } from '../call.ts';
import type { Catalog, CatalogOperation, CatalogService, CatalogSet } from '../spec/catalog.ts';
import { propertyAt } from '../spec/search-values.ts';
import type { StructuredType, TypedNavigation } from '../spec/structured-type.ts';
import { type CallNode, type CallRoot, type EntityNode, escapeSegment } from './call-node.ts';
import { parametersOf } from './typed-parameter.ts';
import { problemOfParameter, problemOfProperty } from './value-problem.ts';

/** Deeper payloads are reported by the rule `call-shape` and not walked. */
export const MAX_PAYLOAD_DEPTH = 32;

const QUERY_OPTIONS = ['filter', 'select', 'expand', 'orderby', 'top', 'skip', 'count', 'search'];

/** Comparisons with a part of a text, which need be no whole value. */
const LIKE: ReadonlySet<string> = new Set(['contains', 'startswith', 'endswith']);

type Visit = (node: CallNode) => void;

/** Resolves the names of a call and visits the call and all its parts, in the order in which they are written. */
export function walkCall(catalog: Catalog, call: SingleCall, path: string, visit: Visit): void {
  const root = resolveCall(catalog, call, path);
  visit(root);
  const { service, set, word, operation } = root;
  if (service === undefined || word === undefined) return;
  const keyType = set?.type;
  if (call.key !== undefined && keyType !== undefined) walkKey(service, set, operation, call.key, `${path}/key`, visit);
  if (operation !== undefined) {
    walkParameters(service, operation, set, call, path, visit);
    return;
  }
  if (set === undefined || keyType === undefined) return;
  const through = root.navigation;
  const targetId = through === undefined ? keyType.id : through.targetId;
  const type = through === undefined ? keyType : targetId === undefined ? undefined : service.type(targetId);
  const target = through === undefined ? set : service.setBehind(set, through.name, targetId);
  if (call.navigation !== undefined && through === undefined) {
    const candidates = [...keyType.navigation.keys()];
    visit(
      unknown('navigation', path, 'navigation', call.navigation, keyType.qualifiedName, candidates, call.navigation),
    );
    return;
  }
  if (type === undefined) return;
  if (word.kind === 'create' || (word.kind === 'update' && call.payload !== undefined)) {
    const entity: EntityNode = {
      kind: 'entity',
      path: `${path}/payload`,
      mode: word.kind,
      creating: word.kind === 'create',
      type,
      set: target,
      value: call.payload ?? {},
      depth: 0,
      parent: undefined,
    };
    walkEntity(service, entity, visit);
  }
  if (word.kind === 'read' && call.query !== undefined)
    walkQuery(service, target ?? set, type, call, `${path}/query`, visit);
}

/** Finds what a call names; what is not found stays undefined. */
export function resolveCall(catalog: Catalog, call: SingleCall, path: string): CallRoot {
  const word = readOperationWord(call.operation);
  const service = catalog.service(call.service);
  const set = call.entitySet === undefined ? undefined : service?.entitySet(call.entitySet);
  const operation =
    word?.kind === 'action' && service !== undefined ? findOperation(service, set, word.name, call) : undefined;
  const navigation = call.navigation === undefined ? undefined : set?.type.navigation.get(call.navigation);
  return { kind: 'call', path, call, word, service, set, operation, navigation };
}

/** The operation of a name that fits the given parameters best: bound to the set, then unbound; to one entity where a key is given. */
export function findOperation(
  service: CatalogService,
  set: CatalogSet | undefined,
  name: string,
  call: SingleCall,
): CatalogOperation | undefined {
  const given = Object.keys({ ...call.key, ...call.parameters });
  const hasEntity = call.key !== undefined || call.reference !== undefined || set?.attributes.singleton === true;
  let best: { operation: CatalogOperation; score: number } | undefined;
  for (const operations of set === undefined
    ? [service.operations()]
    : [service.operations(set), service.operations()]) {
    for (const operation of operations) {
      const { attributes } = operation;
      const qualified = attributes.qualifiedName ?? operation.id.slice(service.id.length + 1).replace(/\(.*$/, '');
      if (attributes.name !== name && qualified !== name) continue;
      const names = attributes.parameters.map((parameter) => parameter.name);
      const missing = operation.required.filter((required) => !given.includes(required)).length;
      const strange = given.filter((other) => !names.includes(other)).length;
      const misplaced = operation.on === 'entity' ? !hasEntity : operation.on === 'collection' && hasEntity;
      const score = -missing - strange - (misplaced ? 0.5 : 0);
      if (best === undefined || score > best.score) best = { operation, score };
    }
    if (best !== undefined) return best.operation;
  }
  return undefined;
}

function walkKey(
  service: CatalogService,
  set: CatalogSet | undefined,
  operation: CatalogOperation | undefined,
  key: Readonly<Record<string, unknown>>,
  base: string,
  visit: Visit,
): void {
  if (set === undefined) return;
  const { type } = set;
  const imported =
    operation?.attributes.operationType === 'FunctionImport' ? parametersOf(service, operation) : undefined;
  for (const name of Object.keys(key)) {
    const part = type.keys.find((candidate) => candidate.name === name);
    const property = part === undefined ? undefined : propertyAt(service, type, part.path);
    if (property !== undefined) {
      const value = key[name];
      const problem = problemOfProperty(property, value, 'key');
      visit({ kind: 'property', base, name, place: 'key', property, value, problem, entity: undefined });
    } else if (imported?.has(name) !== true) {
      const candidates = type.keys.map((candidate) => candidate.name);
      visit({ ...unknown('key', base, name, name, set.name, candidates, key[name]), siblings: key });
    }
  }
}

function walkParameters(
  service: CatalogService,
  operation: CatalogOperation,
  set: CatalogSet | undefined,
  call: SingleCall,
  path: string,
  visit: Visit,
): void {
  const parameters = parametersOf(service, operation);
  const { name: owner, operationType } = operation.attributes;
  const keyNames = operationType === 'FunctionImport' && set !== undefined ? set.type.keys.map(({ name }) => name) : [];
  const places: [string, Readonly<Record<string, unknown>> | undefined][] = [[`${path}/parameters`, call.parameters]];
  if (operationType === 'FunctionImport') places.push([`${path}/key`, call.key]);
  for (const [base, values] of places) {
    for (const name of Object.keys(values ?? {})) {
      const value = values?.[name];
      const parameter = parameters.get(name);
      if (parameter !== undefined) {
        const valueHelp = set?.type.properties.get(name)?.valueHelp;
        const problem = problemOfParameter(parameter, valueHelp, value);
        visit({ kind: 'parameter', base, name, parameter, value, problem, valueHelp });
        if (parameter.complex !== undefined && isObject(value)) {
          const type = parameter.complex;
          const entity: EntityNode = {
            kind: 'entity',
            path: `${base}/${escapeSegment(name)}`,
            mode: 'complex',
            creating: true,
            type,
            set: undefined,
            value,
            depth: 1,
            parent: undefined,
          };
          walkEntity(service, entity, visit);
        }
      } else if (!(base.endsWith('/key') && (keyNames.includes(name) || set !== undefined))) {
        visit({ ...unknown('parameter', base, name, name, owner, [...parameters.keys()], value), siblings: values });
      }
    }
  }
}

function walkEntity(service: CatalogService, entity: EntityNode, visit: Visit): void {
  visit(entity);
  const { type, value, path, depth } = entity;
  if (depth > MAX_PAYLOAD_DEPTH) return;
  for (const name of Object.keys(value)) {
    const property = type.properties.get(name);
    if (property !== undefined) {
      const given = value[name];
      const problem = problemOfProperty(property, given, 'payload');
      visit({ kind: 'property', base: path, name, place: 'payload', property, value: given, problem, entity });
      if (property.complexId !== undefined && given !== null)
        walkComplex(service, entity, property.complexId, name, given, visit);
      continue;
    }
    const navigation = type.navigation.get(name);
    if (navigation !== undefined) walkNavigation(service, entity, navigation, visit);
    else if (!type.open) {
      const candidates = [...type.properties.keys(), ...type.navigation.keys()];
      const nested = typeof value[name] === 'object' && value[name] !== null;
      const what = nested && type.navigation.size > 0 ? 'navigation' : 'property';
      visit({ ...unknown(what, path, name, name, type.qualifiedName, candidates, value[name]), siblings: value });
    }
  }
}

function walkComplex(
  service: CatalogService,
  entity: EntityNode,
  complexId: string,
  name: string,
  value: unknown,
  visit: Visit,
): void {
  const type = service.type(complexId);
  if (type === undefined) return;
  const path = `${entity.path}/${escapeSegment(name)}`;
  const values = Array.isArray(value) ? value : [value];
  values.forEach((item: unknown, index) => {
    if (!isObject(item)) return;
    const itemPath = Array.isArray(value) ? `${path}/${index}` : path;
    const nested: EntityNode = {
      kind: 'entity',
      path: itemPath,
      mode: 'complex',
      creating: entity.creating,
      type,
      set: undefined,
      value: item,
      depth: entity.depth + 1,
      parent: undefined,
    };
    walkEntity(service, nested, visit);
  });
}

function walkNavigation(service: CatalogService, entity: EntityNode, navigation: TypedNavigation, visit: Visit): void {
  const { name, targetId } = navigation;
  const value = entity.value[name];
  const type = targetId === undefined ? undefined : service.type(targetId);
  const set = service.setBehind(entity.set, name, targetId);
  visit({ kind: 'navigation', base: entity.path, name, navigation, value, entity, set, type });
  if (type === undefined || entity.mode !== 'create') return;
  const path = `${entity.path}/${escapeSegment(name)}`;
  // A value of the wrong shape is the business of the rule deep-insert-cardinality.
  if (Array.isArray(value) !== (navigation.cardinality === '*')) return;
  const items = Array.isArray(value) ? value : [value];
  items.forEach((item: unknown, index) => {
    if (!isObject(item)) return;
    const itemPath = Array.isArray(value) ? `${path}/${index}` : path;
    const parent = { entity, navigation };
    const nested: EntityNode = {
      kind: 'entity',
      path: itemPath,
      mode: 'create',
      creating: true,
      type,
      set,
      value: item,
      depth: entity.depth + 1,
      parent,
    };
    walkEntity(service, nested, visit);
  });
}

function walkQuery(
  service: CatalogService,
  set: CatalogSet,
  type: StructuredType,
  call: SingleCall,
  path: string,
  visit: Visit,
): void {
  const query = call.query ?? {};
  visit({ kind: 'query', path, query, set, type, hasKey: call.key !== undefined && call.navigation === undefined });
  for (const name of Object.keys(query)) {
    if (QUERY_OPTIONS.includes(name)) continue;
    const value = (query as Readonly<Record<string, unknown>>)[name];
    visit({
      ...unknown('query-option', path, name, name, 'a query', QUERY_OPTIONS, value),
      siblings: query as Record<string, unknown>,
    });
  }
  const properties = [...type.properties.keys()];
  query.filter?.forEach((condition, index) => {
    const at = `${path}/filter/${index}`;
    const property = pathProperty(service, type, condition.property);
    if (property === undefined) {
      if (!type.open)
        visit(
          unknown('property', at, 'property', condition.property, type.qualifiedName, properties, condition.property),
        );
      return;
    }
    visit({ kind: 'filter', path: at, condition, property, set });
    const values = condition.op === 'in' && Array.isArray(condition.value) ? condition.value : [condition.value];
    values.forEach((value: unknown, position) => {
      const base = condition.op === 'in' ? `${at}/value` : at;
      const name = condition.op === 'in' ? String(position) : 'value';
      const problem = LIKE.has(condition.op) ? undefined : problemOfProperty(property, value, 'filter');
      visit({ kind: 'property', base, name, place: 'filter', property, value, problem, entity: undefined });
    });
  });
  query.orderby?.forEach(({ property }, index) => {
    if (pathProperty(service, type, property) === undefined && !type.open) {
      visit(
        unknown('property', `${path}/orderby/${index}`, 'property', property, type.qualifiedName, properties, property),
      );
    }
  });
  query.select?.forEach((name, index) => {
    const known = name === '*' || type.navigation.has(name) || pathProperty(service, type, name) !== undefined;
    if (!known && !type.open)
      visit(unknown('property', `${path}/select`, index, name, type.qualifiedName, properties, name));
  });
  query.expand?.forEach((name, index) => {
    let current: StructuredType | undefined = type;
    for (const segment of name.split('/')) {
      const navigation: TypedNavigation | undefined = current?.navigation.get(segment);
      if (navigation === undefined && current !== undefined) {
        const candidates = [...current.navigation.keys()];
        visit(unknown('navigation', `${path}/expand`, index, name, current.qualifiedName, candidates, name));
        return;
      }
      current = navigation?.targetId === undefined ? undefined : service.type(navigation.targetId);
    }
  });
}

/** The property at a path over complex properties and navigation, as filters, orders and selects may use it. */
function pathProperty(service: CatalogService, type: StructuredType, path: string): ReturnType<typeof propertyAt> {
  const segments = path.split('/').slice(0, 16);
  let current: StructuredType | undefined = type;
  while (segments.length > 1 && current !== undefined) {
    const navigation: TypedNavigation | undefined = current.navigation.get(segments[0] ?? '');
    if (navigation === undefined) break;
    current = navigation.targetId === undefined ? undefined : service.type(navigation.targetId);
    segments.shift();
  }
  return current === undefined ? undefined : propertyAt(service, current, segments.join('/'));
}

function unknown(
  what: Extract<CallNode, { kind: 'unknown' }>['what'],
  base: string,
  segment: string | number,
  name: string,
  owner: string,
  candidates: readonly string[],
  value: unknown,
): Extract<CallNode, { kind: 'unknown' }> {
  return { kind: 'unknown', base, segment, name, what, owner, candidates, value, siblings: undefined };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
