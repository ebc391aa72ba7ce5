export {
  type ApiCall,
  type ApiQuery,
  type BatchCall,
  FILTER_OPERATORS,
  type FilterCondition,
  type FilterOperator,
  type SingleCall,
} from './call.ts';
export { apiCallSchema } from './call-schema.ts';
export type { ApprovalAnswer, ApprovalQuestion, AskApproval } from './execute/approval.ts';
export type { CallResult, PlanSummary } from './execute/call-result.ts';
export { createExecutor } from './execute/executor.ts';
export type { CallContext, Executor, ExecutorOptions } from './execute/executor-options.ts';
export type {
  HttpAnswer,
  HttpRequest,
  Interpretation,
  PreparedCall,
  Protocol,
  ServiceSettings,
} from './execute/protocol.ts';
export type { Redactor } from './execute/redactor.ts';
export { type DraftCalls, draftCalls } from './odata/draft.ts';
export { uncheckedProtocol } from './odata/unchecked-protocol.ts';
export {
  type ActionSpec,
  type NavigationSpec,
  type OperationSpec,
  operationSpecSchema,
  type ParameterSpec,
  type ProcessSpec,
  type PropertySpec,
  type ValueHelpSpec,
} from './spec/operation-spec.ts';
export { searchValues, type ValueSearch } from './spec/search-values.ts';
export { type SpecifyOptions, specify } from './spec/specify.ts';
export type { TargetName } from './spec/target.ts';
export { applyRepair } from './validate/apply-repair.ts';
export type { CaseState, CaseStep } from './validate/case-state.ts';
export { Provenance } from './validate/provenance.ts';
export { readCall } from './validate/read-call.ts';
export type { ValueRows } from './validate/rule.ts';
export { RULES } from './validate/rules/index.ts';
export { type ValidationContext, validate } from './validate/validate.ts';
