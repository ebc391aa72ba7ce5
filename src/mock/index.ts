export type { MockCall } from './call-log.ts';
export type { Issue, IssueKind } from './fault.ts';
export type { Fault } from './faults.ts';
export { type MockOptions, type MockServer, startMock } from './server.ts';
