import { type ApiCall, isBatch, readOperationWord, type SingleCall } from '../call.ts';
import type { PlanSummary } from './call-result.ts';
import type { HttpRequest } from './protocol.ts';

/** What a caller is shown when it is asked for approval. */
export interface ApprovalQuestion {
  readonly call: ApiCall;
  readonly plan: PlanSummary;
  readonly requests: readonly HttpRequest[];
}

/** The answer of whoever may approve. */
export interface ApprovalAnswer {
  readonly approved: boolean;
  readonly by: string;
  readonly reason?: string;
}

/** Asks somebody who may approve a write: a terminal prompt, a dialogue, a policy of the caller. Must answer, not throw. */
export type AskApproval = (question: ApprovalQuestion) => Promise<ApprovalAnswer>;

/**
 * True where the landscape lets every write of the call pass without approval: `create A_PurchaseOrder`,
 * `action:Release A_PurchaseOrder`, or `action:Name` for an unbound operation. `writes` tells which calls of a batch write.
 */
export function isAllowed(call: ApiCall, allow: readonly string[] | undefined): boolean {
  if (allow === undefined || allow.length === 0) return false;
  const entries = new Set(allow.map((entry) => entry.trim().replace(/\s+/g, ' ')));
  const calls: readonly SingleCall[] = isBatch(call) ? call.calls : [call];
  return calls.every((single) => {
    if (readOperationWord(single.operation)?.kind === 'read') return true;
    // A create through a navigation property makes an entity of another set than the one that is allowed.
    if (single.navigation !== undefined)
      return entries.has(`${single.operation} ${single.entitySet}/${single.navigation}`);
    return entries.has(single.entitySet === undefined ? single.operation : `${single.operation} ${single.entitySet}`);
  });
}
