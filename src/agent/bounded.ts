/** A text of at most so many characters: what is too long keeps its beginning and its end, and says what was left out. */
export function boundText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = Math.floor(limit * 0.75);
  const tail = limit - head;
  const left = (text.length - head - tail).toLocaleString('en-US');
  return `${text.slice(0, head)}\n[... ${left} characters left out; ask for less to see more of it ...]\n${text.slice(-tail)}`;
}

/** The JSON value where its text has at most so many characters; undefined where it is longer or no JSON at all. */
export function boundJson(value: unknown, limit: number): unknown {
  if (value === undefined) return undefined;
  try {
    const text = JSON.stringify(value);
    return text === undefined || text.length > limit ? undefined : value;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The scalars of JSON, at most so many and so many characters, the first ones. */
export function boundScalars(value: unknown, most: number, mostCharacters: number): readonly unknown[] {
  const kept: unknown[] = [];
  let characters = mostCharacters;
  const collect = (part: unknown, depth: number): void => {
    if (kept.length >= most || characters <= 0 || depth > 32) return;
    if (typeof part === 'object' && part !== null) {
      for (const member of Object.values(part)) collect(member, depth + 1);
    } else if (typeof part === 'string' || typeof part === 'number') {
      const scalar = typeof part === 'string' ? part.slice(0, 2000) : part;
      characters -= String(scalar).length;
      kept.push(scalar);
    }
  };
  collect(value, 0);
  return kept;
}
