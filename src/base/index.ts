export { type ErrorCode, type ErrorData, GroundrailError, isGroundrailError } from './error.ts';
export { type Finding, hasErrors, type JsonPatchOperation, type Severity } from './finding.ts';
export type {
  ApprovalRecord,
  CallOutcome,
  PlanOutcome,
  PlanRecord,
  PlanState,
  RecordedRequest,
  RecordPort,
  TraceRecord,
} from './record.ts';
