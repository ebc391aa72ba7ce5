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

/** Outer signs of a request that say what kind it is; each 0 to 1. */
export const requestSigns = [
  'clauses',
  'length',
  'sentences',
  'statement',
  'number',
  'reach',
  'question',
  'lookup',
  'enumeration',
  'imperatives',
] as const;

const reach =
  /\b(until|till|up to|as far as|at the end|in the end|end:|finish|through to|right through|from start|goal|whole (way|process)|complete (path|process)|end to end|get to|take (me|it) to|bring (it|this) to|what comes next|next steps?)\b/i;
const predicate =
  /\b(am|is|are|was|were|be|been|has|have|had|will|would|shall|should|must|may|can|cannot|could|wants?|needs?|says?|said)\b|n't\b|'(s|d|ll|ve|re)\b/i;
const asking =
  /^\W*(which|who|whom|whose|where|when|why|what|how|is|are|was|were|do|does|did|has|have|can|list|show|give|find|read|look|see|open|tell|print|display|get me|in which|for which|from which)\b/i;
const imperative =
  /^\W*(?:(?:then|and|first|finally|afterwards|after that|please|next|step \w+|\d+\)?)\W*)*(add|approve|ask|assign|book|call|cancel|change|check|choose|close|compare|confirm|create|enter|find|get|list|look|make|open|order|pay|place|plan|post|prepare|pull|put|raise|read|record|register|release|request|see|send|set|show|start|store|take|update|withdraw)\b/i;
const enumeration = /(\bthen\b.*){2}|\bfirst\b|\bstep one\b|\b1\)/i;

/** Reads the outer signs of a request: how long it is, whether it tells a situation or asks for data, whether it names a goal or a document. */
export function readSigns(
  query: string,
  clauses: readonly string[],
  words: number,
): Record<(typeof requestSigns)[number], number> {
  const sentences = query.split(/[.?!;:]+(?:\s|$)/).filter((sentence) => contentWords(sentence).length > 0);
  const share = (condition: (sentence: string) => boolean) =>
    sentences.filter(condition).length / Math.max(1, sentences.length);
  const holds = (pattern: RegExp) => (pattern.test(query) ? 1 : 0);
  return {
    clauses: Math.min(1, clauses.length / 5),
    length: Math.min(1, words / 20),
    sentences: Math.min(1, Math.max(0, sentences.length - 1) / 2),
    statement: share((sentence) => predicate.test(sentence) && !asking.test(sentence)),
    number: holds(/\b\d{5,}\b/),
    reach: holds(reach),
    question: holds(/\?\s*$/),
    lookup: share((sentence) => asking.test(sentence)),
    enumeration: holds(enumeration),
    imperatives: Math.min(1, clauses.filter((clause) => imperative.test(clause)).length / 3),
  };
}
