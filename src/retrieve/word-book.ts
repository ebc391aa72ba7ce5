import abbreviationData from './abbreviations.json' with { type: 'json' };
import { isStopWord, words } from './analyze.ts';
import { meaningfulWords, splitIdentifier } from './split.ts';

/** A technical name and what people call the same thing. */
export interface NameWithLabel {
  readonly name: string;
  readonly label: string;
}

const shortestLearned = 2;
const leastEvidence = 2;
const shortestGlued = 8;
const longestGlued = 60;
const shortestPart = 3;

/**
 * Turns technical names into plain words. Besides the shipped abbreviations it knows what a landscape's own labels reveal: that `Whldg` stands for
 * "withholding" because `WhldgTaxType` is labelled "Withholding Tax Type", and where words written together (`Contracthistory`) come apart.
 */
export class WordBook {
  readonly #abbreviations = new Map<string, readonly string[]>();
  readonly #known = new Map<string, number>();
  readonly #expanded = new Map<string, readonly string[]>();

  constructor(pairs: Iterable<NameWithLabel> = []) {
    const votes = new Map<string, Map<string, number>>();
    for (const { name, label } of pairs) {
      const labelWords = words(label);
      for (const word of labelWords)
        if (word.length >= shortestPart) this.#known.set(word, (this.#known.get(word) ?? 0) + 1);
      for (const [short, long] of aligned(splitIdentifier(name), labelWords)) {
        const candidates = votes.get(short) ?? new Map<string, number>();
        votes.set(short, candidates.set(long, (candidates.get(long) ?? 0) + 1));
      }
    }
    for (const [short, candidates] of votes) {
      const [best, second] = [...candidates].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      if (best === undefined || best[1] < leastEvidence || best[1] < 2 * (second?.[1] ?? 0)) continue;
      if ((this.#known.get(short) ?? 0) < best[1]) this.#abbreviations.set(short, [best[0]]);
    }
    for (const [short, long] of Object.entries(abbreviationData.abbreviations)) {
      if (!this.#abbreviations.has(short)) this.#abbreviations.set(short, long.split(' '));
    }
  }

  /** The plain words of an EntitySet, Operation or service name, layer marks left out. */
  nameWords(name: string): string[] {
    return meaningfulWords(name).flatMap((word) => this.#expand(word));
  }

  /** The plain words of any technical name. */
  identifierWords(name: string): string[] {
    return splitIdentifier(name).flatMap((word) => this.#expand(word));
  }

  #expand(word: string): readonly string[] {
    let expansion = this.#expanded.get(word);
    if (expansion === undefined) {
      expansion = this.#abbreviations.get(word) ?? this.#unglue(word) ?? [word];
      this.#expanded.set(word, expansion);
    }
    return expansion;
  }

  /** Splits a long unknown word into known ones, the fewest that cover it; up to two letters at its end may stay uncovered. */
  #unglue(word: string): readonly string[] | undefined {
    if (word.length < shortestGlued || word.length > longestGlued || this.#known.has(word)) return undefined;
    const best: ({ parts: string[]; loss: number } | undefined)[] = [{ parts: [], loss: 0 }];
    for (let end = 1; end <= word.length; end++) {
      for (let start = 0; start <= end - shortestPart; start++) {
        const before = best[start];
        const part = word.slice(start, end);
        if (before === undefined || !this.#isPart(part)) continue;
        const loss = before.loss + 1 + 1 / part.length;
        const found = best[end];
        if (found === undefined || loss < found.loss) best[end] = { parts: [...before.parts, part], loss };
      }
    }
    const whole = best[word.length] ?? best[word.length - 1] ?? best[word.length - 2];
    if (whole === undefined || whole.parts.length < 2) return undefined;
    return whole.parts.flatMap((part) => this.#abbreviations.get(part) ?? [part]);
  }

  #isPart(part: string): boolean {
    return (
      (this.#known.has(part) && !isStopWord(part)) || (part.length > shortestPart && this.#abbreviations.has(part))
    );
  }
}

/** Pairs of a shortened word and the label word at the same place, where name and label have as many words. */
function* aligned(nameWords: readonly string[], labelWords: readonly string[]): Generator<[string, string]> {
  if (nameWords.length !== labelWords.length) return;
  for (const [place, short] of nameWords.entries()) {
    const long = labelWords[place];
    if (long !== undefined && short.length >= shortestLearned && abbreviates(short, long)) yield [short, long];
  }
}

function abbreviates(short: string, long: string): boolean {
  if (short.length > long.length - 2 || short[0] !== long[0] || long.startsWith(`${short}s`)) return false;
  let at = 0;
  for (const letter of short) {
    at = long.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
