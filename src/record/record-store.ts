import type { RecordPort, TraceRecord } from '../base/index.ts';
import type { AccessRefusal, TokenRecord, TokenRevocation, TokenState } from './access-records.ts';

/** One trace in a list: its first record says what it is, its last one how it ended. */
export interface TraceSummary {
  traceId: string;
  records: number;
  first: TraceRecord;
  last: TraceRecord;
}

/** A part of a list and, where there is more, what to ask for next. */
export interface Page<Item> {
  items: Item[];
  next?: string;
}

/** Which part of a list is asked for. */
export interface PageRequest {
  /** At most so many items; 50 where nothing is said, 1,000 at most. */
  limit?: number;
  /** `next` of the page before. */
  after?: string;
}

/** Which records an export takes; times are ISO 8601 in UTC, `until` is exclusive. */
export interface TraceFilter {
  traceId?: string;
  /** Only what was done for this case. */
  caseId?: string;
  since?: string;
  until?: string;
}

/** Something that happened in a session, kept in order. `data` must survive JSON. */
export interface SessionEvent {
  at: string;
  kind: string;
  data: unknown;
}

/** The append-only records: what execution writes, and what people read of it. */
export interface RecordStore extends RecordPort {
  /** Where they are, fit to be shown. */
  readonly location: string;
  /** Traces, the one with the latest record first. */
  traces(page?: PageRequest): Promise<Page<TraceSummary>>;
  /** The records of a trace in order, named by the id of the trace or of one record of it; empty where there is none. */
  trace(id: string, page?: PageRequest): Promise<Page<TraceRecord>>;
  /** Every record that fits, in order, without holding them all. */
  records(filter?: TraceFilter): AsyncIterable<TraceRecord>;
  appendSessionEvent(sessionId: string, event: SessionEvent): Promise<void>;
  sessionEvents(sessionId: string): Promise<SessionEvent[]>;
  appendToken(token: TokenRecord): Promise<void>;
  /** False where there is no such token or it was revoked before; nothing is written then. */
  revokeToken(revocation: TokenRevocation): Promise<boolean>;
  token(id: string): Promise<TokenState | undefined>;
  /** Every token ever made, in order. */
  tokens(): Promise<TokenState[]>;
  appendRefusal(refusal: AccessRefusal): Promise<void>;
  /** Refused accesses, the latest first. */
  refusals(page?: PageRequest): Promise<Page<AccessRefusal>>;
  close(): Promise<void>;
}

/** The number of items of a page. */
export function pageSize(page: PageRequest): number {
  return Math.min(Math.max(Math.trunc(page.limit ?? 50), 1), 1000);
}

/** The position that `after` names; `first` without one, and for what never was a `next`. */
export function pageStart(page: PageRequest, first: number): number {
  const position = page.after === undefined ? Number.NaN : Number(page.after);
  return Number.isSafeInteger(position) && position >= 0 ? position : first;
}

/** A page; `next` is the position of its last item where there is more. */
export function withNext<Item>(items: Item[], next: number | string | undefined): Page<Item> {
  return next === undefined ? { items } : { items, next: String(next) };
}
