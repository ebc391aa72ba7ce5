import type { Finding } from './finding.ts';

/** A request as it is shown, planned and traced: without credentials, tokens and cookies. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * How a call ended. `refused`: a finding stopped it; `not-sent`: the system was not reached; `done` and `failed`: the system
 * answered; `unknown`: a write left and its answer was lost, so that nobody may send it again without looking first.
 */
export type CallOutcome = 'refused' | 'not-sent' | 'done' | 'failed' | 'unknown';

/** One line of the append-only trace. Secrets are redacted before it is made. */
export interface TraceRecord {
  readonly id: string;
  /** Joins the records of one task; absent where the record stands alone, and then its own id is its trace's id. */
  readonly traceId?: string;
  /** `task` and `answer` begin and end a run of an agent, `model` and `tool` are its turns. */
  readonly kind: 'call' | 'preview' | 'refusal' | 'approval' | 'task' | 'model' | 'tool' | 'answer';
  /** When it began: ISO 8601, UTC. */
  readonly at: string;
  /** Who asked: a user, an agent, a token's name. */
  readonly actor: string;
  readonly service?: string;
  readonly entitySet?: string;
  readonly operation?: string;
  /** Root address of the system that was called, without credentials. */
  readonly target?: string;
  readonly caseId?: string;
  /** The call as given, redacted. */
  readonly call?: unknown;
  readonly planId?: string;
  readonly requests: readonly RecordedRequest[];
  /** HTTP status of the (last) answer. */
  readonly status?: number;
  readonly outcome?: CallOutcome;
  readonly findings: readonly Finding[];
  readonly durationMs: number;
  /** Further facts by OpenTelemetry attribute name (`gen_ai.request.model`, ...); they win over the names derived on export. */
  readonly attributes?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** What a dry run promises to send, and until when. `hash` is over `requests`. */
export interface PlanRecord {
  readonly id: string;
  readonly hash: string;
  readonly etag?: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly actor: string;
  readonly service: string;
  readonly call: unknown;
  readonly requests: readonly RecordedRequest[];
}

/** A decision on a plan: by a person, by the caller's callback, or by an allow list of the landscape. */
export interface ApprovalRecord {
  readonly planId: string;
  readonly at: string;
  readonly by: string;
  readonly decision: 'approved' | 'denied';
  readonly how: 'person' | 'callback' | 'allow-list';
  readonly reason?: string;
}

/** How the one execution of a plan ended. */
export interface PlanOutcome {
  readonly at: string;
  readonly outcome: CallOutcome;
  readonly status?: number;
  readonly traceId: string;
}

/** A plan with everything recorded about it. Claimed without an outcome means: the outcome is unknown. */
export interface PlanState {
  readonly plan: PlanRecord;
  readonly approvals: readonly ApprovalRecord[];
  readonly claimedAt?: string;
  readonly outcome?: PlanOutcome;
}

/** The append-only record that execution writes to. Every method throws `storage-unwritable` where nothing could be kept. */
export interface RecordPort {
  appendTrace(record: TraceRecord): Promise<void>;
  appendPlan(plan: PlanRecord): Promise<void>;
  appendApproval(approval: ApprovalRecord): Promise<void>;
  plan(id: string): Promise<PlanState | undefined>;
  /** Takes the plan for execution: true for exactly one caller ever, also across processes. */
  claimPlan(id: string, at: string): Promise<boolean>;
  appendOutcome(planId: string, outcome: PlanOutcome): Promise<void>;
}
