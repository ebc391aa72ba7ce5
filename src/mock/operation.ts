import type { Effect } from './code-lists.ts';
import { type Issue, MockFault } from './fault.ts';
import type { MockOperation, MockService, MockSet } from './model.ts';
import type { PayloadJudge } from './payload-judge.ts';
import { missing, splitList, splitPair } from './resource-path.ts';
import type { Rows } from './rows.ts';
import { guidOf, type Row } from './seed.ts';
import { canonical, readLiteral, type Value } from './value.ts';

/** What an operation answers: an entity of a set, entities, a plain value, or nothing. */
export type OperationResult = { set: MockSet; row: Row } | { set: MockSet; rows: Row[] } | { value: Value } | undefined;

/** Runs actions and functions: parameters are judged, declared effects and the draft life cycle are applied. */
export class OperationRunner {
  readonly #service: MockService;
  readonly #rows: Rows;
  readonly #judge: PayloadJudge;
  readonly #effects: readonly Effect[];

  constructor(service: MockService, rows: Rows, judge: PayloadJudge, effects: readonly Effect[]) {
    this.#service = service;
    this.#rows = rows;
    this.#judge = judge;
    this.#effects = effects.filter((effect) => effect.service === service.id);
  }

  /** Parameters of a function or V2 function import, as written in the URL. */
  parametersOfUrl(operation: MockOperation, predicate: string | undefined, custom: ReadonlyMap<string, string>): Row {
    const given = new Map<string, string>();
    if (this.#service.version === 'V2') for (const [name, literal] of custom) given.set(name, literal);
    for (const part of predicate ? splitList(predicate) : []) {
      const [name, literal] = splitPair(part);
      given.set(name, literal.startsWith('@') ? (custom.get(literal) ?? 'null') : literal);
    }
    const values: Row = {};
    const issues: Issue[] = [];
    for (const [name, literal] of given) {
      if (name.startsWith('sap-') || name.startsWith('@')) continue;
      const parameter = operation.parameters.find((candidate) => candidate.name === name);
      if (!parameter) {
        issues.push({ kind: 'key', path: name, message: `${operation.name} has no parameter ${name}.` });
        continue;
      }
      const value = readLiteral(literal, parameter, this.#service.version);
      if (value === undefined)
        issues.push({ kind: 'type', path: name, message: `${literal} is no literal of type ${parameter.type}.` });
      else values[name] = value;
    }
    for (const parameter of operation.parameters) {
      if (
        !parameter.optional &&
        !(parameter.name in values) &&
        !issues.some((issue) => issue.path === parameter.name)
      ) {
        issues.push({ kind: 'key', path: parameter.name, message: `${parameter.name} is required.` });
      }
    }
    this.#refuse(issues);
    return values;
  }

  /** Parameters of a V4 action, as a JSON body. */
  parametersOfBody(operation: MockOperation, body: unknown): Row {
    this.#refuse(this.#judge.parameters(operation, body));
    const given = body as Record<string, unknown>;
    return Object.fromEntries(
      operation.parameters
        .filter((parameter) => parameter.name in given)
        .map((parameter) => [parameter.name, canonical(given[parameter.name], parameter)]),
    );
  }

  run(operation: MockOperation, parameters: Row, target: { set: MockSet; row?: Row } | undefined): OperationResult {
    const set = target?.set ?? this.#setOf(operation, parameters);
    const row = target?.row ?? (set && this.#rowOf(set, parameters));
    if (set && row) {
      const draft = this.#draft(operation, set, row);
      if (draft === 'deleted') return undefined;
      if (draft) return { set, row: draft };
      for (const effect of this.#effects) {
        if (effect.action === operation.name && effect.entitySet === set.name) {
          Object.assign(row, effect.set);
          this.#rows.touch(row);
        }
      }
    }
    return this.#answer(operation, set, row);
  }

  #answer(operation: MockOperation, set: MockSet | undefined, row: Row | undefined): OperationResult {
    if (operation.returnType === undefined) return undefined;
    const returnSet =
      set && set.type.name === operation.returnType
        ? set
        : [...this.#service.sets.values()].find(
            (candidate) => candidate.name === operation.returnSet || candidate.type.name === operation.returnType,
          );
    if (returnSet) {
      if (operation.returnCollection) return { set: returnSet, rows: this.#rows.all(returnSet).slice(0, 20) };
      const answer = returnSet === set && row ? row : this.#rows.all(returnSet)[0];
      return answer ? { set: returnSet, row: answer } : undefined;
    }
    const type = this.#service.types.get(operation.returnType);
    const value = type
      ? Object.fromEntries([...type.properties.keys()].map((name) => [name, null]))
      : neutral(operation.returnType);
    return { value: operation.returnCollection ? [] : value };
  }

  /** The set an unbound operation works on: the one it returns, or the one whose keys are all among the parameters. */
  #setOf(operation: MockOperation, parameters: Row): MockSet | undefined {
    const effect = this.#effects.find((candidate) => candidate.action === operation.name);
    const named = this.#service.sets.get(effect?.entitySet ?? operation.returnSet ?? '');
    if (named) return named;
    return [...this.#service.sets.values()].find(
      (set) =>
        set.type.keys.length > 0 &&
        set.type.keys.every((key) => key in parameters) &&
        (operation.returnType === undefined || operation.returnType === set.type.name),
    );
  }

  #rowOf(set: MockSet, parameters: Row): Row | undefined {
    if (!set.type.keys.every((key) => key in parameters)) return undefined;
    const row = this.#rows.named(set, parameters);
    if (!row) throw missing(set);
    return row;
  }

  /** Activate, edit, prepare and discard of draft-enabled sets, recognised by the names SAP gives these operations. */
  #draft(operation: MockOperation, set: MockSet, row: Row): Row | 'deleted' | undefined {
    if (!set.type.keys.includes('IsActiveEntity')) return undefined;
    if (/(Activation|draftActivate)$/i.test(operation.name)) {
      const key = {
        ...row,
        IsActiveEntity: true,
        ...(row.DraftUUID === undefined ? {} : { DraftUUID: guidOf(0, 0).replace(/[^-]/g, '0') }),
      };
      const active = this.#rows.find(set, key);
      this.#rows.remove(set, row);
      if (active) {
        Object.assign(active, key);
        this.#rows.touch(active);
        return active;
      }
      Object.assign(row, key);
      this.#rows.add(set, row);
      return row;
    }
    if (/(Edit|draftEdit)$/.test(operation.name)) {
      const copy: Row = { ...row, IsActiveEntity: false };
      if ('DraftUUID' in copy) copy.DraftUUID = guidOf(this.#rows.all(set).length + 1, 1);
      this.#rows.add(set, copy);
      return copy;
    }
    if (/(Discard|draftDiscard)$/i.test(operation.name)) {
      this.#rows.remove(set, row);
      return 'deleted';
    }
    return undefined;
  }

  #refuse(issues: readonly Issue[]): void {
    if (issues.length > 0)
      throw new MockFault(400, 'GRM/PARAMETER', issues[0]?.message ?? 'A parameter is wrong.', issues);
  }
}

function neutral(type: string): Value {
  if (type === 'Edm.Boolean') return true;
  return type === 'Edm.String' ? '' : null;
}
