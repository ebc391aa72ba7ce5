import { retryAfterMs, TransientError } from './retry.ts';

/** One POST of a JSON document to a model server. */
export interface JsonRequest {
  url: URL;
  body: unknown;
  /** Sent as bearer token; never part of an error. */
  key?: string | undefined;
  timeoutMs: number;
  largestAnswer: number;
  fetch: typeof fetch;
  signal?: AbortSignal | undefined;
}

/** The server refused a request in a way that repeating does not change; the message is a clause without the key. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * The parsed answer of one attempt. Throws a TransientError on 408, 429, 5xx, a broken connection and a timeout, a RefusedError on another
 * status or an answer that is no JSON or too large; an abort of the caller's signal passes through.
 */
export async function postJson(request: JsonRequest): Promise<unknown> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]);
  try {
    const response = await request.fetch(request.url, {
      method: 'POST',
      redirect: 'manual',
      signal,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(request.key === undefined ? {} : { authorization: `Bearer ${request.key}` }),
      },
      body: JSON.stringify(request.body),
    });
    const text = await readBounded(response, request.largestAnswer);
    if (!response.ok) throw failure(response, text, request.key);
    return parse(response.status, text);
  } catch (error) {
    if (error instanceof TransientError || error instanceof RefusedError || request.signal?.aborted) throw error;
    if (timeout.aborted) {
      throw new TransientError(`no answer within ${request.timeoutMs / 1000} seconds`, { cause: error });
    }
    throw new TransientError(networkReason(error), { cause: error });
  }
}

function failure(response: Response, text: string, key: string | undefined): Error {
  const { status } = response;
  const said = status === 401 || status === 403 ? '' : quoted(text, key);
  const message = `it answers with status ${status}${said}`;
  if (status !== 408 && status !== 429 && status < 500) return new RefusedError(status, message);
  return new TransientError(message, { afterMs: retryAfterMs(response.headers.get('retry-after'), Date.now()) });
}

/** What the server said, on one line, cut, and without the key should the server repeat it. */
function quoted(text: string, key: string | undefined): string {
  const safe = (key === undefined ? text : text.replaceAll(key, '***')).replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return safe === '' ? '' : ` and says: ${safe.slice(0, 200)}`;
}

function parse(status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusedError(status, 'its answer is no JSON');
  }
}

async function readBounded(response: Response, largest: number): Promise<string> {
  if (response.body === null) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.byteLength;
    if (size > largest) throw new RefusedError(response.status, `its answer is larger than ${largest} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function networkReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error) return 'code' in cause ? `${cause.message} (${String(cause.code)})` : cause.message;
  return String(cause);
}
