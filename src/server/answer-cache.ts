/** Keeps the answers that were asked for last, as long as the index that they come from is current. */
export class AnswerCache {
  readonly #most: number;
  readonly #answers = new Map<string, Promise<unknown>>();

  constructor(most = 2000) {
    this.#most = most;
  }

  /** The kept answer, or the one that is made now; what fails is not kept. `isKept` tells which. */
  async answer<Value>(name: string, make: () => Promise<Value>): Promise<{ value: Value; isKept: boolean }> {
    const kept = this.#answers.get(name) as Promise<Value> | undefined;
    const answer = kept ?? make();
    this.#answers.delete(name);
    this.#answers.set(name, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#most && oldest !== undefined) this.#answers.delete(oldest);
    try {
      return { value: await answer, isKept: kept !== undefined };
    } catch (error) {
      if (this.#answers.get(name) === answer) this.#answers.delete(name);
      throw error;
    }
  }
}
