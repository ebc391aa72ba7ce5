import type { MockCall } from '../../mock/index.ts';
import { sameScalar } from './compare-values.ts';
import { filterValues } from './filter-values.ts';
import type { Shapes } from './set-shapes.ts';

/**
 * What an accepted call did, in the form in which expectations are compared with it: an entity of a deep insert is a fact of its own too,
 * beside being a child of its parent.
 */
export interface CallFact {
  readonly method: 'POST' | 'PATCH' | 'DELETE' | 'ACTION' | 'GET';
  readonly call: MockCall;
  readonly service: string;
  readonly entitySet: string | undefined;
  readonly action?: string;
  /** Payload, key, parameters and filter in one, without deep inserts. */
  readonly values: Record<string, unknown>;
  /** Names that are given by the place where the entity was made: the keys of its parents. */
  readonly inherited: ReadonlySet<string>;
  /** Children by navigation property: deep inserts, and later creates of entities that belong to this one. */
  readonly children: Map<string, CallFact[]>;
}

const draftStep = /(Activation|Activate|Prepare|Preparation|Edit|Validate)$/i;

/** True for the operations that carry a draft from one state to the next. */
export function isDraftStep(operation: string): boolean {
  return draftStep.test(operation);
}

/** The facts of the accepted calls of a run, in the order of the calls. */
export function factsOf(calls: readonly MockCall[], shapes: Shapes): CallFact[] {
  const facts: CallFact[] = [];
  for (const call of calls) {
    if (!call.accepted) continue;
    if (call.operation !== undefined) facts.push(actionFact(call, call.operation));
    else if (call.entitySet === undefined) continue;
    else if (call.method === 'GET' || call.method === 'HEAD') facts.push(...readFacts(call, call.entitySet, shapes));
    else if (call.method === 'POST') {
      const made = createFacts(call, call.entitySet, shapes);
      const [root] = made;
      if (root !== undefined) attach(root, facts, shapes);
      facts.push(...made);
    } else if (call.method === 'DELETE') facts.push(fact('DELETE', call, call.entitySet, { ...call.key }));
    else {
      const changed = fact('PATCH', call, call.entitySet, { ...call.key, ...objectOf(call.payload) });
      mergeIntoCreated(changed, facts, shapes);
      facts.push(changed);
    }
  }
  return facts;
}

function fact(
  method: CallFact['method'],
  call: MockCall,
  entitySet: string | undefined,
  values: Record<string, unknown>,
  inherited: Iterable<string> = [],
): CallFact {
  return { method, call, service: call.service, entitySet, values, inherited: new Set(inherited), children: new Map() };
}

function actionFact(call: MockCall, action: string): CallFact {
  const method = call.method === 'GET' && call.parameters === undefined ? 'GET' : 'ACTION';
  return { ...fact(method, call, call.entitySet, { ...call.key, ...call.parameters }), action };
}

/** A read of a set, and of every set that it expands. */
function readFacts(call: MockCall, entitySet: string, shapes: Shapes): CallFact[] {
  const values = { ...call.parent?.key, ...call.key, ...(call.filter === undefined ? {} : filterValues(call.filter)) };
  const facts = [fact('GET', call, entitySet, values)];
  const expand = /[?&](?:\$|%24)expand=([^&]*)/i.exec(call.url)?.[1];
  for (const path of expand === undefined
    ? []
    : decodeURIComponent(expand)
        .replace(/\([^)]*\)/g, '')
        .split(',')) {
    let current: string | undefined = entitySet;
    for (const step of path.trim().split('/')) {
      current = current === undefined ? undefined : shapes(call.service, current)?.navigation.get(step);
      if (current !== undefined) facts.push(fact('GET', call, current, values));
    }
  }
  return facts;
}

/** The created entity first, then every entity of its deep inserts. */
function createFacts(call: MockCall, entitySet: string, shapes: Shapes): CallFact[] {
  const values = { ...call.created, ...call.parent?.key, ...objectOf(call.payload) };
  return nested(call, entitySet, values, Object.keys(call.parent?.key ?? {}), shapes, 0);
}

function nested(
  call: MockCall,
  entitySet: string,
  values: Record<string, unknown>,
  inherited: readonly string[],
  shapes: Shapes,
  depth: number,
): CallFact[] {
  const shape = shapes(call.service, entitySet);
  const own: Record<string, unknown> = {};
  const root = fact('POST', call, entitySet, own, inherited);
  const all = [root];
  for (const [name, value] of Object.entries(values)) {
    const target = shape?.navigation.get(name);
    if (target === undefined || typeof value !== 'object' || value === null || depth > 8) {
      own[name] = value;
      continue;
    }
    const keys = shape?.keys ?? [];
    const handed = Object.fromEntries(keys.filter((key) => key in values).map((key) => [key, values[key]]));
    const children = (Array.isArray(value) ? value : [value]).map((item) =>
      nested(call, target, { ...handed, ...objectOf(item) }, [...inherited, ...keys], shapes, depth + 1),
    );
    root.children.set(
      name,
      children.flatMap((child) => child.slice(0, 1)),
    );
    all.push(...children.flat());
  }
  return all;
}

/** Ties an entity that was created by itself to the one that it belongs to and that was created before it. */
function attach(child: CallFact, before: readonly CallFact[], shapes: Shapes): void {
  for (const parent of [...before].reverse()) {
    if (parent.method !== 'POST' || parent.service !== child.service || parent.entitySet === undefined) continue;
    const shape = shapes(parent.service, parent.entitySet);
    if (shape === undefined || !belongs(child, parent, shape.keys)) continue;
    const names = [...shape.navigation].filter(([, target]) => target === child.entitySet).map(([name]) => name);
    if (names.length === 0) continue;
    for (const name of names) parent.children.set(name, [...(parent.children.get(name) ?? []), child]);
    return;
  }
}

/** The child carries the parent's key, as far as both are known and named alike. */
function belongs(child: CallFact, parent: CallFact, keys: readonly string[]): boolean {
  const shared = keys.filter((key) => key in child.values && key in parent.values);
  return shared.length > 0 && shared.every((key) => sameOrUnknown(parent.values[key], child.values[key]));
}

function sameOrUnknown(a: unknown, b: unknown): boolean {
  if (typeof a !== 'string' && typeof a !== 'number' && typeof a !== 'boolean') return true;
  return sameScalar(a, b);
}

/** A change to what the run itself created, as in a draft, counts as part of the create. */
function mergeIntoCreated(changed: CallFact, before: readonly CallFact[], shapes: Shapes): void {
  const keys = changed.entitySet === undefined ? [] : (shapes(changed.service, changed.entitySet)?.keys ?? []);
  const created = before.find(
    (earlier) =>
      earlier.method === 'POST' &&
      earlier.service === changed.service &&
      earlier.entitySet === changed.entitySet &&
      keys.length > 0 &&
      keys.every((key) => key in earlier.values && sameOrUnknown(earlier.values[key], changed.values[key])),
  );
  if (created !== undefined) Object.assign(created.values, objectOf(changed.call.payload));
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
