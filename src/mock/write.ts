import { type Issue, MockFault } from './fault.ts';
import { type MockNavigation, type MockService, type MockSet, type MockType, setOfNavigation } from './model.ts';
import type { PayloadJudge } from './payload-judge.ts';
import type { Rows } from './rows.ts';
import type { Row } from './seed.ts';
import { canonical, compareValues } from './value.ts';

type Body = Record<string, unknown>;

/** Creates, changes and deletes rows after the judge has agreed. */
export class Writer {
  readonly #service: MockService;
  readonly #rows: Rows;
  readonly #judge: PayloadJudge;

  constructor(service: MockService, rows: Rows, judge: PayloadJudge) {
    this.#service = service;
    this.#rows = rows;
    this.#judge = judge;
  }

  create(set: MockSet, body: unknown, parent?: { set: MockSet; row: Row; navigation: MockNavigation }): Row {
    const creatable = parent ? parent.set.deepInsert : set.creatable;
    if (!creatable)
      throw refusal(405, 'GRM/NOT_CREATABLE', `${set.name} does not allow create.`, [setIssue(set, 'create')]);
    const plain = unwrapResults(body) as Body;
    const inherited: Row = {};
    if (parent)
      for (const { own, other } of pairs(parent.set, set, parent.navigation))
        inherited[other] = parent.row[own] ?? null;
    const issues = this.#judge
      .create(set, plain)
      .filter((issue) => !(issue.message.endsWith('is required.') && issue.path in inherited));
    if (issues.length > 0) throw refusal(400, 'GRM/PAYLOAD', firstMessage(issues), issues);
    const row = this.#insert(set, plain, inherited);
    if (parent) this.#rows.link(parent.row, parent.navigation, row);
    return row;
  }

  /** Changes a row: merge leaves out what the body lacks, replace resets it. */
  update(set: MockSet, row: Row, body: unknown, mode: 'merge' | 'replace'): void {
    if (!set.updatable)
      throw refusal(405, 'GRM/NOT_UPDATABLE', `${set.name} does not allow update.`, [setIssue(set, 'update')]);
    const issues = this.#judge.update(set, body);
    const changes = this.#values(set.type, body as Body);
    for (const key of set.type.keys) {
      const given = changes[key];
      const type = set.type.properties.get(key)?.type ?? 'Edm.String';
      if (given !== undefined && compareValues(given, row[key] ?? null, type) !== 0) {
        issues.push({ kind: 'key', path: key, message: `The key ${key} cannot be changed.` });
      }
    }
    if (issues.length > 0) throw refusal(400, 'GRM/PAYLOAD', firstMessage(issues), issues);
    if (mode === 'replace') {
      for (const property of set.type.properties.values())
        if (property.updatable && !(property.name in changes)) row[property.name] = null;
    }
    Object.assign(row, changes);
    this.#rows.touch(row);
  }

  delete(set: MockSet, row: Row): void {
    if (!set.deletable)
      throw refusal(405, 'GRM/NOT_DELETABLE', `${set.name} does not allow delete.`, [setIssue(set, 'delete')]);
    this.#rows.remove(set, row);
  }

  #insert(set: MockSet, body: Body, inherited: Row): Row {
    const row: Row = { ...emptyRow(set.type), ...inherited, ...this.#values(set.type, body) };
    this.#rows.numberKeys(set, row, inherited);
    const twin = this.#rows.find(set, row);
    if (twin) throw refusal(409, 'GRM/DUPLICATE', `An entity of ${set.name} with this key exists already.`, []);
    this.#rows.add(set, row);
    for (const navigation of set.type.navigations.values()) {
      const given = body[navigation.name];
      const target = setOfNavigation(this.#service, set, navigation);
      if (given === undefined || given === null || !target) continue;
      const handed: Row = {};
      for (const { own, other } of pairs(set, target, navigation)) handed[other] = row[own] ?? null;
      for (const child of Array.isArray(given) ? given : [given]) {
        this.#rows.link(row, navigation, this.#insert(target, child as Body, handed));
      }
    }
    return row;
  }

  #values(type: MockType, body: Body): Row {
    const row: Row = {};
    for (const [name, value] of Object.entries(body)) {
      const property = type.properties.get(name);
      if (!property) continue;
      const complex = this.#service.types.get(property.type);
      row[name] =
        complex && value !== null && !Array.isArray(value)
          ? this.#values(complex, value as Body)
          : canonical(value, property);
    }
    return row;
  }
}

/** V2 clients may wrap children as `{"results": [...]}`; the judge sees plain arrays. `__metadata` and `__deferred` are dropped. */
export function unwrapResults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrapResults);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0]?.[0] === 'results' && Array.isArray(entries[0][1]))
    return entries[0][1].map(unwrapResults);
  return Object.fromEntries(
    entries.filter(([, inner]) => !isDeferred(inner)).map(([name, inner]) => [name, unwrapResults(inner)]),
  );
}

function isDeferred(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '__deferred' in value;
}

function emptyRow(type: MockType): Row {
  return Object.fromEntries(
    [...type.properties.values()]
      .filter((property) => !property.key)
      .map((property) => [property.name, property.collection ? [] : null]),
  );
}

/** How a parent's values fill its children: by constraint, else by equal key names. */
function pairs(parent: MockSet, child: MockSet, navigation: MockNavigation): { own: string; other: string }[] {
  if (navigation.constraints.length > 0) return navigation.constraints;
  return parent.type.keys.filter((key) => child.type.properties.has(key)).map((key) => ({ own: key, other: key }));
}

function setIssue(set: MockSet, act: string): Issue {
  return { kind: 'set', path: set.name, message: `${set.name} does not allow ${act}.` };
}

function firstMessage(issues: readonly Issue[]): string {
  return issues[0]?.message ?? 'The payload is wrong.';
}

function refusal(status: number, code: string, message: string, issues: readonly Issue[]): MockFault {
  return new MockFault(status, code, message, issues);
}
