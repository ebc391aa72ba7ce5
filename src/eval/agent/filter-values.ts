/**
 * The values that a `$filter` pins properties to: its conditions joined by `and` that compare for equality. What stands under `or`, `not`
 * or another comparison pins nothing. Literals lose their quotes and type marks.
 */
export function filterValues(filter: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const part of conjuncts(filter.trim(), 0)) {
    const match = /^([\w/]+)\s+eq\s+(.+)$/is.exec(part);
    const [, path, literal] = match ?? [];
    if (path === undefined || literal === undefined) continue;
    const name = path.split('/').at(-1) ?? path;
    values[name] = literalValue(literal.trim());
  }
  return values;
}

const deepest = 32;

function conjuncts(filter: string, depth: number): string[] {
  const parts = splitWord(filter, 'and');
  if (parts.length > 1 && depth < deepest) return parts.flatMap((part) => conjuncts(part.trim(), depth + 1));
  const inner = unwrapped(filter);
  if (inner !== undefined && depth < deepest) return conjuncts(inner.trim(), depth + 1);
  return splitWord(filter, 'or').length > 1 ? [] : [filter];
}

/** What stands inside of parentheses that enclose the whole text. */
function unwrapped(text: string): string | undefined {
  if (!text.startsWith('(') || !text.endsWith(')')) return undefined;
  let level = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === "'") quoted = !quoted;
    else if (!quoted && character === '(') level++;
    else if (!quoted && character === ')') level--;
    if (level === 0 && index < text.length - 1) return undefined;
  }
  return text.slice(1, -1);
}

/** Splits at a word outside of quotes and parentheses. */
function splitWord(text: string, word: string): string[] {
  const parts: string[] = [];
  let level = 0;
  let quoted = false;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === "'") quoted = !quoted;
    else if (!quoted && character === '(') level++;
    else if (!quoted && character === ')') level--;
    else if (!quoted && level === 0 && text.startsWith(` ${word} `, index)) {
      parts.push(text.slice(start, index));
      start = index + word.length + 2;
      index = start - 1;
    }
  }
  return [...parts, text.slice(start)];
}

function literalValue(literal: string): unknown {
  const quoted = /^(?:guid|datetime|datetimeoffset|time|binary|X)?'(.*)'$/is.exec(literal)?.[1];
  if (quoted !== undefined) return quoted.replaceAll("''", "'");
  if (literal === 'true' || literal === 'false') return literal === 'true';
  if (literal === 'null') return null;
  return literal.replace(/^([+-]?\d+(?:\.\d+)?)[LMDF]$/i, '$1');
}
