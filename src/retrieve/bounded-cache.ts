/**
 * Keeps what was asked for last, bounded by size: once the young values are too many they become the old ones, and what was old and not asked
 * for meanwhile is forgotten. So at most twice `most` is kept.
 */
export class BoundedCache<Key, Value> {
  readonly #most: number;
  readonly #sizeOf: (value: Value) => number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  #size = 0;

  constructor(most: number, sizeOf: (value: Value) => number = () => 1) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    const size = this.#sizeOf(value);
    if (this.#size + size > this.#most && this.#young.size > 0) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    this.#young.set(key, value);
    this.#size += size;
  }
}
