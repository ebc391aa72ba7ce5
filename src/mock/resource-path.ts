import { MockFault } from './fault.ts';
import { type MockNavigation, type MockOperation, type MockService, type MockSet, setOfNavigation } from './model.ts';
import type { Rows } from './rows.ts';
import type { Row } from './seed.ts';
import { readLiteral } from './value.ts';

/** What a resource path names, after its keys and navigation steps have been followed in the data. */
export type Resource =
  | { kind: 'collection'; set: MockSet; rows: Row[]; parent?: { set: MockSet; row: Row; navigation: MockNavigation } }
  | { kind: 'entity'; set: MockSet; row: Row | undefined; key?: Row }
  | { kind: 'property'; set: MockSet; row: Row; property: string; raw: boolean }
  | { kind: 'count'; rows: Row[] }
  | { kind: 'operation'; operation: MockOperation; text: string | undefined; target?: { set: MockSet; row?: Row } };

/** Parses and follows the path of a request, relative to the service root, not yet percent-decoded. */
export function resolvePath(path: string, service: MockService, rows: Rows): Resource {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decode);
  const [first, ...rest] = segments;
  if (first === undefined) throw notFound('', 'The path names no resource.');
  const { name, predicate } = splitPredicate(first);
  const set = service.sets.get(name);
  let current: Resource;
  if (!set) {
    const operation = service.operations.find(
      (candidate) => candidate.name === name && candidate.boundTo === undefined,
    );
    if (!operation) throw notFound(name, `Resource not found for the segment '${name}'.`);
    return { kind: 'operation', operation, text: predicate };
  }
  if (set.singleton) current = { kind: 'entity', set, row: rows.all(set)[0] };
  else if (predicate === undefined) current = { kind: 'collection', set, rows: rows.all(set) };
  else current = entityByKey(set, predicate, service, rows);
  for (const segment of rest) current = step(current, segment, service, rows);
  return current;
}

function step(current: Resource, segment: string, service: MockService, rows: Rows): Resource {
  if (current.kind === 'collection') {
    if (segment === '$count') return { kind: 'count', rows: current.rows };
    const operation = boundOperation(segment, current.set, service, true);
    if (operation) return { kind: 'operation', ...operation, target: { set: current.set } };
  }
  if (current.kind === 'property' && segment === '$value') return { ...current, raw: true };
  if (current.kind !== 'entity') throw notFound(segment, `Resource not found for the segment '${segment}'.`);
  const operation = boundOperation(segment, current.set, service, false);
  if (operation) {
    if (!current.row) throw missing(current.set);
    return { kind: 'operation', ...operation, target: { set: current.set, row: current.row } };
  }
  const { name, predicate } = splitPredicate(segment);
  if (!current.row) throw missing(current.set);
  const navigation = current.set.type.navigations.get(name);
  if (navigation) return navigate(current.set, current.row, navigation, predicate, service, rows);
  if (current.set.type.properties.has(name))
    return { kind: 'property', set: current.set, row: current.row, property: name, raw: false };
  throw notFound(name, `${current.set.type.name} has neither a property nor a navigation property '${name}'.`);
}

function navigate(
  set: MockSet,
  row: Row,
  navigation: MockNavigation,
  predicate: string | undefined,
  service: MockService,
  rows: Rows,
): Resource {
  const target = setOfNavigation(service, set, navigation);
  const related = rows.related(set, row, navigation);
  if (!target || !related)
    throw notFound(navigation.name, `The navigation property ${navigation.name} leads to no entity set.`);
  if (!navigation.collection) return { kind: 'entity', set: target, row: related.rows[0] };
  if (predicate === undefined) {
    return { kind: 'collection', set: target, rows: related.rows, parent: { set, row, navigation } };
  }
  const key = readKey(target, predicate, service, row);
  return { kind: 'entity', set: target, row: rows.named(target, key), key };
}

function entityByKey(set: MockSet, predicate: string, service: MockService, rows: Rows): Resource {
  const key = readKey(set, predicate, service, {});
  return { kind: 'entity', set, row: rows.named(set, key), key };
}

/** Reads `(…)` of a key by the declared types. Names in `known` may be left out: the parent's key gives them. */
function readKey(set: MockSet, predicate: string, service: MockService, known: Row): Row {
  const key: Row = {};
  const parts = splitList(predicate);
  const single = parts.length === 1 && !/^[A-Za-z_]\w*=/.test(parts[0] ?? '');
  const names = set.type.keys;
  const pairs = single
    ? [[names.find((name) => !(name in known)) ?? names[0] ?? '', parts[0] ?? '']]
    : parts.map(splitPair);
  for (const [name = '', literal = ''] of pairs) {
    const property = set.type.properties.get(name);
    if (!property || !names.includes(name))
      throw badKey(set, 'key', name, `'${name}' is no key property of ${set.name}.`);
    const value = readLiteral(literal, property, service.version);
    if (value === undefined || value === null)
      throw badKey(set, 'type', name, `${literal} is no key literal of type ${property.type}.`);
    key[name] = value;
  }
  for (const name of names) {
    if (name in key) continue;
    const inherited = known[name];
    if (inherited === undefined)
      throw badKey(set, 'key', name, `The key property '${name}' of ${set.name} is missing.`);
    key[name] = inherited;
  }
  return key;
}

function badKey(set: MockSet, kind: 'key' | 'type', path: string, message: string): MockFault {
  return new MockFault(400, 'GRM/KEY', message, [{ kind, path: `${set.name}(${path})`, message }]);
}

function boundOperation(
  segment: string,
  set: MockSet,
  service: MockService,
  collection: boolean,
): { operation: MockOperation; text: string | undefined } | undefined {
  const { name, predicate } = splitPredicate(segment);
  const operation = service.operations.find(
    (candidate) =>
      candidate.qualifiedName === name &&
      candidate.boundTo === set.type.name &&
      candidate.boundToCollection === collection,
  );
  return operation && { operation, text: predicate };
}

function notFound(path: string, message: string): MockFault {
  return new MockFault(404, 'GRM/RESOURCE', message, [{ kind: 'set', path, message }]);
}

/** The answer where a key names no entity: a fact about the data, not a fault of the call. */
export function missing(set: MockSet): MockFault {
  return new MockFault(404, 'GRM/NOT_FOUND', `No entity of ${set.name} has this key.`);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new MockFault(400, 'GRM/URL', `The path segment ${segment} is not percent-encoded correctly.`);
  }
}

function splitPredicate(segment: string): { name: string; predicate: string | undefined } {
  const open = segment.indexOf('(');
  if (open < 0 || !segment.endsWith(')')) return { name: segment, predicate: undefined };
  return { name: segment.slice(0, open), predicate: segment.slice(open + 1, -1) };
}

/** Splits at commas outside of quotes and parentheses. */
export function splitList(text: string, separator = ','): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let part = '';
  for (const character of text) {
    if (character === "'") quoted = !quoted;
    else if (!quoted && character === '(') depth++;
    else if (!quoted && character === ')') depth--;
    if (character === separator && !quoted && depth === 0) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return part === '' && parts.length === 0 ? [] : [...parts, part].map((piece) => piece.trim());
}

/** Splits `name=literal`. */
export function splitPair(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? ['', text] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
