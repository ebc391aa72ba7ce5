import { CsrfSession, type CsrfToken, wantsToken } from '../odata/csrf.ts';
import type { Authenticator, AuthSettings, Credentials } from './authentication.ts';
import type { HttpAnswer, HttpRequest } from './protocol.ts';
import type { Redactor } from './redactor.ts';
import type { Transport, WireRequest } from './transport.ts';
import { TransportFailure } from './transport-failure.ts';

/** How one request is to be sent. */
export interface SendOptions {
  readonly auth: AuthSettings | undefined;
  readonly write: boolean;
  readonly tokenUrl?: string;
  readonly correlationId: string;
  readonly signal?: AbortSignal;
  /** Called when everything is at hand and before the request itself leaves; throwing keeps it from leaving. */
  readonly beforeSending?: () => Promise<void>;
}

/** Adds credentials, token and cookies to requests, and renews them once where the system says that they have expired. */
export class Session {
  readonly #transport: Transport;
  readonly #authenticator: Authenticator;
  readonly #redactor: Redactor;
  readonly #tokens = new Map<string, CsrfSession>();

  constructor(transport: Transport, authenticator: Authenticator, redactor: Redactor) {
    this.#transport = transport;
    this.#authenticator = authenticator;
    this.#redactor = redactor;
  }

  /**
   * Sends a request. A write is sent again in two cases only, in which the system has said that it did nothing: 403 with
   * `x-csrf-token: Required`, and 401 for an expired OAuth 2 token; each at most once.
   */
  async send(request: HttpRequest, options: SendOptions): Promise<HttpAnswer> {
    const { auth, write, signal } = options;
    const tokens = options.tokenUrl === undefined ? undefined : this.#tokensOf(options.tokenUrl, options);
    let credentials = await this.#authenticator.credentials(auth);
    let token = write ? await orCancelled(tokens?.token(), signal) : undefined;
    await options.beforeSending?.();
    let renewedToken = false;
    let renewedCredentials = false;
    for (;;) {
      const answer = await this.#transport.send(
        toWire(request, credentials, token, options.correlationId, !write && request.method !== 'POST'),
        signal,
      );
      if (!renewedToken && tokens !== undefined && wantsToken(answer)) {
        renewedToken = true;
        token = await orCancelled(tokens.token(token), signal);
      } else if (!renewedCredentials && answer.status === 401 && auth?.kind === 'oauth2') {
        renewedCredentials = true;
        credentials = await this.#authenticator.credentials(auth, credentials);
      } else {
        return answer;
      }
    }
  }

  #tokensOf(url: string, options: SendOptions): CsrfSession {
    const id = JSON.stringify([url, options.auth ?? null]);
    const known = this.#tokens.get(id);
    if (known !== undefined) return known;
    const { signal: _, ...shared } = options;
    const made = new CsrfSession(url, async (method, address) => {
      const answer = await this.#fetchToken(method, address, shared).catch((error: unknown) => {
        throw error instanceof TransportFailure ? error.before('the token for the write was fetched') : error;
      });
      for (const secret of sessionSecrets(answer.headers)) this.#redactor.add(secret);
      return answer;
    });
    this.#tokens.set(id, made);
    return made;
  }

  async #fetchToken(method: 'HEAD' | 'GET', url: string, { auth, correlationId }: SendOptions): Promise<HttpAnswer> {
    const request: HttpRequest = { method, url, headers: { accept: 'application/json', 'x-csrf-token': 'Fetch' } };
    let credentials = await this.#authenticator.credentials(auth);
    const answer = await this.#transport.send(toWire(request, credentials, undefined, correlationId, true));
    if (answer.status !== 401 || auth?.kind !== 'oauth2') return answer;
    credentials = await this.#authenticator.credentials(auth, credentials);
    return this.#transport.send(toWire(request, credentials, undefined, correlationId, true));
  }
}

/** Token and cookies of an answer; short ones may as well be business data and open nothing by themselves. */
function sessionSecrets(headers: Headers): string[] {
  const cookies = headers.getSetCookie().map((cookie) => /^[^=]*=([^;]*)/.exec(cookie)?.[1] ?? '');
  return [headers.get('x-csrf-token') ?? '', ...cookies].filter((secret) => secret.length >= 8);
}

/** Waits for something that others wait for as well, so that it goes on, but this caller need not stay. */
async function orCancelled<T>(shared: Promise<T> | undefined, signal: AbortSignal | undefined): Promise<T | undefined> {
  if (shared === undefined || signal === undefined) return shared;
  const { promise, cancel } = cancellation(signal);
  try {
    return await Promise.race([shared, promise]);
  } finally {
    cancel();
  }
}

function cancellation(signal: AbortSignal): { promise: Promise<never>; cancel: () => void } {
  let cancel = (): void => undefined;
  const promise = new Promise<never>((_, reject) => {
    const stop = (): void =>
      reject(new TransportFailure('cancelled', 'The call was cancelled before it was sent.', { sent: false }));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    cancel = () => signal.removeEventListener('abort', stop);
  });
  return { promise, cancel };
}

function toWire(
  request: HttpRequest,
  credentials: Credentials,
  token: CsrfToken | undefined,
  correlationId: string,
  idempotent: boolean,
): WireRequest {
  const url = new URL(request.url);
  const query = credentials.query
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  const address = query === '' ? request.url : `${request.url}${url.search === '' ? '?' : '&'}${query}`;
  const hex = correlationId.replaceAll('-', '');
  return {
    method: request.method,
    url: address,
    headers: {
      ...request.headers,
      'x-correlation-id': correlationId,
      ...(/^[0-9a-f]{32}$/.test(hex) && { traceparent: `00-${hex}-${hex.slice(16)}-01` }),
      ...credentials.headers,
      ...(token?.token !== undefined && { 'x-csrf-token': token.token }),
      ...(token !== undefined && token.cookies.length > 0 && { cookie: token.cookies.join('; ') }),
    },
    ...(request.body !== undefined && { body: request.body }),
    idempotent,
  };
}
