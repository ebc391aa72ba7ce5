import type { ApprovalRecord, Finding, PlanRecord, PlanState, RecordPort } from '../../base/index.ts';
import { type ApiCall, isBatch } from '../call.ts';
import { type AskApproval, isAllowed } from './approval.ts';
import { hashOf, makePlan, planObstacle, summaryOf } from './plan.ts';
import type { HttpRequest } from './protocol.ts';

/** A write that wants to pass. */
export interface GateRequest {
  readonly call: ApiCall;
  readonly service: string;
  readonly requests: readonly HttpRequest[];
  /** The requests as people may see them. */
  readonly shown: readonly HttpRequest[];
  readonly actor: string;
  /** Writes that the landscape lets pass. */
  readonly allow: readonly string[] | undefined;
  /** Joins the record of a decision with those of the task. */
  readonly traceId?: string | undefined;
  /** The plan that the caller relies on; absent: one is made now. */
  readonly planId: string | undefined;
}

/** The gate's word: pass with this plan, or why not; the plan is there to be approved where it is one. */
export type GateAnswer =
  | { readonly plan: PlanRecord; readonly pass: true }
  | { readonly plan?: PlanRecord; readonly pass: false; readonly findings: readonly Finding[] };

/** Lets writes pass only with an approved plan that shows exactly what is to be sent. */
export class ApprovalGate {
  readonly #record: RecordPort;
  readonly #ask: AskApproval | undefined;
  readonly #now: () => number;
  readonly #onDecision: (approval: ApprovalRecord, plan: PlanRecord, traceId: string | undefined) => Promise<void>;

  constructor(
    record: RecordPort,
    ask: AskApproval | undefined,
    now: () => number,
    onDecision: (approval: ApprovalRecord, plan: PlanRecord, traceId: string | undefined) => Promise<void>,
  ) {
    this.#record = record;
    this.#ask = ask;
    this.#now = now;
    this.#onDecision = onDecision;
  }

  /** Makes and keeps a plan without asking anybody. */
  async plan(request: GateRequest): Promise<PlanRecord> {
    const { call, service, requests, shown, actor } = request;
    const plan = makePlan(call, service, requests, shown, actor, this.#now());
    await this.#record.appendPlan(plan);
    return plan;
  }

  async pass(request: GateRequest): Promise<GateAnswer> {
    const { planId, call, traceId } = request;
    let state: PlanState | undefined;
    if (planId === undefined) state = { plan: await this.plan(request), approvals: [] };
    else {
      state = await this.#record.plan(planId);
      const obstacle = planObstacle(planId, state, hashOf(request.requests), this.#now());
      if (obstacle !== undefined || state === undefined)
        return { pass: false, findings: obstacle === undefined ? [] : [obstacle] };
    }
    const { plan } = state;
    if (state.approvals.some(({ decision }) => decision === 'approved')) return { plan, pass: true };
    if (isAllowed(call, request.allow)) {
      await this.#decide(plan, { by: 'landscape.yaml', decision: 'approved', how: 'allow-list' }, traceId);
      return { plan, pass: true };
    }
    if (this.#ask === undefined) return { plan, pass: false, findings: [notApproved(call, plan)] };
    const { approved, by, reason } = await this.#ask({ call, plan: summaryOf(plan), requests: request.shown });
    const decision = approved ? 'approved' : 'denied';
    await this.#decide(plan, { by, decision, how: 'callback', ...(reason !== undefined && { reason }) }, traceId);
    if (approved) return { plan, pass: true };
    const message = `${nameOf(call)} was not approved by ${by}${reason === undefined ? '' : `: ${reason}`}. Nothing was sent.`;
    return { plan, pass: false, findings: [{ rule: 'approval-denied', severity: 'error', path: 'plan', message }] };
  }

  /** Records what a person decided about a plan; the findings say why that is not possible any more. */
  async decide(
    planId: string,
    by: string,
    decision: 'approved' | 'denied',
    reason?: string,
  ): Promise<readonly Finding[]> {
    const state = await this.#record.plan(planId);
    const obstacle = planObstacle(planId, state, state?.plan.hash ?? '', this.#now());
    if (obstacle !== undefined || state === undefined) return obstacle === undefined ? [] : [obstacle];
    await this.#decide(state.plan, { by, decision, how: 'person', ...(reason !== undefined && { reason }) });
    return [];
  }

  /** Takes the plan, once and for all; the finding says that somebody was faster or that it has expired. */
  async claim(plan: PlanRecord): Promise<Finding | undefined> {
    const at = new Date(this.#now()).toISOString();
    if (Date.parse(plan.expiresAt) > this.#now() && (await this.#record.claimPlan(plan.id, at))) return undefined;
    const obstacle = planObstacle(plan.id, await this.#record.plan(plan.id), plan.hash, this.#now());
    return (
      obstacle ?? {
        rule: 'plan-used',
        severity: 'error',
        path: 'plan',
        message: `The plan ${plan.id} could not be taken for execution; make a new one and have it approved.`,
      }
    );
  }

  async #decide(plan: PlanRecord, decision: Omit<ApprovalRecord, 'planId' | 'at'>, traceId?: string): Promise<void> {
    const approval = { planId: plan.id, at: new Date(this.#now()).toISOString(), ...decision };
    await this.#record.appendApproval(approval);
    await this.#onDecision(approval, plan, traceId);
  }
}

function notApproved(call: ApiCall, plan: PlanRecord): Finding {
  return {
    rule: 'not-approved',
    severity: 'error',
    path: '/operation',
    message: `${nameOf(call)} writes and needs approval, so nothing was sent: have the plan ${plan.id} approved before ${plan.expiresAt} and execute it.`,
  };
}

function nameOf(call: ApiCall): string {
  if (isBatch(call)) return `The batch of ${call.calls.length} calls`;
  return call.entitySet === undefined ? call.operation : `${call.operation} ${call.entitySet}`;
}
