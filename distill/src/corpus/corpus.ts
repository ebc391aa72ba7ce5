/** Two texts that mean the same, or of which one explains the other. */
export interface Pair {
  kind: string;
  a: string;
  b: string;
  /** Pairs of one group are about the same thing. */
  group: string;
}

/** Distinct training texts with the source they came from first, and pairs of texts that belong together. */
export class Corpus {
  readonly #texts = new Map<string, { text: string; source: string }>();
  readonly #pairs = new Map<string, Pair>();

  /** Adds a text of at least two letters, cut to 400 characters; texts that differ only in case or space count once. */
  add(source: string, text: string): void {
    const plain = text.replace(/\s+/g, ' ').trim().slice(0, 400);
    const key = plain.toLowerCase();
    if (/\p{L}{2}/u.test(plain) && !this.#texts.has(key)) this.#texts.set(key, { text: plain, source });
  }

  /** Adds a pair unless a side is empty or both say the same words; without a group, pairs with the same second side are one. */
  pair(kind: string, a: string, b: string, group = b.toLowerCase()): void {
    const key = `${a.toLowerCase()}\n${b.toLowerCase()}`;
    if (a === '' || b === '' || a.toLowerCase() === b.toLowerCase() || this.#pairs.has(key)) return;
    this.#pairs.set(key, { kind, a, b, group });
  }

  texts(): { text: string; source: string }[] {
    return [...this.#texts.values()];
  }

  pairs(): Pair[] {
    return [...this.#pairs.values()];
  }
}
