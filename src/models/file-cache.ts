import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/**
 * Bytes kept in files under the hash of their key, shared by processes: a file is written whole and renamed, a damaged one counts as
 * absent. The keys themselves are not kept.
 */
export class FileCache {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The kept bytes; undefined where there are none or they are damaged. */
  async get(key: string): Promise<Uint8Array | undefined> {
    const { folder, file } = this.#place(key);
    let kept: Buffer;
    try {
      kept = await readFile(join(folder, file));
    } catch (error) {
      if (isNodeError(error, 'ENOENT') || isNodeError(error, 'ENOTDIR')) return undefined;
      throw error;
    }
    if (kept.length < 4) return undefined;
    const content = new Uint8Array(kept.subarray(4));
    return crc32(content) === kept.readUInt32LE(0) ? content : undefined;
  }

  /** Keeps bytes; throws what the file system throws. */
  async set(key: string, content: Uint8Array): Promise<void> {
    const { folder, file } = this.#place(key);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const bytes = Buffer.alloc(4 + content.length);
    bytes.writeUInt32LE(crc32(content));
    bytes.set(content, 4);
    const unfinished = join(folder, `${file}.${randomUUID()}`);
    await writeFile(unfinished, bytes, { mode: 0o600 });
    await rename(unfinished, join(folder, file));
  }

  #place(key: string): { folder: string; file: string } {
    const hash = createHash('sha256').update(key).digest('hex');
    return { folder: join(this.#folder, hash.slice(0, 2)), file: hash.slice(2) };
  }
}

function isNodeError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
