/** JSON text on indented lines, every token as it was: numbers are not read, so that what is shown is what is sent. Other text is kept. */
export function indentJson(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  let shown = '';
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(Math.max(0, depth))}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{[]\s*[}\]]|[^\s"]/gs)) {
    if (token === '{' || token === '[') {
      depth += 1;
      shown += token + line();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      shown += line() + token;
    } else if (token === ',') shown += token + line();
    else shown += token === ':' ? ': ' : token;
  }
  return shown;
}
