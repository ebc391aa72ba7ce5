import { MockFault } from './fault.ts';
import type { MockNavigation, MockService, MockSet } from './model.ts';
import { setOfNavigation } from './model.ts';
import { guidOf, type Row, seedOne, seedRows } from './seed.ts';
import { compareValues, sameIdentifier, type Value } from './value.ts';

/** Values of a key that are tried before it counts as used up: more than two characters can hold. */
const mostAttempts = 2000;

/** Every row of every set with a copy of its values. */
export type Snapshot = ReadonlyMap<string, readonly (readonly [Row, Row])[]>;

/** The data of one service: rows by set, made on first use, and the links of children to parents that share no key. */
export class Rows {
  readonly #service: MockService;
  readonly #seed: number;
  readonly #bySet = new Map<string, Row[]>();
  readonly #links = new WeakMap<Row, Map<string, Row[]>>();
  readonly #versions = new WeakMap<Row, number>();
  readonly #counters = new Map<string, number>();

  readonly #assumeExisting: boolean;

  constructor(service: MockService, seed: number, assumeExisting = false) {
    this.#service = service;
    this.#seed = seed;
    this.#assumeExisting = assumeExisting;
  }

  all(set: MockSet): Row[] {
    let rows = this.#bySet.get(set.name);
    if (!rows) {
      rows = seedRows(this.#service, set, this.#seed);
      if (set.singleton) rows.length = Math.min(rows.length, 1);
      this.#bySet.set(set.name, rows);
    }
    return rows;
  }

  find(set: MockSet, key: Row): Row | undefined {
    return this.all(set).find((row) =>
      set.type.keys.every((name) => this.#same(set, name, row[name] ?? null, key[name] ?? null)),
    );
  }

  /** The row of a key that somebody names; where existence is assumed, one that is not there is made. */
  named(set: MockSet, key: Row): Row | undefined {
    const row = this.find(set, key);
    if (row || !this.#assumeExisting || !set.type.keys.every((name) => name in key)) return row;
    const made = seedOne(this.#service, set, this.all(set).length, this.#seed, key);
    this.add(set, made);
    return made;
  }

  add(set: MockSet, row: Row): void {
    this.all(set).push(row);
  }

  remove(set: MockSet, row: Row): void {
    const rows = this.all(set);
    const index = rows.indexOf(row);
    if (index >= 0) rows.splice(index, 1);
  }

  /** All rows as they are now, for `restore`. */
  snapshot(): Snapshot {
    return new Map([...this.#bySet].map(([name, rows]) => [name, rows.map((row) => [row, { ...row }] as const)]));
  }

  /** Puts everything back to a snapshot; sets made since are made anew when asked for. */
  restore(snapshot: Snapshot): void {
    this.#bySet.clear();
    for (const [name, rows] of snapshot) {
      this.#bySet.set(
        name,
        rows.map(([row, values]) => {
          for (const key of Object.keys(row)) delete row[key];
          return Object.assign(row, values);
        }),
      );
    }
  }

  link(parent: Row, navigation: MockNavigation, child: Row): void {
    let links = this.#links.get(parent);
    if (!links) {
      links = new Map();
      this.#links.set(parent, links);
    }
    const children = links.get(navigation.name) ?? [];
    links.set(navigation.name, [...children, child]);
  }

  /** Rows that a navigation leads to: by referential constraint, else by the key names both sides share, and by links made on create. */
  related(set: MockSet, row: Row, navigation: MockNavigation): { set: MockSet; rows: Row[] } | undefined {
    const target = setOfNavigation(this.#service, set, navigation);
    if (!target) return undefined;
    const linked = this.#links.get(row)?.get(navigation.name) ?? [];
    const pairs = navigation.constraints.length > 0 ? navigation.constraints : sharedKeys(set, target, navigation);
    const joined =
      pairs.length === 0
        ? []
        : this.all(target).filter((candidate) =>
            pairs.every(({ own, other }) => this.#same(target, other, candidate[other] ?? null, row[own] ?? null)),
          );
    const rows = [...new Set([...joined, ...linked])].filter((candidate) => this.all(target).includes(candidate));
    return { set: target, rows: navigation.collection ? rows : rows.slice(0, 1) };
  }

  /** Keys that the caller left to the system: the next number, a new guid, or the parent's value. */
  numberKeys(set: MockSet, row: Row, inherited: Row): void {
    for (const name of set.type.keys) {
      if (row[name] !== undefined && row[name] !== null && row[name] !== '') continue;
      const given = inherited[name];
      row[name] = given ?? this.#nextKey(set, name, row);
    }
  }

  /** The entity tag of a row; it changes with every write. */
  etag(row: Row): string {
    return `W/"${this.#versions.get(row) ?? 1}"`;
  }

  touch(row: Row): void {
    this.#versions.set(row, (this.#versions.get(row) ?? 1) + 1);
  }

  /** The next value of a key that no row has. Throws 409 where a short key has been used up, which is no judgement of what was sent. */
  #nextKey(set: MockSet, name: string, row: Row): Value {
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const value = this.#candidate(set, name, row);
      if (typeof value === 'boolean' || !this.#isTaken(set, name, row, value)) return value;
    }
    throw new MockFault(
      409,
      'GRM/KEYS_USED_UP',
      `Every value that ${name} of ${set.name} can have is taken; send one.`,
    );
  }

  #isTaken(set: MockSet, name: string, row: Row, value: Value): boolean {
    return this.all(set).some((other) =>
      set.type.keys.every((key) => {
        const wanted = key === name ? value : (row[key] ?? null);
        return wanted === null || wanted === '' || this.#same(set, key, other[key] ?? null, wanted);
      }),
    );
  }

  #candidate(set: MockSet, name: string, row: Row): Value {
    const property = set.type.properties.get(name);
    const counter = (this.#counters.get(`${set.name}/${name}`) ?? 0) + 1;
    this.#counters.set(`${set.name}/${name}`, counter);
    switch (property?.type) {
      case 'Edm.Guid':
        return guidOf(counter * 2654435761, counter);
      case 'Edm.Boolean':
        return name !== 'IsActiveEntity' || !set.type.keys.includes('DraftUUID');
      case 'Edm.Date':
        return dayAfter(counter);
      case 'Edm.DateTime':
        return `${dayAfter(counter)}T00:00:00`;
      case 'Edm.DateTimeOffset':
        return `${dayAfter(counter)}T00:00:00Z`;
      case 'Edm.String':
      case undefined: {
        const length = property?.maxLength ?? 10;
        if (set.type.keys.length > 1 && set.type.keys[0] !== name) {
          const siblings = this.all(set).filter((candidate) =>
            set.type.keys.every((key) => key === name || row[key] === undefined || candidate[key] === row[key]),
          );
          const highest = Math.max(0, ...siblings.map((sibling) => Number(sibling[name]) || 0));
          const step = length > 2 ? 10 : 1;
          const next = String((Math.floor(highest / step) + 1) * step);
          if (next.length <= length) return next;
        }
        return numberAsText(counter, Math.min(length, 10));
      }
      default:
        return 100000 + counter;
    }
  }

  #same(set: MockSet, name: string, a: Value, b: Value): boolean {
    if (typeof a === 'string' && typeof b === 'string' && sameIdentifier(a, b)) return true;
    return compareValues(a, b, set.type.properties.get(name)?.type ?? 'Edm.String') === 0;
  }
}

/** A number as a key of so many characters: 9001, 9002, …; once these have been given, with letters too. */
function numberAsText(counter: number, length: number): string {
  const plain = length === 1 ? 10 : 10 ** (length - 1);
  if (counter < plain) return length === 1 ? String(counter) : `9${String(counter).padStart(length - 1, '0')}`;
  return ((counter - plain) % 36 ** length).toString(36).toUpperCase().padStart(length, '0');
}

function dayAfter(counter: number): string {
  return new Date(Date.UTC(2026, 0, counter)).toISOString().slice(0, 10);
}

/** Names that are keys on the one side: of the target for a to-one step, of the source for a to-many step. */
function sharedKeys(source: MockSet, target: MockSet, navigation: MockNavigation): { own: string; other: string }[] {
  const keys = navigation.collection ? source.type.keys : target.type.keys;
  const both = keys.every((name) => source.type.properties.has(name) && target.type.properties.has(name));
  return both ? keys.map((name) => ({ own: name, other: name })) : [];
}
