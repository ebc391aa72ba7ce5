/** A token together with the cookies it came with: neither is good without the other. */
export interface CsrfToken {
  /** Undefined: the system hands out no token and wants none. */
  readonly token?: string;
  /** `name=value` pairs for the Cookie header. */
  readonly cookies: readonly string[];
}

/** What fetching a token needs of an answer. */
export interface TokenAnswer {
  readonly status: number;
  readonly headers: Headers;
}

/** Why no token could be had; the write that needed it was not sent. */
export class TokenRefused extends Error {
  readonly status: number;

  constructor(status: number, url: string) {
    super(`The token for writes could not be fetched: ${url} answered ${status}.`);
    this.name = 'TokenRefused';
    this.status = status;
  }
}

/**
 * The token of one service for one user. It is fetched once, however many writes wait for it, and anew once when the system
 * says that it has expired, however many writes learn that at the same time.
 */
export class CsrfSession {
  readonly #url: string;
  readonly #fetch: (method: 'HEAD' | 'GET', url: string) => Promise<TokenAnswer>;
  #current: Promise<CsrfToken> | undefined;

  constructor(url: string, fetchToken: (method: 'HEAD' | 'GET', url: string) => Promise<TokenAnswer>) {
    this.#url = url;
    this.#fetch = fetchToken;
  }

  /** The current token; `stale` is one that the system no longer takes. */
  async token(stale?: CsrfToken): Promise<CsrfToken> {
    const current = this.#current;
    if (
      current !== undefined &&
      stale !== undefined &&
      (await current.catch(() => stale)) === stale &&
      this.#current === current
    ) {
      this.#current = undefined;
    }
    this.#current ??= this.#request();
    const pending = this.#current;
    try {
      return await pending;
    } catch (error) {
      if (this.#current === pending) this.#current = undefined;
      throw error;
    }
  }

  /** HEAD is enough where the system answers it with a token; others get a GET. */
  async #request(): Promise<CsrfToken> {
    const head = await this.#fetch('HEAD', this.#url);
    const first = readToken(head);
    if (first !== undefined) return first;
    if (head.status === 401) throw new TokenRefused(401, this.#url);
    const get = await this.#fetch('GET', this.#url);
    const second = readToken(get);
    if (second !== undefined) return second;
    const { status } = get;
    if (status === 401 || status === 403 || status === 429 || status >= 500) throw new TokenRefused(status, this.#url);
    return { cookies: cookiesOf(get.headers) };
  }
}

/** True for the answer that says: fetch a (new) token, nothing was done. */
export function wantsToken(answer: { status: number; headers: Headers; text: string }): boolean {
  if (answer.status !== 403) return false;
  return (
    answer.headers.get('x-csrf-token')?.trim().toLowerCase() === 'required' ||
    /csrf[ -]?token validation failed/i.test(answer.text.slice(0, 2000))
  );
}

function readToken(answer: TokenAnswer): CsrfToken | undefined {
  const token = answer.headers.get('x-csrf-token')?.trim();
  if (token === undefined || token === '' || /^(required|fetch)$/i.test(token)) return undefined;
  return { token, cookies: cookiesOf(answer.headers) };
}

/** The `name=value` of each Set-Cookie, the last one of a name; attributes say nothing here, since they go back where they came from. */
function cookiesOf(headers: Headers): string[] {
  const cookies = new Map<string, string>();
  for (const line of headers.getSetCookie()) {
    const pair = line.split(';', 1)[0]?.trim() ?? '';
    const name = pair.split('=', 1)[0] ?? '';
    if (name === '' || !pair.includes('=')) continue;
    if (/;\s*max-age=(?:0|-\d+)\s*(?:;|$)/i.test(line)) cookies.delete(name);
    else cookies.set(name, pair);
  }
  return [...cookies.values()];
}
