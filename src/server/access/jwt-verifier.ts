import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { GroundrailError } from '../../base/index.ts';
import type { Caller } from '../caller.ts';
import { KeyRing } from './key-ring.ts';
import { SCOPES, type Scope } from './scope.ts';

/** Whose tokens are accepted, and for whom they must be made. */
export interface JwtOptions {
  /** Address of the identity provider, as it stands in `iss`. */
  readonly issuer: string;
  /** Must stand in `aud`. */
  readonly audience: string;
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

type Algorithm = {
  readonly hash: string | null;
  readonly kinds: readonly string[];
  readonly pss?: true;
  readonly raw?: true;
};

/** The signatures that are accepted (RFC 7518, RFC 8037); none and those with a shared secret are not. */
const algorithms: Readonly<Record<string, Algorithm>> = {
  RS256: { hash: 'sha256', kinds: ['rsa'] },
  RS384: { hash: 'sha384', kinds: ['rsa'] },
  RS512: { hash: 'sha512', kinds: ['rsa'] },
  PS256: { hash: 'sha256', kinds: ['rsa', 'rsa-pss'], pss: true },
  ES256: { hash: 'sha256', kinds: ['ec'], raw: true },
  ES384: { hash: 'sha384', kinds: ['ec'], raw: true },
  EdDSA: { hash: null, kinds: ['ed25519'] },
};

const leeway = 60;
const textOf = (part: string) => Buffer.from(part, 'base64url').toString('utf8');

/**
 * Checks access tokens of an identity provider (OpenID Connect Discovery 1.0, RFC 9068): signature by the provider's published keys,
 * issuer, audience, times. The scopes are those of ours that stand in `scope` or `scp`, also as `groundrail:<scope>`.
 */
export class JwtVerifier {
  readonly #options: JwtOptions;
  readonly #keys: KeyRing;

  constructor(options: JwtOptions) {
    const { issuer } = options;
    if (!URL.canParse(issuer)) throw new GroundrailError('usage', { problem: `The issuer ${issuer} is no address.` });
    this.#options = options;
    this.#keys = new KeyRing(issuer, options.fetch ?? fetch, options.now ?? Date.now);
  }

  async verify(token: string): Promise<{ readonly caller: Caller } | { readonly refused: string }> {
    const [head = '', body = '', signature = '', ...more] = token.split('.');
    const header = objectOf(head);
    const claims = objectOf(body);
    if (header === undefined || claims === undefined || signature === '' || more.length > 0) return unknown;
    const algorithm = typeof header.alg === 'string' ? algorithms[header.alg] : undefined;
    if (algorithm === undefined || header.crit !== undefined) return unknown;
    const jwk = await this.#keys.find(typeof header.kid === 'string' ? header.kid : undefined);
    if (jwk === undefined) return unknown;
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    if (!isSigned(key, algorithm, `${head}.${body}`, Buffer.from(signature, 'base64url'))) return unknown;
    const problem = this.#problemOf(claims);
    if (problem !== undefined) return { refused: problem };
    const subject = String(claims.sub ?? claims.client_id ?? claims.azp ?? 'unknown').slice(0, 200);
    return { caller: { name: subject, key: `jwt ${this.#options.issuer} ${subject}`, scopes: scopesOf(claims) } };
  }

  #problemOf(claims: Readonly<Record<string, unknown>>): string | undefined {
    const { issuer, audience, now = Date.now } = this.#options;
    const seconds = now() / 1000;
    if (claims.iss !== issuer || ![claims.aud].flat().includes(audience)) return 'token-unknown';
    if (typeof claims.exp !== 'number' || claims.exp + leeway <= seconds) return 'token-expired';
    if (typeof claims.nbf === 'number' && claims.nbf - leeway > seconds) return 'token-early';
    return undefined;
  }
}

const unknown = { refused: 'token-unknown' } as const;

function isSigned(key: KeyObject, { hash, kinds, pss, raw }: Algorithm, text: string, signature: Buffer): boolean {
  if (!kinds.includes(key.asymmetricKeyType ?? '')) return false;
  const options = {
    key,
    ...(raw === true && { dsaEncoding: 'ieee-p1363' as const }),
    ...(pss === true && { padding: 6, saltLength: 32 }),
  };
  return verify(hash, Buffer.from(text), options, signature);
}

function scopesOf(claims: Readonly<Record<string, unknown>>): ReadonlySet<Scope> {
  const words = [claims.scope, claims.scp]
    .flat()
    .flatMap((claim) => (typeof claim === 'string' ? claim.split(' ') : []))
    .map((word) => word.replace(/^groundrail:/, ''));
  return new Set(SCOPES.filter((scope) => words.includes(scope)));
}

function objectOf(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(textOf(part));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
