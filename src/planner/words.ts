import { ABBREVIATIONS, SAME_WORDS } from './lexicon.ts';

const stopWords = new Set(
  'a an the of for to in on at by with and or is are be as it its this that these those from into under via per shall must will has have been was were we us our i he she they them their his her you your there so then also please which who when where if not do does'.split(
    ' ',
  ),
);

const numberWords: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  hundred: 100,
};

/** The value of a number written with digits or as a word; undefined for anything else. */
export function numberOf(word: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(word)) return Number(word);
  const lower = word.toLowerCase();
  return Object.hasOwn(numberWords, lower) ? numberWords[lower] : undefined;
}

/** The form in which words are compared: one spelling, one of several synonyms, without endings. */
export function canonical(word: string): string {
  const lower = british(word.toLowerCase().replace(/['’]s$/, ''));
  const same = Object.hasOwn(SAME_WORDS, lower) ? (SAME_WORDS[lower] ?? lower) : lower;
  return stem(same);
}

/** Whether a word carries meaning by itself. */
export function isContent(word: string): boolean {
  return !stopWords.has(word.toLowerCase());
}

const mostRemembered = 20_000;
const namesRead = new Map<string, string[]>();
const textsRead = new Map<string, string[]>();

/** Reads each name or text once; what is remembered is bounded. */
function once(memory: Map<string, string[]>, text: string, read: (text: string) => string[]): string[] {
  const known = memory.get(text);
  if (known !== undefined) return known;
  if (memory.size >= mostRemembered) memory.clear();
  const words = read(text);
  memory.set(text, words);
  return words;
}

/** Canonical words of a text, in order, those without meaning left out; numbers in digits, weeks as days. */
export function textWords(text: string): string[] {
  return once(textsRead, text, readText);
}

function readText(text: string): string[] {
  const tokens = text.match(/\d+(?:\.\d+)?|[\p{L}][\p{L}'’]*|%/gu) ?? [];
  return tokens.flatMap((token, index) => {
    if (!isContent(token)) return [];
    const number = numberOf(token);
    if (number === undefined) return /^weeks?$/i.test(token) && index > 0 ? ['day'] : [canonical(token)];
    return [String(/^weeks?$/i.test(tokens[index + 1] ?? '') ? number * 7 : number)];
  });
}

/** Canonical words of a technical name or label, written out. */
export function nameWords(name: string): string[] {
  return once(namesRead, name, readName);
}

function readName(name: string): string[] {
  const split = name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .match(/[\p{L}]+|\d+/gu);
  return (split ?? []).flatMap((part) => {
    const lower = part.toLowerCase();
    if (lower.length === 1 && /[a-z]/.test(lower)) return [];
    const written = Object.hasOwn(ABBREVIATIONS, lower) ? (ABBREVIATIONS[lower] ?? lower) : lower;
    return written.split(' ').map(canonical).filter(isContent);
  });
}

/** 1 for the same word, less for words that begin alike, 0 for others. */
export function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const shorter = Math.min(a.length, b.length);
  if (shorter < 4 || /\d/.test(a) || /\d/.test(b)) return 0;
  return a.startsWith(b) || b.startsWith(a) ? 0.85 : 0;
}

/** The best likeness of a word to any of several. */
export function bestLikeness(word: string, others: Iterable<string>): number {
  let best = 0;
  for (const other of others) best = Math.max(best, likeness(word, other));
  return best;
}

function british(word: string): string {
  return word
    .replace(/is(e|ed|ing|ation|ations)$/, 'iz$1')
    .replace(/(cent|lit|met|fib)re(s?)$/, '$1er$2')
    .replace(/our(s?)$/, 'or$1');
}

/** Longer runs of letters are no words of a language. */
const longestWord = 64;

function stem(word: string): string {
  if (word.length < 4 || word.length > longestWord || /\d/.test(word)) return word;
  let stemmed = word.replace(/ies$/, 'y').replace(/(ss)es$/, '$1');
  if (/[^su]s$/.test(stemmed)) stemmed = stemmed.slice(0, -1);
  stemmed = stemmed
    .replace(/(.{3,})(ing|ed)$/, '$1')
    .replace(/(.{4,})ment$/, '$1')
    .replace(/(.{5,})ly$/, '$1');
  stemmed = stemmed.replace(/([bdgmnprt])\1$/, '$1');
  return stemmed.length > 3 ? stemmed.replace(/e$/, '') : stemmed;
}
