import { MockFault } from './fault.ts';

/** A parsed `$filter`: V2 and V4 share the shape. */
export type FilterNode =
  | { kind: 'and' | 'or'; left: FilterNode; right: FilterNode }
  | { kind: 'not'; operand: FilterNode }
  | { kind: 'compare'; operator: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'; left: FilterNode; right: FilterNode }
  | { kind: 'in'; left: FilterNode; values: string[] }
  | { kind: 'call'; name: string; arguments: FilterNode[] }
  | { kind: 'path'; path: string }
  | { kind: 'literal'; text: string };

const token =
  /\s*(?:((?:guid|datetime|datetimeoffset|time|duration|binary|X|[A-Za-z_]\w*(?:\.\w+)+)?'(?:[^']|'')*')|([(),])|([^\s(),']+))/gy;
const maxDepth = 64;
const comparisons = new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le']);

/** Parses `$filter` by recursive descent (OData V4 ABNF, which contains the V2 expressions used here). */
export function parseFilter(text: string): FilterNode {
  const tokens = tokenize(text);
  let position = 0;
  let depth = 0;
  const peek = () => tokens[position];
  const fail = (): never => {
    throw new MockFault(400, 'GRM/FILTER', `Invalid filter: unexpected "${peek() ?? 'end'}" in "${text}".`);
  };
  const expectToken = (wanted: string) => {
    if (tokens[position++] !== wanted) fail();
  };

  const or = (): FilterNode => {
    let left = and();
    while (peek() === 'or') {
      position++;
      left = { kind: 'or', left, right: and() };
    }
    return left;
  };
  const and = (): FilterNode => {
    let left = not();
    while (peek() === 'and') {
      position++;
      left = { kind: 'and', left, right: not() };
    }
    return left;
  };
  const not = (): FilterNode => {
    if (peek() !== 'not') return comparison();
    position++;
    return { kind: 'not', operand: not() };
  };
  const comparison = (): FilterNode => {
    const left = primary();
    const operator = peek();
    if (operator === 'in') {
      position++;
      expectToken('(');
      const values: string[] = [];
      while (peek() !== ')') {
        values.push(tokens[position++] ?? fail());
        if (peek() === ',') position++;
      }
      position++;
      return { kind: 'in', left, values };
    }
    if (operator === undefined || !comparisons.has(operator)) return left;
    position++;
    return { kind: 'compare', operator: operator as 'eq', left, right: primary() };
  };
  const primary = (): FilterNode => {
    if (++depth > maxDepth) throw new MockFault(400, 'GRM/FILTER', 'The filter is nested too deeply.');
    try {
      const current = tokens[position++];
      if (current === undefined) return fail();
      if (current === '(') {
        const inner = or();
        expectToken(')');
        return inner;
      }
      if (peek() === '(') {
        position++;
        const argumentsOf: FilterNode[] = [];
        while (peek() !== ')') {
          argumentsOf.push(or());
          if (peek() === ',') position++;
          else if (peek() !== ')') fail();
        }
        position++;
        return { kind: 'call', name: current, arguments: argumentsOf };
      }
      return /^[A-Za-z_][\w/.]*$/.test(current) && !/^(true|false|null|INF|NaN)$/.test(current)
        ? { kind: 'path', path: current }
        : { kind: 'literal', text: current };
    } finally {
      depth--;
    }
  };

  const tree = or();
  if (position !== tokens.length) fail();
  return tree;
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  let end = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '');
    end = token.lastIndex;
  }
  if (text.slice(end).trim() !== '')
    throw new MockFault(400, 'GRM/FILTER', `Invalid filter near "${text.slice(end, end + 30)}".`);
  return tokens;
}
