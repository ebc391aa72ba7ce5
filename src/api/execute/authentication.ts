import type { Finding } from '../../base/index.ts';
import type { Redactor } from './redactor.ts';

/** What a service wants to see on every request. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** How a service authenticates, as landscape.yaml says it; secrets are `${VARIABLE}` references. */
export interface AuthSettings {
  readonly kind: string;
  readonly [key: string]: string;
}

/** Raised where credentials cannot be had; nothing was sent to the service. Leaves execution only as a Finding. */
export class AuthenticationProblem extends Error {
  readonly rule: string;

  constructor(rule: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'AuthenticationProblem';
    this.rule = rule;
  }

  toFinding(): Finding {
    return { rule: this.rule, severity: 'error', path: '/service', message: this.message };
  }
}

/** Fetches an access token with the form fields and headers of an OAuth 2 request; throws where none comes. */
export type TokenRequest = (
  url: string,
  form: URLSearchParams,
  headers: Record<string, string>,
) => Promise<{ accessToken: string; expiresInMs: number }>;

/** What an Authenticator needs from outside. */
export interface AuthenticatorOptions {
  readonly environment: (name: string) => string | undefined;
  readonly redactor: Redactor;
  readonly requestToken: TokenRequest;
  readonly now: () => number;
}

interface AccessToken {
  readonly value: string;
  readonly renewAt: number;
}

const none: Credentials = { headers: {}, query: [] };

/** Makes the credentials of services from their settings and the environment, at the moment of execution and not before. */
export class Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #tokens = new Map<string, Promise<AccessToken>>();

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
  }

  /** The credentials of a service; `stale` are some that the system has just refused. */
  async credentials(auth: AuthSettings | undefined, stale?: Credentials): Promise<Credentials> {
    switch (auth?.kind) {
      case undefined:
      case 'none':
        return none;
      case 'basic': {
        const pair = `${this.#plain(auth, 'user')}:${this.#secret(auth, 'password')}`;
        const encoded = Buffer.from(pair, 'utf8').toString('base64');
        this.#options.redactor.add(encoded);
        return { headers: { authorization: `Basic ${encoded}` }, query: [] };
      }
      case 'bearer':
        return { headers: { authorization: `Bearer ${this.#secret(auth, 'token')}` }, query: [] };
      case 'apiKey': {
        const name = this.#plain(auth, 'name');
        const value = this.#secret(auth, 'value');
        return auth.in === 'query'
          ? { headers: {}, query: [[name, value]] }
          : { headers: { [name.toLowerCase()]: value }, query: [] };
      }
      case 'oauth2': {
        const { value } = await this.#accessToken(auth, stale?.headers.authorization);
        return { headers: { authorization: `Bearer ${value}` }, query: [] };
      }
      default:
        throw new AuthenticationProblem(
          'unknown-auth',
          `The auth kind ${auth?.kind} is not known; use none, basic, bearer, apiKey or oauth2.`,
        );
    }
  }

  /** One token request at a time for the same client; a token is renewed before it expires. */
  async #accessToken(auth: AuthSettings, staleHeader: string | undefined): Promise<AccessToken> {
    const id = JSON.stringify([auth.tokenUrl, auth.clientId, auth.scope]);
    const known = this.#tokens.get(id);
    if (known !== undefined) {
      const token = await known.catch(() => undefined);
      const usable =
        token !== undefined && token.renewAt > this.#options.now() && staleHeader !== `Bearer ${token.value}`;
      if (usable) return token;
      if (this.#tokens.get(id) === known) this.#tokens.delete(id);
    }
    const pending = this.#tokens.get(id) ?? this.#requestAccessToken(auth);
    this.#tokens.set(id, pending);
    try {
      return await pending;
    } catch (error) {
      if (this.#tokens.get(id) === pending) this.#tokens.delete(id);
      throw error;
    }
  }

  /** OAuth 2 client credentials grant (RFC 6749, 4.4), the client authenticated by HTTP Basic (2.3.1). */
  async #requestAccessToken(auth: AuthSettings): Promise<AccessToken> {
    const url = this.#plain(auth, 'tokenUrl');
    const client = `${formEncoded(this.#plain(auth, 'clientId'))}:${formEncoded(this.#secret(auth, 'clientSecret'))}`;
    const basic = Buffer.from(client, 'utf8').toString('base64');
    this.#options.redactor.add(basic);
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (auth.scope !== undefined) form.set('scope', this.#plain(auth, 'scope'));
    const { accessToken, expiresInMs } = await this.#options.requestToken(url, form, {
      authorization: `Basic ${basic}`,
    });
    this.#options.redactor.add(accessToken);
    const early = Math.min(60_000, expiresInMs / 10);
    return { value: accessToken, renewAt: this.#options.now() + expiresInMs - early };
  }

  #plain(auth: AuthSettings, field: string): string {
    const written = auth[field];
    if (written === undefined || written === '') {
      throw new AuthenticationProblem(
        'auth-incomplete',
        `auth of kind ${auth.kind} needs ${field}; add it to the service in landscape.yaml.`,
      );
    }
    return written.replace(/\$\{(\w+)\}/g, (_, name: string) => this.#variable(name));
  }

  #secret(auth: AuthSettings, field: string): string {
    if (auth[field] !== undefined && !/\$\{\w+\}/.test(auth[field])) {
      throw new AuthenticationProblem(
        'literal-secret',
        `auth.${field} is written out in landscape.yaml; put it into an environment variable and write \${VARIABLE} instead.`,
      );
    }
    const secret = this.#plain(auth, field);
    this.#options.redactor.add(secret);
    return secret;
  }

  #variable(name: string): string {
    const value = this.#options.environment(name);
    if (value === undefined || value === '') {
      throw new AuthenticationProblem(
        'missing-variable',
        `The environment variable ${name}, which landscape.yaml names for authentication, is not set; set it and call again.`,
      );
    }
    return value;
  }
}

function formEncoded(text: string): string {
  return new URLSearchParams({ v: text }).toString().slice(2);
}
