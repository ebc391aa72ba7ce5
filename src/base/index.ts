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
export {
  checkToolInput,
  defineTool,
  type ProcessPosition,
  type ProcessStep,
  type ProvenancePort,
  refusal,
  renderFinding,
  type Tool,
  type ToolContext,
  type ToolDefinition,
  type ToolEffect,
  type ToolNote,
  type ToolResult,
  useTool,
} from './tool.ts';
