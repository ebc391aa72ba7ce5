/** A map of expect.yaml. */
export type Fields = Readonly<Record<string, unknown>>;

/** Keys that every case may have, whatever it checks. */
export const caseKeys = ['case', 'about', 'source', 'check', 'input', 'wellFormed', 'network'];

/** The value as a map; anything else is a mistake in expect.yaml. */
export function fieldsOf(value: unknown, where: string): Fields {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Fields;
  throw new Error(`${where} must be a map`);
}

/** The value as a list; a single value is a list of one, null and absent an empty one. */
export function asList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The value as text. */
export function asText(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`${where} must be a text`);
}

/** Fails where a map holds a key that nobody would look at: a typo must not pass as "nothing to check". */
export function onlyKeys(fields: Fields, allowed: readonly string[], where: string): void {
  const unknown = Object.keys(fields).filter((key) => !allowed.includes(key));
  if (unknown.length > 0) throw new Error(`${where} has the unknown key ${unknown.join(', ')}`);
}
