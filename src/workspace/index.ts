export type { AgentEvent, AgentOutcome } from '../agent/index.ts';
export type {
  ApiCall,
  ApprovalAnswer,
  ApprovalQuestion,
  AskApproval,
  CallContext,
  CallResult,
  OperationSpec,
  TargetName,
  ValueSearch,
} from '../api/index.ts';
export { apiCallSchema, operationSpecSchema } from '../api/index.ts';
export {
  type ErrorCode,
  type ErrorData,
  type Finding,
  GroundrailError,
  isGroundrailError,
  type ToolResult,
  type TraceRecord,
} from '../base/index.ts';
export {
  EDGE_KINDS,
  type EdgeKind,
  type Graph,
  type GraphNode,
  NODE_KINDS,
  type NodeKind,
  type NodeRef,
  nearestNames,
} from '../graph/index.ts';
export {
  type AccessRefusal,
  exportTraces,
  MemoryRecords,
  type Page,
  type PageRequest,
  type RecordStore,
  type TokenRecord,
  type TokenState,
  type TraceSummary,
} from '../record/index.ts';
export type { SearchHit, SearchMode, SearchOptions, SearchResult } from '../retrieve/index.ts';
export type { IndexMeta, SourceRecord } from '../store/index.ts';
export { CONDITIONS, type Condition, type ConditionName } from '../tools/index.ts';
export { type AskOptions, ask } from './ask.ts';
export { type AuditReport, auditLandscape } from './audit-landscape.ts';
export { type BindingProposal, type BindProposals, proposeBindings } from './bind.ts';
export { type Check, type Examination, examine } from './examine.ts';
export { type IndexOptions, type IndexReport, indexLandscape } from './index-landscape.ts';
export { type InitReport, initLandscape } from './init-landscape.ts';
export { type MockLandscape, mockOptionsOf } from './mock-options.ts';
export { type WorkspaceTool, type WorkspaceToolsOptions, workspaceTools } from './program-tools.ts';
export { openRecordsOf } from './records.ts';
export { type AwaitApproval, createWorkspaceTools } from './tools.ts';
export { openWorkspace, type ServiceName, type Validation, Workspace, type WorkspaceOptions } from './workspace.ts';
