import type { Fields } from './expectation.ts';

/** Lists whose order counts; all others are compared as sets. */
const ordered = new Set(['keys', 'via']);

/** Flags that are false where nobody states them. */
const statedOrFalse = new Set([
  ...['abstract', 'bound', 'collection', 'complex', 'containsTarget', 'default', 'entry', 'flags', 'key', 'required'],
]);

/** True where the value that came is what was expected: maps by the given keys, lists as sets, null as absent. */
export function matches(expected: unknown, came: unknown, key = ''): boolean {
  if (expected === null || expected === undefined) return came === null || came === undefined;
  if (expected === false && statedOrFalse.has(key)) return came === false || came === undefined || came === null;
  if (Array.isArray(expected)) return matchesList(expected, Array.isArray(came) ? came : [], key);
  if (typeof expected === 'object') {
    if (came === null || typeof came !== 'object') return false;
    return Object.entries(expected).every(([name, value]) => matches(value, (came as Fields)[name], name));
  }
  return expected === came;
}

function matchesList(expected: readonly unknown[], came: readonly unknown[], key: string): boolean {
  if (expected.some((item) => item !== null && typeof item === 'object')) {
    return expected.every((item) => came.some((other) => matches(item, other)));
  }
  if (expected.length !== came.length) return false;
  return ordered.has(key)
    ? expected.every((item, index) => item === came[index])
    : expected.every((item) => came.includes(item)) && came.every((item) => expected.includes(item));
}

/** A value for a message: short JSON. */
export function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
