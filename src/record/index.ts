export type { AccessRefusal, TokenRecord, TokenRevocation, TokenState } from './access-records.ts';
export { exportTraces } from './export-traces.ts';
export { MemoryRecords } from './memory-records.ts';
export { openRecords } from './open-records.ts';
export type { Page, PageRequest, RecordStore, SessionEvent, TraceFilter, TraceSummary } from './record-store.ts';
