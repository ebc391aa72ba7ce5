import type { ApprovalRecord, PlanOutcome, PlanRecord, PlanState, RecordPort, TraceRecord } from '../../base/index.ts';

/** A record kept in memory, for programs that need none beyond their own run, and for tests. */
export class MemoryRecord implements RecordPort {
  readonly traces: TraceRecord[] = [];
  readonly #plans = new Map<string, PlanRecord>();
  readonly #approvals: ApprovalRecord[] = [];
  readonly #claims = new Map<string, string>();
  readonly #outcomes = new Map<string, PlanOutcome>();

  async appendTrace(record: TraceRecord): Promise<void> {
    this.traces.push(record);
  }

  async appendPlan(plan: PlanRecord): Promise<void> {
    this.#plans.set(plan.id, plan);
  }

  async appendApproval(approval: ApprovalRecord): Promise<void> {
    this.#approvals.push(approval);
  }

  async plan(id: string): Promise<PlanState | undefined> {
    const plan = this.#plans.get(id);
    if (plan === undefined) return undefined;
    const claimedAt = this.#claims.get(id);
    const outcome = this.#outcomes.get(id);
    return {
      plan,
      approvals: this.#approvals.filter(({ planId }) => planId === id),
      ...(claimedAt !== undefined && { claimedAt }),
      ...(outcome !== undefined && { outcome }),
    };
  }

  async claimPlan(id: string, at: string): Promise<boolean> {
    if (!this.#plans.has(id) || this.#claims.has(id)) return false;
    this.#claims.set(id, at);
    return true;
  }

  async appendOutcome(planId: string, outcome: PlanOutcome): Promise<void> {
    this.#outcomes.set(planId, outcome);
  }
}
