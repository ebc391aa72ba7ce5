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
