import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const keyBytes = 16;

/** The teacher's rows by text, appended to one file, so that an interrupted run or a changed corpus asks only for what is new. */
export class RowStore {
  readonly #file: number;
  readonly #width: number;
  readonly #places = new Map<string, number>();
  #end = 0;

  constructor(folder: string, name: string, width: number) {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${name}.rows`);
    this.#width = width;
    this.#file = openSync(path, existsSync(path) ? 'r+' : 'w+');
    const record = keyBytes + width * 4;
    const key = Buffer.alloc(keyBytes);
    for (const size = statSync(path).size; this.#end + record <= size; this.#end += record) {
      readSync(this.#file, key, 0, keyBytes, this.#end);
      this.#places.set(key.toString('latin1'), this.#end + keyBytes);
    }
  }

  has(text: string): boolean {
    return this.#places.has(keyOf(text).toString('latin1'));
  }

  /** Copies a kept row into `target`; throws where it is not kept. */
  read(text: string, target: Float32Array): void {
    const at = this.#places.get(keyOf(text).toString('latin1'));
    if (at === undefined) throw new RangeError(`no row is kept for "${text}"`);
    readSync(this.#file, new Uint8Array(target.buffer, target.byteOffset, target.byteLength), 0, this.#width * 4, at);
  }

  write(text: string, row: Float32Array): void {
    const key = keyOf(text);
    writeSync(this.#file, key, 0, keyBytes, this.#end);
    const bytes = new Uint8Array(row.buffer, row.byteOffset, row.byteLength);
    writeSync(this.#file, bytes, 0, bytes.length, this.#end + keyBytes);
    this.#places.set(key.toString('latin1'), this.#end + keyBytes);
    this.#end += keyBytes + bytes.length;
  }

  close(): void {
    closeSync(this.#file);
  }
}

function keyOf(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, keyBytes);
}
