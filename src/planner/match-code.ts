import { bestLikeness } from './words.ts';

/** A code that a text means. */
export interface CodeMatch {
  readonly code: string;
  readonly text: string;
  /** Share of the text's words that were said, 0 to 1; rare words of the list weigh more. */
  readonly share: number;
  /** Words that were said. */
  readonly words: number;
}

/** A code list, as specifications tell it. */
export type Codes = readonly { readonly code: string; readonly text?: string | undefined }[];

/** Words that name so much that one of them alone says nothing. */
const weak = new Set(
  'group servic standard return contract ord order invoic system number other internal customer supplier product material item block fre general sal purchas plant day hour pric document valu'.split(
    ' ',
  ),
);

/**
 * The code whose text a wording says best. A text of one weak word counts only where a word of the property stands near it; `lenient`
 * takes the best one that has anything to do with the wording, as for the type of a document.
 */
export function matchCode(
  codes: Codes,
  wording: readonly string[],
  property: readonly string[],
  textWords: (text: string) => string[],
  lenient = false,
): CodeMatch | undefined {
  const entries = codes.map(({ code, text = code }) => ({ code, text, words: [...new Set(textWords(text))] }));
  const frequency = new Map<string, number>();
  for (const { words } of entries) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  let best: (CodeMatch & { readonly rank: number }) | undefined;
  for (const { code, text, words } of entries) {
    if (words.length === 0) continue;
    const weights = words.map((word) => 1 / (frequency.get(word) ?? 1));
    const said = words.map((word) => bestLikeness(word, wording));
    const matched = said.filter((likeness) => likeness > 0).length;
    if (matched === 0) continue;
    const raw = sum(said) / words.length;
    const weighted = sum(said.map((likeness, index) => likeness * (weights[index] ?? 0))) / sum(weights);
    const share = 0.5 * raw + 0.5 * weighted;
    if (!isConvincing(words, said, share, matched, wording, property, lenient)) continue;
    const close = isTogether(words, wording, matched, words.length + 4) ? 0.04 : 0;
    const rank = share + 0.06 * Math.min(matched, 6) + close;
    if (best === undefined || rank > best.rank + 1e-9) best = { code, text, share, words: matched, rank };
  }
  return best;
}

function isConvincing(
  words: readonly string[],
  said: readonly number[],
  share: number,
  matched: number,
  wording: readonly string[],
  property: readonly string[],
  lenient: boolean,
): boolean {
  const related = isNear(words, wording, property);
  const strong = words.some((word, index) => (said[index] ?? 0) > 0 && !weak.has(word));
  if (lenient) return share >= 0.3 && (strong || share >= 0.5);
  if (matched === 1) return share >= 0.8 && (related || strong);
  if (share >= 0.62) return isTogether(words, wording, matched, share > 0.9 ? 24 : words.length + 5);
  return related && share >= 0.5 && strong;
}

/** The words that were said stand close to each other. */
function isTogether(words: readonly string[], wording: readonly string[], matched: number, width: number): boolean {
  for (let start = 0; start < wording.length; start++) {
    const window = wording.slice(start, start + width);
    if (words.filter((word) => bestLikeness(word, window) > 0).length >= matched) return true;
  }
  return false;
}

/** A word of the property stands within four words of one of the text. */
function isNear(words: readonly string[], wording: readonly string[], property: readonly string[]): boolean {
  return wording.some((said, index) => {
    if (bestLikeness(said, words) === 0) return false;
    const around = [...wording.slice(Math.max(0, index - 4), index), ...wording.slice(index + 1, index + 5)];
    return around.some((word) => bestLikeness(word, property) > 0 && bestLikeness(word, words) === 0);
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
