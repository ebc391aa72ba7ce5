/** JSON without what says nothing: null, empty texts, empty lists and objects. A value that is nothing itself becomes null. */
export function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]): [string, unknown] => [name, compact(member)])
      .filter(([, member]) => !isNothing(member)),
  );
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** As many lines as fit a number of characters, at least one, which is cut where it is too long by itself. */
export function fitLines(
  lines: readonly string[],
  characters: number,
): { readonly text: string; readonly shown: number } {
  const taken: string[] = [];
  let used = 0;
  for (const line of lines) {
    if (taken.length > 0 && used + line.length + 1 > characters) break;
    taken.push(line.length > characters ? `${line.slice(0, characters)}… (cut)` : line);
    used += line.length + 1;
  }
  return { text: taken.join('\n'), shown: taken.length };
}
