const longNumber = /\d[\d.]{15,}|\d[eE]\+?\d{3}/;
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const maxDepth = 200;

/** Raised for JSON nested too deep to be worked with. */
export class TooDeep extends Error {}

/**
 * Parses JSON without losing digits: a number that a double cannot carry becomes a string of the same digits. Throws
 * SyntaxError for what is no JSON and TooDeep past 200 levels.
 */
export function parseExactly(text: string): unknown {
  assertShallow(text);
  const parsed: unknown = JSON.parse(text);
  if (!longNumber.test(text)) return parsed;
  return JSON.parse(
    text.replace(stringOrNumber, (token) => (token.startsWith('"') || survives(token) ? token : `"${token}"`)),
  );
}

function survives(token: string): boolean {
  const digits = token
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
  return Number.isFinite(Number(token)) && (digits.length <= 15 || String(Number(token)) === token);
}

function assertShallow(text: string): void {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 92) index++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > maxDepth) throw new TooDeep();
    } else if (code === 125 || code === 93) depth -= 1;
  }
}
