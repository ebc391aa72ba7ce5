import { GroundrailError } from '../../base/index.ts';
import { retryAfterMs } from '../retry.ts';

/** Who failed, and what must never be part of a sentence about it. */
export interface FailingModel {
  readonly name: string;
  /** Origin of the server. */
  readonly server: string;
  /** Where the key comes from, where there is one. */
  readonly keyVariable?: string | undefined;
  readonly key?: string | undefined;
}

/** An attempt that failed: whether another one may help, after which pause, and the error to throw if not. */
export interface ModelFailure {
  readonly transient: boolean;
  readonly afterMs: number | undefined;
  /** A clause without the key. */
  readonly reason: string;
  readonly error: GroundrailError;
}

/** What an error of an attempt means. Errors of the AI SDK are read by their documented properties. */
export function readFailure(error: unknown, model: FailingModel): ModelFailure {
  const status = numberIn(error, 'statusCode');
  const said = quoted(bodyMessage(error) ?? messageOf(error), model.key);
  // A stream that breaks off or cannot be read is reported with the status of its beginning.
  if (status === undefined || status < 300) return withoutStatus(error, said, model);
  const reason = `it answers with status ${status}`;
  if (status === 401 || status === 403) {
    const remedy =
      model.keyVariable === undefined
        ? 'Ask who runs it for access.'
        : `Put a valid key into the environment: "export ${model.keyVariable}=<key>".`;
    return refused(`the key is refused (status ${status})`, remedy, model, error);
  }
  if (status === 404) {
    return refused(
      `${model.server} knows no such model or address (${said})`,
      'Check its name and the base URL.',
      model,
      error,
    );
  }
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    const afterMs = retryAfterMs(headerIn(error, 'retry-after') ?? null, Date.now());
    return unreachable(`${reason} (${said})`, true, afterMs, model, error);
  }
  if (status < 400)
    return refused(`${reason}, a redirect, which is not followed`, 'Correct the base URL.', model, error);
  return refused(`${reason} and says: ${said}`, 'Check the name of the model and what it supports.', model, error);
}

function withoutStatus(error: unknown, said: string, model: FailingModel): ModelFailure {
  const name = error instanceof Error ? error.name : '';
  if (error instanceof RangeError || /TypeValidation|JSONParse|InvalidResponseData|EmptyResponse/.test(name)) {
    return refused(
      `its answer cannot be read (${said})`,
      'Check that the address is that of a server for this protocol.',
      model,
      error,
    );
  }
  return unreachable(said, true, undefined, model, error);
}

function refused(reason: string, remedy: string, { name }: FailingModel, cause: unknown): ModelFailure {
  const error = new GroundrailError('model-unavailable', { model: name, reason, remedy }, { cause: bare(cause) });
  return { transient: false, afterMs: undefined, reason, error };
}

function unreachable(
  reason: string,
  transient: boolean,
  afterMs: number | undefined,
  { name, server }: FailingModel,
  cause: unknown,
): ModelFailure {
  const target = `The model ${name} at ${server}`;
  const error = new GroundrailError('unreachable', { target, reason }, { cause: bare(cause) });
  return { transient, afterMs, reason, error };
}

/** The cause without request and headers, which may hold a key and the whole conversation. */
function bare(cause: unknown): Error {
  const error = new Error(cause instanceof Error ? cause.name : 'unknown error');
  error.stack = cause instanceof Error ? (cause.stack ?? '').split('\n').slice(1).join('\n') : '';
  return error;
}

function quoted(text: string, key: string | undefined): string {
  const safe = key === undefined ? text : text.replaceAll(key, '***');
  return (
    safe
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, 300) || 'without a word'
  );
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const inner = cause?.cause instanceof Error ? cause.cause : cause;
  if (inner === undefined) return error.message;
  return 'code' in inner ? `${inner.message} (${String(inner.code)})` : inner.message || error.message;
}

/** The message inside of an error document, which says more than the status text. */
function bodyMessage(error: unknown): string | undefined {
  const body = propertyOf(error, 'responseBody');
  if (typeof body !== 'string' || body.length > 100_000) return undefined;
  const found = /"message"\s*:\s*"((?:[^"\\]|\\.){1,2000})"/.exec(body)?.[1];
  return found === undefined ? body.slice(0, 300) || undefined : found.replace(/\\(.)/g, '$1');
}

function headerIn(error: unknown, name: string): string | undefined {
  const value = propertyOf(propertyOf(error, 'responseHeaders'), name);
  return typeof value === 'string' ? value : undefined;
}

function numberIn(error: unknown, name: string): number | undefined {
  const value = propertyOf(error, name);
  return typeof value === 'number' ? value : undefined;
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
