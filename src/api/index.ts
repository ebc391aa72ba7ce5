export {
  type ApiCall,
  type ApiQuery,
  apiCallSchema,
  type BatchCall,
  type FilterCondition,
  type FilterOperator,
  isBatch,
  readOperationWord,
  type SingleCall,
} from './call.ts';
export { nearestNames } from './nearest-names.ts';
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
