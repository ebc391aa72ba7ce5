import type { RecordStore } from '../../workspace/index.ts';
import { type Caller, localCaller } from '../caller.ts';
import { isLocal } from './caller-check.ts';
import type { JwtVerifier } from './jwt-verifier.ts';
import { SCOPES, type Scope } from './scope.ts';
import { verifyToken } from './token.ts';

/** Who may come in, and how they are known. */
export interface AuthenticatorOptions {
  readonly records: RecordStore;
  /** Name of the person at this machine, who needs no token; absent: everybody needs one. */
  readonly localUser?: string | undefined;
  /** Checks the tokens of an identity provider. */
  readonly jwt?: JwtVerifier | undefined;
}

/** Who asks, or why they are refused. */
export type Identity = { readonly caller: Caller } | { readonly refused: string };

const longestToken = 16 * 1024;

/** Finds out who sent a request. A token that is presented must be good, even where none is needed. */
export class Authenticator {
  readonly #options: AuthenticatorOptions;

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
  }

  async identify(headers: Headers, from: string | undefined): Promise<Identity> {
    const { localUser, records, jwt } = this.#options;
    const header = headers.get('authorization');
    if (header === null) {
      if (localUser === undefined || !isLocal(headers, from)) return { refused: 'token-missing' };
      return { caller: localCaller(localUser) };
    }
    const [, presented] = /^bearer +(\S+)$/i.exec(header.trim()) ?? [];
    if (presented === undefined || presented.length > longestToken) return { refused: 'token-unknown' };
    if (jwt !== undefined && !presented.startsWith('grt_')) return jwt.verify(presented);
    const verified = await verifyToken(records, presented, Date.now());
    if ('refused' in verified) return verified;
    const { id, name, scopes } = verified.record;
    return { caller: { name, key: `token ${id}`, scopes: new Set(scopes.filter(isScope)) } };
  }
}

/** Whether a word is a scope. */
export function isScope(word: string): word is Scope {
  return (SCOPES as readonly string[]).includes(word);
}
