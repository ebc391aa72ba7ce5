import { stat } from 'node:fs/promises';
import { openStore } from '../store/index.ts';

/** Least time between two looks at an index that is no file, in milliseconds. */
const lookEvery = 1000;

/**
 * Tells whether an index is still the one that was opened. A file is opened again only where it was written meanwhile, so asking is
 * cheap; a database is looked at once a second at most.
 */
export class IndexWatch {
  readonly #location: string;
  readonly #createdAt: string;
  #seen: string;
  #lookedAt = 0;
  #current = true;

  private constructor(location: string, createdAt: string, seen: string) {
    this.#location = location;
    this.#createdAt = createdAt;
    this.#seen = seen;
  }

  /** What to remember of an index before it is opened. */
  static signature(location: string): Promise<string> {
    return signatureOf(location);
  }

  static of(location: string, createdAt: string, signature: string): IndexWatch {
    return new IndexWatch(location, createdAt, signature);
  }

  /** False from the moment on that another index is there. */
  async isCurrent(): Promise<boolean> {
    if (!this.#current) return false;
    const seen = await signatureOf(this.#location);
    const now = performance.now();
    if (seen === 'database' ? now - this.#lookedAt < lookEvery : seen === this.#seen) return true;
    this.#lookedAt = now;
    const createdAt = await createdAtOf(this.#location);
    this.#seen = seen;
    if (createdAt !== undefined && createdAt !== this.#createdAt) this.#current = false;
    return this.#current;
  }
}

async function createdAtOf(location: string): Promise<string | undefined> {
  const store = await openStore(location, 'read');
  try {
    return (await store.meta())?.createdAt;
  } finally {
    await store.close();
  }
}

/** When the files of the index were written last; a database has none. */
async function signatureOf(location: string): Promise<string> {
  if (/^postgres(ql)?:/i.test(location)) return 'database';
  const times = await Promise.all([location, `${location}-wal`].map(writtenAt));
  return times.join(' ');
}

async function writtenAt(path: string): Promise<string> {
  try {
    const { mtimeNs, size, ino } = await stat(path, { bigint: true });
    return `${ino}:${size}:${mtimeNs}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '-';
    throw error;
  }
}
