import type { MockCall } from '../../mock/index.ts';
import { type CallFact, factsOf, isDraftStep } from './call-facts.ts';
import { isGiven, isList, isValues, sameScalar, withCodes } from './compare-values.ts';
import type { Shapes } from './set-shapes.ts';
import type { ExpectedCall, ExpectedValues } from './task.ts';

/** What a run achieved, by the verdicts of the mock alone. */
export interface RunScore {
  /** All expected calls were accepted, in order, with the required keys and codes, and nothing else was written. */
  readonly completed: boolean;
  /** For every expected call, in order: whether it was made as it should be. */
  readonly met: readonly boolean[];
  /** Calls that reached the mock. */
  readonly calls: number;
  /** Calls that the mock refused. */
  readonly invalidCalls: number;
  /** Codes that no list has. */
  readonly inventedCodes: number;
  /** Expected calls that were made with another code of the list. */
  readonly wrongCodes: number;
  /** Property names that do not exist, must not or have to be given. */
  readonly invalidKeys: number;
  /** Accepted writes that belong to no expected call. */
  readonly otherWrites: number;
}

/** Scores the calls of one run against the calls that its task expects. */
export function scoreRun(expected: readonly ExpectedCall[], calls: readonly MockCall[], shapes: Shapes): RunScore {
  const facts = factsOf(calls, shapes);
  const whole = expected.map((call) => facts.filter((fact) => meets(fact, call, true)));
  const chosen = bestOrder(whole);
  const met = chosen.map((fact) => fact !== undefined);
  const other = otherWrites(
    facts,
    chosen.filter((fact) => fact !== undefined),
  );
  const issues = calls.flatMap((call) => call.issues);
  const wrongCodes = expected.filter(
    (call, index) => whole[index]?.length === 0 && facts.some((fact) => meets(fact, call, false)),
  ).length;
  return {
    completed: met.every(Boolean) && other === 0,
    met,
    calls: calls.length,
    invalidCalls: calls.filter(({ accepted, status }) => !accepted && status < 500).length,
    inventedCodes: issues.filter(({ kind }) => kind === 'code').length,
    wrongCodes,
    invalidKeys: issues.filter(({ kind }) => kind === 'key').length,
    otherWrites: other,
  };
}

/** Whether a fact is the expected call, with its codes or without regard to them. */
function meets(
  fact: CallFact,
  { method, service, entitySet, action, must, codes }: ExpectedCall,
  withTheCodes: boolean,
): boolean {
  if (fact.service !== service || fact.method !== method) return false;
  if (method === 'ACTION' ? fact.action !== action : fact.entitySet !== entitySet || fact.action !== undefined)
    return false;
  return holds(fact, withTheCodes ? withCodes(must, codes) : must);
}

function holds(fact: CallFact, expected: ExpectedValues): boolean {
  return Object.entries(expected).every(([name, value]) => {
    const children = fact.children.get(name);
    if (isList(value) && children !== undefined) return pairs(value, children, (item, child) => holds(child, item));
    if (isValues(value) && children !== undefined)
      return children.length === 1 && children.every((child) => holds(child, value));
    if (value === null && fact.inherited.has(name)) return true;
    return holdsValue(fact.values[name], value);
  });
}

function holdsValue(actual: unknown, expected: ExpectedValues[string] | undefined): boolean {
  if (expected === undefined) return true;
  if (expected === null) return isGiven(actual);
  if (isList(expected))
    return Array.isArray(actual) && pairs(expected, actual, (item, value) => holdsValue(value, item));
  if (isValues(expected)) {
    if (typeof actual !== 'object' || actual === null) return false;
    const object: Readonly<Record<string, unknown>> = { ...actual };
    return Object.entries(expected).every(([name, value]) => holdsValue(object[name], value));
  }
  return sameScalar(expected, actual);
}

/** Whether expected and actual items can be paired one to one, in any order. */
function pairs<Expected, Actual>(
  expected: readonly Expected[],
  actual: readonly Actual[],
  fits: (expected: Expected, actual: Actual) => boolean,
): boolean {
  if (expected.length !== actual.length) return false;
  const [first, ...rest] = expected;
  if (first === undefined) return true;
  return actual.some(
    (item, at) =>
      fits(first, item) &&
      pairs(
        rest,
        actual.filter((_, index) => index !== at),
        fits,
      ),
  );
}

/** For every expected call a fact of its own, so that as many as possible are met in the order of the calls. */
function bestOrder(candidates: readonly (readonly CallFact[])[]): (CallFact | undefined)[] {
  const used = new Set<CallFact>();
  const choose = (index: number, after: number): (CallFact | undefined)[] => {
    const options = candidates[index];
    if (options === undefined) return [];
    let best = [undefined, ...choose(index + 1, after)];
    let bestCount = count(best);
    const most = candidates.length - index;
    for (const fact of options) {
      if (bestCount === most) break;
      if (fact.call.id < after || used.has(fact)) continue;
      used.add(fact);
      const found = [fact, ...choose(index + 1, fact.call.id)];
      used.delete(fact);
      if (count(found) > bestCount) {
        best = found;
        bestCount = count(found);
      }
    }
    return best;
  };
  return choose(0, 0);
}

function count(chosen: readonly (CallFact | undefined)[]): number {
  return chosen.filter((fact) => fact !== undefined).length;
}

/** Accepted writes that are neither an expected call, nor a child or a draft step of one. */
function otherWrites(facts: readonly CallFact[], chosen: readonly CallFact[]): number {
  const accounted = new Set<number>();
  const mark = (fact: CallFact): void => {
    accounted.add(fact.call.id);
    for (const child of [...fact.children.values()].flat()) if (!accounted.has(child.call.id)) mark(child);
  };
  for (const fact of chosen) mark(fact);
  const others = new Set<number>();
  for (const fact of facts) {
    if (fact.method === 'GET' || accounted.has(fact.call.id)) continue;
    if (fact.action !== undefined && fact.call.method === 'GET') continue;
    if (isStepOf(fact, chosen)) continue;
    others.add(fact.call.id);
  }
  return others.size;
}

/** A change of what a chosen call created, or a step of its draft. */
function isStepOf(fact: CallFact, chosen: readonly CallFact[]): boolean {
  return chosen.some((made) => {
    if (made.service !== fact.service) return false;
    if (fact.method === 'ACTION') return isDraftStep(fact.action ?? '') && sharesKey(fact, made);
    return (
      fact.method === 'PATCH' && made.method === 'POST' && made.entitySet === fact.entitySet && sharesKey(fact, made)
    );
  });
}

function sharesKey(fact: CallFact, made: CallFact): boolean {
  const key = Object.entries(fact.call.key ?? fact.call.parameters ?? {}).filter(([name]) => name in made.values);
  const scalar = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : undefined);
  return key.some(([name, value]) => {
    const own = scalar(value);
    return own !== undefined && sameScalar(own, made.values[name]);
  });
}
