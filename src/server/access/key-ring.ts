import type { JsonWebKey } from 'node:crypto';
import { GroundrailError } from '../../base/index.ts';
import { isLoopback } from './local-address.ts';

/** Keys are fetched again after this time, and no more often than the other, in milliseconds. */
const freshFor = 10 * 60_000;
const leastPause = 60_000;
const patience = 5000;
const mostBytes = 1024 * 1024;

type NamedKey = JsonWebKey & { readonly kid?: string; readonly use?: string };

/** The published keys of an identity provider, fetched when they are needed. */
export class KeyRing {
  readonly #issuer: string;
  readonly #fetch: typeof fetch;
  readonly #now: () => number;
  #keys: readonly NamedKey[] = [];
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #fetching: Promise<void> | undefined;

  constructor(issuer: string, request: typeof fetch, now: () => number) {
    this.#issuer = issuer.replace(/\/$/, '');
    this.#fetch = request;
    this.#now = now;
  }

  /** The key of that name, or the only one where none is named. Throws `unreachable` where no keys can be had. */
  async find(kid: string | undefined): Promise<NamedKey | undefined> {
    const age = this.#now() - this.#fetchedAt;
    if (age > freshFor || (age > leastPause && this.#pick(kid) === undefined)) await this.#refresh();
    return this.#pick(kid);
  }

  #pick(kid: string | undefined): NamedKey | undefined {
    const signing = this.#keys.filter(({ use }) => use === undefined || use === 'sig');
    if (kid === undefined) return signing.length === 1 ? signing[0] : undefined;
    return signing.find((key) => key.kid === kid);
  }

  #refresh(): Promise<void> {
    this.#fetching ??= this.#load().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #load(): Promise<void> {
    const { issuer, jwks_uri: address } = await this.#get(`${this.#issuer}/.well-known/openid-configuration`);
    if (typeof issuer !== 'string' || issuer.replace(/\/$/, '') !== this.#issuer || typeof address !== 'string')
      throw this.#unreachable('its discovery document names another issuer or no keys');
    const { keys } = await this.#get(address);
    this.#keys = Array.isArray(keys) ? keys.filter((key) => typeof key === 'object' && key !== null) : [];
    this.#fetchedAt = this.#now();
  }

  async #get(address: string): Promise<Record<string, unknown>> {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url === undefined || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))))
      throw this.#unreachable('only https addresses are trusted');
    try {
      const response = await this.#fetch(url, { redirect: 'error', signal: AbortSignal.timeout(patience) });
      const text = await response.text();
      if (!response.ok || text.length > mostBytes)
        throw this.#unreachable(`${url.pathname} answers ${response.status}`);
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null ? { ...value } : {};
    } catch (error) {
      if (error instanceof GroundrailError) throw error;
      throw this.#unreachable(error instanceof Error ? error.message : String(error), error);
    }
  }

  #unreachable(reason: string, cause?: unknown): GroundrailError<'unreachable'> {
    return new GroundrailError('unreachable', { target: `The identity provider ${this.#issuer}`, reason }, { cause });
  }
}
