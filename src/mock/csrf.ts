import { randomUUID } from 'node:crypto';

/** CSRF tokens bound to a session cookie, as SAP Gateway hands them out. */
export class CsrfGuard {
  readonly #tokens = new Map<string, string>();
  readonly #cookie = 'SAP_SESSIONID_GRM';
  readonly #limit = 10_000;

  /** Hands out the token of the request's session, or of a new one. */
  fetch(cookieHeader: string | undefined): Record<string, string> {
    const session = this.#session(cookieHeader);
    const known = session === undefined ? undefined : this.#tokens.get(session);
    if (known !== undefined) return { 'x-csrf-token': known };
    const created = randomUUID();
    const token = randomUUID();
    if (this.#tokens.size >= this.#limit) this.#tokens.delete(this.#tokens.keys().next().value ?? '');
    this.#tokens.set(created, token);
    return { 'x-csrf-token': token, 'set-cookie': `${this.#cookie}=${created}; path=/; HttpOnly` };
  }

  accepts(cookieHeader: string | undefined, token: string | undefined): boolean {
    const session = this.#session(cookieHeader);
    return session !== undefined && token !== undefined && this.#tokens.get(session) === token;
  }

  /** Forgets a session, so that its token is refused from now on. */
  expire(cookieHeader: string | undefined): void {
    const session = this.#session(cookieHeader);
    if (session !== undefined) this.#tokens.delete(session);
  }

  #session(cookieHeader: string | undefined): string | undefined {
    return cookieHeader
      ?.split(';')
      .map((part) => part.trim().split('='))
      .find(([name]) => name === this.#cookie)?.[1];
  }
}
