import { type ErrorCode, type Finding, type GroundrailError, isGroundrailError } from '../../base/index.ts';

/** HTTP status of every error on which somebody must act. */
const statusOfError = {
  usage: 400,
  'path-unreadable': 500,
  'landscape-missing': 500,
  'landscape-invalid': 422,
  'index-missing': 503,
  'index-newer': 503,
  'index-damaged': 503,
  'index-outdated': 503,
  'embedder-changed': 503,
  'embedder-mismatch': 503,
  'model-unavailable': 503,
  'storage-unwritable': 507,
  'index-locked': 409,
  'records-unusable': 503,
  'target-unknown': 404,
  unreachable: 502,
} as const satisfies Record<ErrorCode, number>;

/** What can be wrong with a request itself, with its status and what it means. */
const requestProblems = {
  'invalid-request': [400, 'The request does not fit its schema'],
  'invalid-json': [400, 'The body is no JSON'],
  'token-missing': [401, 'An access token is needed'],
  'token-unknown': [401, 'The access token is not known'],
  'token-expired': [401, 'The access token has expired'],
  'token-revoked': [401, 'The access token was revoked'],
  'token-early': [401, 'The access token is not valid yet'],
  'scope-missing': [403, 'The access token does not allow this'],
  'origin-refused': [403, 'Pages of this origin may not use the server'],
  'not-found': [404, 'There is nothing at this address'],
  'method-not-allowed': [405, 'This address does not know the method'],
  conflict: [409, 'Something else is going on that excludes this'],
  'too-large': [413, 'The body is too large'],
  'media-type': [415, 'The body must be application/json'],
  'host-refused': [421, 'The server does not answer to this name'],
  'rate-limited': [429, 'Too many requests'],
  internal: [500, 'The server failed'],
  draining: [503, 'The server is shutting down'],
  'too-many-sessions': [503, 'Too many sessions are open'],
} as const satisfies Record<string, readonly [number, string]>;

/** Code of what is wrong with a request. */
export type RequestProblem = keyof typeof requestProblems;

/** Every code that a problem can have. */
export const problemCodes: readonly string[] = [...Object.keys(statusOfError), ...Object.keys(requestProblems)];

/** Problem details as RFC 9457 wants them; `code` is stable, `errors` are findings that the caller can repair. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  requestId: string;
  /** Further facts by the code: `nearest` ids, and the like. */
  data?: unknown;
  errors?: readonly Finding[];
}

/** Thrown where a request cannot be answered because of what it is. */
export class RequestError extends Error {
  readonly code: RequestProblem;
  readonly errors: readonly Finding[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: RequestProblem,
    detail: string,
    more: { errors?: readonly Finding[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail);
    this.name = 'RequestError';
    this.code = code;
    this.errors = more.errors ?? [];
    this.headers = more.headers ?? {};
  }
}

/** Whether a word is the code of a problem with a request. */
export function isRequestProblem(word: string): word is RequestProblem {
  return Object.hasOwn(requestProblems, word);
}

/** The problem for what was thrown; what nobody foresaw is told without its words, which may hold secrets. */
export function problemOf(error: unknown, requestId: string): Problem {
  if (error instanceof RequestError) {
    const [status, title] = requestProblems[error.code];
    const errors = error.errors.length === 0 ? {} : { errors: error.errors };
    return { ...frame(error.code, title, status, error.message, requestId), ...errors };
  }
  if (isGroundrailError(error)) {
    const problem = frame(error.code, titleOf(error), statusOfError[error.code], error.message, requestId);
    return isGroundrailError(error, 'target-unknown') ? { ...problem, data: error.data } : problem;
  }
  const [status, title] = requestProblems.internal;
  const detail = `Something went wrong that should not have; the log has more under the request id ${requestId}.`;
  return frame('internal', title, status, detail, requestId);
}

/** The problem as a response. */
export function problemResponse(problem: Problem, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { ...headers, 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  });
}

/** Headers that belong to what was thrown. */
export function problemHeaders(error: unknown): Readonly<Record<string, string>> {
  return error instanceof RequestError ? error.headers : {};
}

function frame(code: string, title: string, status: number, detail: string, requestId: string): Problem {
  return { type: `urn:groundrail:problem:${code}`, title, status, code, detail, requestId };
}

function titleOf({ code }: GroundrailError): string {
  return `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('-', ' ')}`;
}
