/** What has been done so far for one case (an order, a claim), as the caller keeps it under the call's `caseId`. */
export interface CaseState {
  /** Process that the case follows, where that is known. */
  readonly process?: string | undefined;
  /** Calls that succeeded. */
  readonly done: readonly CaseStep[];
}

/** One call that was done for the case. */
export interface CaseStep {
  readonly service: string;
  readonly entitySet?: string | undefined;
  readonly operation: string;
}
