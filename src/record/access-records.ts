/** An access token as it is kept: what it allows, and the hash of its secret, never the secret. */
export interface TokenRecord {
  readonly id: string;
  /** Whom or what it is for; names the caller in traces and approvals. */
  readonly name: string;
  /** SHA-256 of the whole token, in hexadecimal. */
  readonly hash: string;
  readonly scopes: readonly string[];
  /** ISO 8601, UTC; so are all times here. */
  readonly createdAt: string;
  readonly createdBy: string;
  readonly expiresAt?: string;
}

/** The end of a token before its time. */
export interface TokenRevocation {
  readonly tokenId: string;
  readonly at: string;
  readonly by: string;
}

/** A token with everything recorded about it. */
export interface TokenState {
  readonly token: TokenRecord;
  readonly revocation?: TokenRevocation;
}

/** An access that was refused; `count` accesses that were alike where one record stands for many. */
export interface AccessRefusal {
  readonly at: string;
  /** A stable kebab-case word: token-missing, token-unknown, scope-missing, host, origin, ... */
  readonly reason: string;
  readonly door: 'http' | 'mcp';
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Address of the client's end of the connection. */
  readonly from: string;
  /** Name of the token, where it was known. */
  readonly actor?: string;
  readonly requestId?: string;
  readonly count: number;
}
