import { ALL_SCOPES, type Scope } from './access/scope.ts';

/** Who asks, and what they may do. */
export interface Caller {
  /** Name in traces and approvals. */
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Joins a session to whoever began it; the same for the same token. */
  readonly key: string;
}

/** The person at this machine, who may do everything. */
export function localCaller(name: string, scopes: ReadonlySet<Scope> = ALL_SCOPES): Caller {
  return { name, scopes, key: 'local' };
}
