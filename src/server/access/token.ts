import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RecordStore, TokenRecord, TokenState } from '../../workspace/index.ts';
import type { Scope } from './scope.ts';

/** A token is `grt_<id>_<secret>`: the id finds it, the secret has 256 random bits, so that a plain hash keeps it safe. */
const form = /^grt_([0-9a-f]{16})_([0-9A-Za-z_-]{43})$/;

/** What a new token is to be. */
export interface TokenWish {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdBy: string;
  /** ISO 8601, UTC. */
  readonly expiresAt?: string;
}

/** Makes a token and keeps its hash; the answer is the only time that the token itself is seen. */
export async function createToken(
  records: RecordStore,
  { name, scopes, createdBy, expiresAt }: TokenWish,
): Promise<{ token: string; record: TokenRecord }> {
  const id = randomBytes(8).toString('hex');
  const token = `grt_${id}_${randomBytes(32).toString('base64url')}`;
  const record: TokenRecord = {
    id,
    name,
    hash: hashOf(token),
    scopes,
    createdAt: new Date().toISOString(),
    createdBy,
    ...(expiresAt !== undefined && { expiresAt }),
  };
  await records.appendToken(record);
  return { token, record };
}

/** Whether a token can be used, or why not. */
export type TokenStatus = 'active' | 'expired' | 'revoked';

/** The state of a token at a time, in milliseconds. */
export function statusOf({ token, revocation }: TokenState, now: number): TokenStatus {
  if (revocation !== undefined) return 'revoked';
  return token.expiresAt !== undefined && Date.parse(token.expiresAt) <= now ? 'expired' : 'active';
}

/** The record of a presented token, or why it is refused. An unknown id and a wrong secret are the same to whoever asks. */
export async function verifyToken(
  records: RecordStore,
  presented: string,
  now: number,
): Promise<
  { readonly record: TokenRecord } | { readonly refused: 'token-unknown' | 'token-expired' | 'token-revoked' }
> {
  const [, id] = form.exec(presented) ?? [];
  const state = id === undefined ? undefined : await records.token(id);
  const expected = Buffer.from(state?.token.hash ?? hashOf('nobody'), 'hex');
  const same = timingSafeEqual(expected, Buffer.from(hashOf(presented), 'hex'));
  if (state === undefined || !same) return { refused: 'token-unknown' };
  const status = statusOf(state, now);
  return status === 'active' ? { record: state.token } : { refused: `token-${status}` };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
