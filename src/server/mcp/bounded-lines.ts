import { Transform, type TransformCallback } from 'node:stream';

/** Longest line of a client, in bytes. */
export const longestLine = 4 * 1024 * 1024;

/**
 * Passes on the lines of a client that are JSON, each at most `limit` bytes long; whatever is not is dropped and `refuse` is told why.
 * Memory stays within the limit whatever arrives.
 */
export class BoundedLines extends Transform {
  readonly #limit: number;
  readonly #refuse: (code: number, reason: string) => void;
  #held: Buffer[] = [];
  #size = 0;
  #skipping = false;

  constructor(refuse: (code: number, reason: string) => void, limit = longestLine) {
    super();
    this.#refuse = refuse;
    this.#limit = limit;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      this.#hold(chunk.subarray(start, end));
      this.#flushLine();
      start = end + 1;
    }
    this.#hold(chunk.subarray(start));
    done();
  }

  #hold(part: Buffer): void {
    if (this.#skipping || part.length === 0) return;
    this.#size += part.length;
    if (this.#size <= this.#limit) {
      this.#held.push(part);
      return;
    }
    this.#held = [];
    this.#skipping = true;
    this.#refuse(-32600, `A message has more than ${this.#limit} bytes and was dropped.`);
  }

  #flushLine(): void {
    const line = Buffer.concat(this.#held);
    const skipped = this.#skipping;
    this.#held = [];
    this.#size = 0;
    this.#skipping = false;
    if (skipped || line.toString('utf8').trim() === '') return;
    const problem = problemOf(line);
    if (problem !== undefined) this.#refuse(problem.code, problem.reason);
    else this.push(Buffer.concat([line, Buffer.from('\n')]));
  }
}

function problemOf(line: Buffer): { code: number; reason: string } | undefined {
  let message: unknown;
  try {
    message = JSON.parse(line.toString('utf8'));
  } catch (error) {
    return { code: -32700, reason: `A line is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const isMessage =
    typeof message === 'object' && message !== null && (message as { jsonrpc?: unknown }).jsonrpc === '2.0';
  return isMessage ? undefined : { code: -32600, reason: 'A line is no JSON-RPC 2.0 message.' };
}
