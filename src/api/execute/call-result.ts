import type { CallOutcome, Finding } from '../../base/index.ts';
import type { HttpRequest } from './protocol.ts';

/** A plan as the caller sees it: approve it by its id, before it expires. */
export interface PlanSummary {
  readonly id: string;
  readonly hash: string;
  readonly etag?: string;
  readonly expiresAt: string;
}

/**
 * What came of a call. Remote failures are results and never exceptions: `findings` says in one sentence each what happened
 * and what to do, `outcome` whether a write may have been done. A rule `unreachable` or `certificate` means that the system
 * could not be reached at all.
 */
export interface CallResult {
  readonly ok: boolean;
  readonly outcome: CallOutcome | 'planned';
  /** HTTP status of the (last) answer. */
  readonly status?: number;
  readonly plan?: PlanSummary;
  /** What was or would be sent, without credentials. */
  readonly requests: readonly HttpRequest[];
  readonly body?: unknown;
  readonly etag?: string;
  readonly findings: readonly Finding[];
  readonly traceId: string;
}
