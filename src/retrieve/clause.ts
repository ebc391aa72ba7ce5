import { contentWords } from './analyze.ts';

const borders = /[.,;:?!()]+(?:\s|$)|\s[-–—]\s|\b(?:and|until|till|then|but|afterwards|so that|before|after|up to)\b/i;
const mostClauses = 8;

/** The parts of a request that each may mean another step: split at punctuation and at words that join steps. At least one, at most eight. */
export function splitClauses(query: string): string[] {
  const clauses = query
    .split(borders)
    .map((part) => part.trim())
    .filter((part) => contentWords(part).length > 0);
  return clauses.length === 0 ? [query] : clauses.slice(0, mostClauses);
}

/** Outer signs of a request that say what kind it is; each 0 to 1. The order is that of `requestSigns`. */
export const requestSigns = ['clauses', 'length', 'number', 'reach', 'question', 'lookup', 'enumeration'] as const;

/** Reads the outer signs of a request. */
export function readSigns(
  query: string,
  clauses: number,
  words: number,
): Record<(typeof requestSigns)[number], number> {
  const holds = (pattern: RegExp) => (pattern.test(query) ? 1 : 0);
  return {
    clauses: Math.min(1, clauses / 5),
    length: Math.min(1, words / 20),
    number: holds(/\b\d{5,}\b/),
    reach: holds(
      /\b(until|till|up to|as far as|at the end|in the end|end:|finish|through to|right through|from start|goal|whole (way|process)|complete (path|process)|end to end|get to|take (me|it) to|bring (it|this) to|what comes next|next steps?)\b/i,
    ),
    question: holds(/\?\s*$/),
    lookup: holds(/\b(which|who|where|list|show|give me|what|how many|how much|see)\b/i),
    enumeration: holds(/(\bthen\b.*){2}|\bfirst\b|\bstep one\b|\b1\)/i),
  };
}
