import { words } from '../nearest-names.ts';

const MAX_DEPTH = 32;

/**
 * Where values came from: what the user said, and what systems answered. A value is founded where it occurs in either, compared
 * without case, leading zeros and thousands separators. Grows by `said` and `answered` while a task goes on.
 */
export class Provenance {
  readonly #values = new Set<string>();
  readonly #texts: string[] = [];

  /** Words of a user: the values in them may be used. */
  said(text: string): this {
    this.#texts.push(text.toLowerCase());
    for (const token of text.split(/[\s"'`()[\]{},;!?]+/)) this.#add(token.replace(/^[.:]+|[.:]+$/g, ''));
    for (const word of words(text)) this.#add(word);
    return this;
  }

  /** An answer of a system, or a value list that was shown: every scalar in it may be used. */
  answered(json: unknown): this {
    this.#collect(json, 0);
    return this;
  }

  /** Whether a value came from the user or from an answer. */
  knows(value: unknown): boolean {
    if (typeof value !== 'string' && typeof value !== 'number') return true;
    const text = String(value);
    if (text.trim() === '' || this.#values.has(normal(text))) return true;
    const lower = text.toLowerCase();
    return lower.includes(' ') && this.#texts.some((said) => said.includes(lower));
  }

  #add(text: string): void {
    if (text !== '') this.#values.add(normal(text));
  }

  #collect(json: unknown, depth: number): void {
    if (typeof json === 'string' || typeof json === 'number') this.#add(String(json));
    else if (typeof json === 'object' && json !== null && depth < MAX_DEPTH) {
      for (const value of Object.values(json)) this.#collect(value, depth + 1);
    }
  }
}

function normal(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^0+(?=\d)/, '');
}
