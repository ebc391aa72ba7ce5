/** Numbers for texts, in the order of their first appearance. */
export class Numbering {
  readonly #ids = new Map<string, number>();
  readonly #texts: string[] = [];

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.id(text);
  }

  /** The number of a text; a new text gets the next one. */
  id(text: string): number {
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#texts.length;
      this.#ids.set(text, id);
      this.#texts.push(text);
    }
    return id;
  }

  /** The number of a text that has one. */
  known(text: string): number | undefined {
    return this.#ids.get(text);
  }

  get size(): number {
    return this.#texts.length;
  }

  /** All texts in the order of their numbers. */
  get texts(): readonly string[] {
    return this.#texts;
  }
}
