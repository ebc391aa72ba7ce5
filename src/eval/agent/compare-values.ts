import type { ExpectedValue, ExpectedValues } from './task.ts';

const decimal = /^[+-]?\d+(\.\d+)?$/;
const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether two scalars are the same by value: "12.5" is 12.50, "10" is 00010, a guid has no case. */
export function sameScalar(expected: string | number | boolean, actual: unknown): boolean {
  if (typeof expected === 'boolean' || typeof actual === 'boolean') return expected === actual;
  if (typeof actual !== 'string' && typeof actual !== 'number') return false;
  const [a, b] = [String(expected), String(actual)];
  if (a === b) return true;
  if (decimal.test(a) && decimal.test(b)) return canonicalDecimal(a) === canonicalDecimal(b);
  if (guid.test(a)) return a.toLowerCase() === b.toLowerCase();
  return day.test(a) && dayOf(b) === a;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** The day of a date as V2 and V4 bodies write it; a time other than midnight UTC is another value. */
function dayOf(text: string): string | undefined {
  const ticks = /^\/Date\((-?\d+)(?:[+-]0000)?\)\/$/.exec(text)?.[1];
  if (ticks !== undefined) {
    const iso = new Date(Number(ticks)).toISOString();
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : undefined;
  }
  return /^(\d{4}-\d{2}-\d{2})T00:00(?::00(?:\.0+)?)?Z?$/.exec(text)?.[1];
}

function canonicalDecimal(text: string): string {
  const [whole = '', fraction = ''] = text.replace(/^\+/, '').split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const digits = whole.replace(/^-/, '').replace(/^0+(?=\d)/, '');
  const rest = fraction.replace(/0+$/, '');
  return `${sign}${digits}${rest === '' ? '' : `.${rest}`}`;
}

/** Whether something was said: not absent, null, or an empty text. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Expected values with the codes laid over them, lists item by item. */
export function withCodes(must: ExpectedValues, codes: ExpectedValues): ExpectedValues {
  const merged: Record<string, ExpectedValue> = { ...must };
  for (const [name, code] of Object.entries(codes)) {
    const own = merged[name];
    if (isList(code)) {
      const items = isList(own) ? own : [];
      const length = Math.max(items.length, code.length);
      merged[name] = Array.from({ length }, (_, index) => withCodes(items[index] ?? {}, code[index] ?? {}));
    } else if (isValues(code)) merged[name] = withCodes(isValues(own) ? own : {}, code);
    else merged[name] = code;
  }
  return merged;
}

/** True for a list of expected items. */
export function isList(value: ExpectedValue | undefined): value is readonly ExpectedValues[] {
  return Array.isArray(value);
}

/** True for nested expected values. */
export function isValues(value: ExpectedValue | undefined): value is ExpectedValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
