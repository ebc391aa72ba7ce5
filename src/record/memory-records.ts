import type { ApprovalRecord, PlanOutcome, PlanRecord, PlanState, TraceRecord } from '../base/index.ts';
import type { AccessRefusal, TokenRecord, TokenRevocation, TokenState } from './access-records.ts';
import { boundTrace } from './bounded.ts';
import {
  type Page,
  type PageRequest,
  pageSize,
  pageStart,
  type RecordStore,
  type SessionEvent,
  type TraceFilter,
  type TraceSummary,
  withNext,
} from './record-store.ts';

interface Entry {
  seq: number;
  traceId: string;
  record: TraceRecord;
}

interface PlanEntry {
  plan: PlanRecord;
  claimedAt?: string;
}

/**
 * Records of a program that has no place to keep them, and of tests. They end with the process; the oldest trace records go once there
 * are more than `limit`. Plans are kept, so that none is used twice.
 */
export class MemoryRecords implements RecordStore {
  readonly location = 'memory';
  readonly #limit: number;
  readonly #entries = new Map<string, Entry>();
  readonly #plans = new Map<string, PlanEntry>();
  readonly #approvals = new Map<string, ApprovalRecord[]>();
  readonly #outcomes = new Map<string, PlanOutcome>();
  readonly #sessions = new Map<string, SessionEvent[]>();
  readonly #tokens = new Map<string, TokenRecord>();
  readonly #revocations = new Map<string, TokenRevocation>();
  readonly #refusals: AccessRefusal[] = [];
  #last = 0;

  constructor({ limit = 100_000 }: { limit?: number } = {}) {
    this.#limit = limit;
  }

  async appendTrace(record: TraceRecord): Promise<void> {
    if (this.#entries.has(record.id)) throw new RangeError(`The trace record ${record.id} exists already.`);
    const traceId = record.traceId ?? record.id;
    this.#entries.set(record.id, { seq: ++this.#last, traceId, record: asJson(boundTrace(record)) });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit) break;
      this.#entries.delete(oldest);
    }
  }

  async appendPlan(plan: PlanRecord): Promise<void> {
    if (this.#plans.has(plan.id)) throw new RangeError(`The plan ${plan.id} exists already.`);
    this.#plans.set(plan.id, { plan: asJson(plan) });
  }

  async appendApproval(approval: ApprovalRecord): Promise<void> {
    append(this.#approvals, approval.planId, asJson(approval));
  }

  async appendOutcome(planId: string, outcome: PlanOutcome): Promise<void> {
    this.#outcomes.set(planId, asJson(outcome));
  }

  async claimPlan(id: string, at: string): Promise<boolean> {
    const entry = this.#plans.get(id);
    if (!entry || entry.claimedAt !== undefined) return false;
    entry.claimedAt = at;
    return true;
  }

  async plan(id: string): Promise<PlanState | undefined> {
    const entry = this.#plans.get(id);
    if (!entry) return undefined;
    const outcome = this.#outcomes.get(id);
    return { ...entry, approvals: [...(this.#approvals.get(id) ?? [])], ...(outcome ? { outcome } : {}) };
  }

  async traces(page: PageRequest = {}): Promise<Page<TraceSummary>> {
    const limit = pageSize(page);
    const before = pageStart(page, Number.MAX_SAFE_INTEGER);
    const summaries = new Map<string, TraceSummary & { seq: number }>();
    for (const { seq, traceId, record } of this.#entries.values()) {
      const first = summaries.get(traceId);
      summaries.set(traceId, {
        traceId,
        records: (first?.records ?? 0) + 1,
        first: first?.first ?? record,
        last: record,
        seq,
      });
    }
    const found = [...summaries.values()].filter(({ seq }) => seq < before).sort((a, b) => b.seq - a.seq);
    const items = found.slice(0, limit).map(({ seq: _, ...summary }) => summary);
    return withNext(items, found.length > limit ? found[limit - 1]?.seq : undefined);
  }

  async trace(id: string, page: PageRequest = {}): Promise<Page<TraceRecord>> {
    const limit = pageSize(page);
    const after = pageStart(page, 0);
    const entries = [...this.#entries.values()];
    const isTrace = entries.some(({ traceId }) => traceId === id);
    const wanted = isTrace ? id : this.#entries.get(id)?.traceId;
    const found = entries.filter(({ seq, traceId }) => traceId === wanted && seq > after);
    return withNext(
      found.slice(0, limit).map(({ record }) => record),
      found.length > limit ? found[limit - 1]?.seq : undefined,
    );
  }

  async *records({ traceId, caseId, since = '', until }: TraceFilter = {}): AsyncGenerator<TraceRecord> {
    for (const entry of [...this.#entries.values()]) {
      if (traceId !== undefined && entry.traceId !== traceId) continue;
      if (caseId !== undefined && entry.record.caseId !== caseId) continue;
      if (entry.record.at < since || (until !== undefined && entry.record.at >= until)) continue;
      yield entry.record;
    }
  }

  async appendSessionEvent(sessionId: string, event: SessionEvent): Promise<void> {
    append(this.#sessions, sessionId, asJson(event));
  }

  async sessionEvents(sessionId: string): Promise<SessionEvent[]> {
    return [...(this.#sessions.get(sessionId) ?? [])];
  }

  async appendToken(token: TokenRecord): Promise<void> {
    if (this.#tokens.has(token.id)) throw new RangeError(`The token ${token.id} exists already.`);
    this.#tokens.set(token.id, asJson(token));
  }

  async revokeToken(revocation: TokenRevocation): Promise<boolean> {
    const { tokenId } = revocation;
    if (!this.#tokens.has(tokenId) || this.#revocations.has(tokenId)) return false;
    this.#revocations.set(tokenId, asJson(revocation));
    return true;
  }

  async token(id: string): Promise<TokenState | undefined> {
    const token = this.#tokens.get(id);
    const revocation = this.#revocations.get(id);
    return token && { token, ...(revocation ? { revocation } : {}) };
  }

  async tokens(): Promise<TokenState[]> {
    const states = await Promise.all([...this.#tokens.keys()].map((id) => this.token(id)));
    return states.flatMap((state) => (state ? [state] : []));
  }

  async appendRefusal(refusal: AccessRefusal): Promise<void> {
    this.#refusals.push(asJson(refusal));
    if (this.#refusals.length > this.#limit) this.#refusals.shift();
  }

  async refusals(page: PageRequest = {}): Promise<Page<AccessRefusal>> {
    const limit = pageSize(page);
    const end = Math.min(pageStart(page, this.#refusals.length), this.#refusals.length);
    const begin = Math.max(0, end - limit);
    return withNext(this.#refusals.slice(begin, end).reverse(), begin > 0 ? begin : undefined);
  }

  async close(): Promise<void> {}
}

/** What a database would give back, so that both kinds of records behave alike. */
function asJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

function append<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
