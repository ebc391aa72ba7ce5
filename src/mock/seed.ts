import type { MockProperty, MockService, MockSet, MockType } from './model.ts';
import type { Value } from './value.ts';

/** An entity: property name to its value. */
export type Row = Record<string, Value>;

const rootRows = 5;
const childrenPerRow = 2;

/**
 * Makes the rows of a set from metadata alone. Values depend only on (seed, property name, row number), so a property of one name
 * holds the same values in every set and service and joins find partners. Children repeat the keys of their parents.
 */
export function seedRows(service: MockService, set: MockSet, seed: number): Row[] {
  const parent = parentOf(service, set);
  if (!parent) return Array.from({ length: rootRows }, (_, index) => seedRow(service, set.type, index, seed, {}));
  return seedRows(service, parent, seed).flatMap((parentRow, index) =>
    Array.from({ length: childrenPerRow }, (_, child) => {
      const shared = Object.fromEntries(parent.type.keys.map((key) => [key, parentRow[key] ?? null]));
      const own = set.type.keys.filter((key) => !(key in shared));
      const numbered = Object.fromEntries(
        own.map((key) => [key, itemNumber(set.type.properties.get(key), child, index)]),
      );
      return seedRow(service, set.type, index, seed, { ...shared, ...numbered });
    }),
  );
}

/** One more row with a given key. */
export function seedOne(service: MockService, set: MockSet, index: number, seed: number, key: Row): Row {
  return seedRow(service, set.type, index, seed, key);
}

/** The set whose key is the longest proper part of this set's key: its header. */
function parentOf(service: MockService, set: MockSet): MockSet | undefined {
  let best: MockSet | undefined;
  const keys = new Set(set.type.keys);
  for (const candidate of service.sets.values()) {
    const theirs = candidate.type.keys;
    if (candidate === set || theirs.length === 0 || theirs.length >= keys.size) continue;
    const navigates = [...candidate.type.navigations.values()].some(
      (navigation) => navigation.target === set.type.name,
    );
    if (!navigates || !theirs.every((key) => keys.has(key))) continue;
    if (!best || theirs.length > best.type.keys.length) best = candidate;
  }
  return best;
}

function seedRow(service: MockService, type: MockType, index: number, seed: number, given: Row, depth = 0): Row {
  const row: Row = {};
  for (const property of type.properties.values()) {
    row[property.name] = given[property.name] ?? seedValue(service, property, index, seed, depth);
  }
  return row;
}

function seedValue(service: MockService, property: MockProperty, index: number, seed: number, depth: number): Value {
  if (property.collection) return [];
  const complex = service.types.get(property.type);
  if (complex) return depth > 4 ? null : seedRow(service, complex, index, seed, {}, depth + 1);
  const pick = <T>(list: readonly T[]): T | undefined => list[(index + hash(property.name, seed)) % list.length];
  if (property.codes && property.codes.length > 0) return pick(property.codes) ?? null;
  if (property.members && property.members.length > 0) return pick(property.members) ?? null;
  return primitiveValue(property, index, hash(property.name, seed));
}

/** A plausible value of a primitive type. */
function primitiveValue(property: MockProperty, index: number, salt: number): Value {
  const day = `2026-0${(index % 9) + 1}-${String((salt % 27) + 1).padStart(2, '0')}`;
  switch (property.type) {
    case 'Edm.Boolean':
      if (property.name === 'IsActiveEntity') return true;
      return property.name === 'HasDraftEntity' ? false : (index + salt) % 2 === 0;
    case 'Edm.Byte':
    case 'Edm.SByte':
      return (salt + index) % 100;
    case 'Edm.Int16':
    case 'Edm.Int32':
      return (salt % 900) + index;
    case 'Edm.Int64':
      return String((salt % 90000) + index);
    case 'Edm.Decimal': {
      const scale = property.scale === 'variable' ? 2 : (property.scale ?? 0);
      const digits = Math.max(1, Math.min(4, (property.precision ?? 8) - scale));
      return ((salt % 10 ** digits) / 2 + index).toFixed(scale).slice(0, digits + 1 + scale);
    }
    case 'Edm.Double':
    case 'Edm.Single':
      return (salt % 1000) / 4 + index;
    case 'Edm.Guid':
      return guidOf(salt, index);
    case 'Edm.Date':
      return day;
    case 'Edm.DateTime':
      return `${day}T00:00:00`;
    case 'Edm.DateTimeOffset':
      return `${day}T08:30:00Z`;
    case 'Edm.Time':
    case 'Edm.Duration':
      return `PT${(salt % 12) + 6}H30M00S`;
    case 'Edm.TimeOfDay':
      return `${String((salt % 12) + 6).padStart(2, '0')}:30:00`;
    case 'Edm.Binary':
      return 'R3JvdW5kcmFpbA==';
    case 'Edm.String':
      return textValue(property, index, salt);
    default:
      return null;
  }
}

function textValue(property: MockProperty, index: number, salt: number): string {
  const length = property.maxLength ?? 40;
  if (length > 18) return `${words(property.name)} ${index + 1}`.slice(0, length);
  if (length <= 2) return String((salt + index) % 10 ** length).padStart(length, '0');
  const digits = Math.min(length, 10);
  return String((salt % 8) + 1) + String(index + 1).padStart(digits - 1, '0');
}

function itemNumber(property: MockProperty | undefined, child: number, index: number): Value {
  if (!property) return null;
  if (property.codes && property.codes.length > 0) return property.codes[child % property.codes.length] ?? null;
  if (property.type === 'Edm.String') return String((child + 1) * ((property.maxLength ?? 6) > 2 ? 10 : 1));
  return primitiveValue(property, index * childrenPerRow + child, hash(property.name, 0));
}

/** `PurchaseOrderText` as "Purchase Order Text". */
function words(name: string): string {
  return name.replace(/_/g, ' ').replace(/([a-z\d])([A-Z])/g, '$1 $2');
}

/** A guid made from two numbers, of version 4 in form. */
export function guidOf(salt: number, index: number): string {
  const hex = (value: number, length: number) => (value >>> 0).toString(16).padStart(8, '0').slice(-length);
  return `${hex(salt, 8)}-${hex(index, 4)}-4${hex(salt * 31, 3)}-8${hex(salt * 17 + index, 3)}-${hex(salt * 13, 4)}${hex(index * 7919 + salt, 8)}`;
}

/** FNV-1a over the name, mixed with the seed. */
function hash(text: string, seed: number): number {
  let value = 2166136261 ^ seed;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16777619);
  return value >>> 0;
}
