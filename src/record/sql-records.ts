import {
  type ApprovalRecord,
  GroundrailError,
  type PlanOutcome,
  type PlanRecord,
  type PlanState,
  type TraceRecord,
} from '../base/index.ts';
import type { Session } from '../store/index.ts';
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

interface Row {
  /** PostgreSQL gives 64-bit integers as text. */
  seq: number | string;
  record: string;
}

const rowsPerRead = 500;

/** Records in a database; without a session they are the records of which there are none yet, and nothing can be added. */
export class SqlRecords implements RecordStore {
  readonly location: string;
  readonly #session: Session | undefined;

  constructor(location: string, session: Session | undefined) {
    this.location = location;
    this.#session = session;
  }

  async appendTrace(record: TraceRecord): Promise<void> {
    const rows = await this.#open().all(
      `INSERT INTO trace (id, trace_id, at, case_id, record) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING seq`,
      [record.id, record.traceId ?? record.id, record.at, record.caseId ?? '', JSON.stringify(boundTrace(record))],
    );
    if (rows.length === 0) throw new RangeError(`The trace record ${record.id} exists already.`);
  }

  async appendPlan(plan: PlanRecord): Promise<void> {
    const rows = await this.#open().all(
      'INSERT INTO plan (id, record) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING seq',
      [plan.id, JSON.stringify(plan)],
    );
    if (rows.length === 0) throw new RangeError(`The plan ${plan.id} exists already.`);
  }

  async appendApproval(approval: ApprovalRecord): Promise<void> {
    await this.#open().all('INSERT INTO approval (plan_id, record) VALUES (?, ?)', [
      approval.planId,
      JSON.stringify(approval),
    ]);
  }

  async appendOutcome(planId: string, outcome: PlanOutcome): Promise<void> {
    await this.#open().all('INSERT INTO plan_outcome (plan_id, record) VALUES (?, ?)', [
      planId,
      JSON.stringify(outcome),
    ]);
  }

  async claimPlan(id: string, at: string): Promise<boolean> {
    const rows = await this.#open().durably(
      `INSERT INTO plan_claim (plan_id, at) SELECT id, ? FROM plan WHERE id = ? ON CONFLICT DO NOTHING RETURNING seq`,
      [at, id],
    );
    return rows.length === 1;
  }

  async plan(id: string): Promise<PlanState | undefined> {
    const [found] = await this.#read<{ record: string; claimed_at: string | null }>(
      `SELECT plan.record, plan_claim.at AS claimed_at FROM plan
       LEFT JOIN plan_claim ON plan_claim.plan_id = plan.id WHERE plan.id = ?`,
      [id],
    );
    if (!found) return undefined;
    const approvals = await this.#read<Row>('SELECT record FROM approval WHERE plan_id = ? ORDER BY seq', [id]);
    const [outcome] = await this.#read<Row>(
      'SELECT record FROM plan_outcome WHERE plan_id = ? ORDER BY seq DESC LIMIT 1',
      [id],
    );
    return {
      plan: this.#parse<PlanRecord>(found.record),
      approvals: approvals.map((row) => this.#parse<ApprovalRecord>(row.record)),
      ...(found.claimed_at === null ? {} : { claimedAt: found.claimed_at }),
      ...(outcome ? { outcome: this.#parse<PlanOutcome>(outcome.record) } : {}),
    };
  }

  async traces(page: PageRequest = {}): Promise<Page<TraceSummary>> {
    const limit = pageSize(page);
    const groups = await this.#read<{ trace_id: string; first: number; last: number; records: number }>(
      `SELECT trace_id, min(seq) AS first, max(seq) AS last, count(*) AS records FROM trace
       GROUP BY trace_id HAVING max(seq) < ? ORDER BY max(seq) DESC LIMIT ?`,
      [pageStart(page, Number.MAX_SAFE_INTEGER), limit + 1],
    );
    const shown = groups.slice(0, limit);
    const ends = [...new Set(shown.flatMap(({ first, last }) => [Number(first), Number(last)]))];
    const rows =
      ends.length === 0
        ? []
        : await this.#read<Row>(`SELECT seq, record FROM trace WHERE seq IN (${ends.map(() => '?').join(', ')})`, ends);
    const bySeq = new Map(rows.map(({ seq, record }) => [Number(seq), this.#parse<TraceRecord>(record)]));
    const items = shown.flatMap(({ trace_id, first, last, records }) => {
      const [begin, end] = [bySeq.get(Number(first)), bySeq.get(Number(last))];
      return begin && end ? [{ traceId: trace_id, records: Number(records), first: begin, last: end }] : [];
    });
    return withNext(items, groups.length > limit ? shown.at(-1)?.last : undefined);
  }

  async trace(id: string, page: PageRequest = {}): Promise<Page<TraceRecord>> {
    const limit = pageSize(page);
    const rows = await this.#read<Row>(
      `SELECT seq, record FROM trace WHERE seq > ? AND trace_id = coalesce(
         (SELECT trace_id FROM trace WHERE trace_id = ? LIMIT 1), (SELECT trace_id FROM trace WHERE id = ?))
       ORDER BY seq LIMIT ?`,
      [pageStart(page, 0), id, id, limit + 1],
    );
    const shown = rows.slice(0, limit);
    const items = shown.map((row) => this.#parse<TraceRecord>(row.record));
    return withNext(items, rows.length > limit ? shown.at(-1)?.seq : undefined);
  }

  async *records({ traceId, caseId, since, until }: TraceFilter = {}): AsyncGenerator<TraceRecord> {
    const wanted = [
      ['trace_id = ?', traceId],
      // Records of no case hold an empty one.
      ["case_id <> '' AND case_id = ?", caseId],
      ['at >= ?', since],
      ['at < ?', until],
    ].flatMap(([condition, value]) => (value === undefined ? [] : [{ condition: ` AND ${condition}`, value }]));
    let last = 0;
    for (;;) {
      const rows = await this.#read<Row>(
        `SELECT seq, record FROM trace WHERE seq > ?${wanted.map(({ condition }) => condition).join('')} ORDER BY seq LIMIT ?`,
        [last, ...wanted.map(({ value }) => value), rowsPerRead],
      );
      for (const row of rows) {
        last = Number(row.seq);
        yield this.#parse<TraceRecord>(row.record);
      }
      if (rows.length < rowsPerRead) return;
    }
  }

  async appendSessionEvent(sessionId: string, event: SessionEvent): Promise<void> {
    await this.#open().all('INSERT INTO session_event (session_id, record) VALUES (?, ?)', [
      sessionId,
      JSON.stringify(event),
    ]);
  }

  async sessionEvents(sessionId: string): Promise<SessionEvent[]> {
    const rows = await this.#read<Row>('SELECT record FROM session_event WHERE session_id = ? ORDER BY seq', [
      sessionId,
    ]);
    return rows.map((row) => this.#parse<SessionEvent>(row.record));
  }

  async appendToken(token: TokenRecord): Promise<void> {
    const rows = await this.#open().durably(
      'INSERT INTO token (id, record) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING seq',
      [token.id, JSON.stringify(token)],
    );
    if (rows.length === 0) throw new RangeError(`The token ${token.id} exists already.`);
  }

  async revokeToken(revocation: TokenRevocation): Promise<boolean> {
    const rows = await this.#open().durably(
      `INSERT INTO token_revocation (token_id, record) SELECT id, ? FROM token WHERE id = ?
       ON CONFLICT DO NOTHING RETURNING seq`,
      [JSON.stringify(revocation), revocation.tokenId],
    );
    return rows.length === 1;
  }

  async token(id: string): Promise<TokenState | undefined> {
    const [state] = await this.#tokenStates('WHERE token.id = ?', [id]);
    return state;
  }

  tokens(): Promise<TokenState[]> {
    return this.#tokenStates('ORDER BY token.seq', []);
  }

  async appendRefusal(refusal: AccessRefusal): Promise<void> {
    await this.#open().all('INSERT INTO access_refusal (at, record) VALUES (?, ?)', [
      refusal.at,
      JSON.stringify(refusal),
    ]);
  }

  async refusals(page: PageRequest = {}): Promise<Page<AccessRefusal>> {
    const limit = pageSize(page);
    const rows = await this.#read<Row>(
      'SELECT seq, record FROM access_refusal WHERE seq < ? ORDER BY seq DESC LIMIT ?',
      [pageStart(page, Number.MAX_SAFE_INTEGER), limit + 1],
    );
    const shown = rows.slice(0, limit);
    const items = shown.map((row) => this.#parse<AccessRefusal>(row.record));
    return withNext(items, rows.length > limit ? shown.at(-1)?.seq : undefined);
  }

  async close(): Promise<void> {
    await this.#session?.close();
  }

  async #tokenStates(condition: string, parameters: readonly string[]): Promise<TokenState[]> {
    const rows = await this.#read<{ record: string; revoked: string | null }>(
      `SELECT token.record, token_revocation.record AS revoked FROM token
       LEFT JOIN token_revocation ON token_revocation.token_id = token.id ${condition}`,
      parameters,
    );
    return rows.map(({ record, revoked }) => ({
      token: this.#parse<TokenRecord>(record),
      ...(revoked === null ? {} : { revocation: this.#parse<TokenRevocation>(revoked) }),
    }));
  }

  async #read<Found extends object>(statement: string, parameters: readonly (string | number)[]): Promise<Found[]> {
    return this.#session ? this.#session.all<Found>(statement, parameters) : [];
  }

  #parse<Value>(text: string): Value {
    try {
      return JSON.parse(text) as Value;
    } catch (error) {
      const reason = 'a row holds no valid JSON';
      throw new GroundrailError('records-unusable', { store: this.location, reason }, { cause: error });
    }
  }

  #open(): Session {
    if (this.#session) return this.#session;
    throw new RangeError(`${this.location} was opened for reading and holds no records yet.`);
  }
}
