export { CONDITIONS, type Condition, type ConditionName, countsRule } from './condition.ts';
export { createTools } from './create-tools.ts';
export type { Description } from './describe.ts';
export { exampleRun } from './example-run.ts';
export type { FoundTarget, FoundTargets, SearchRequest, ToolPorts } from './ports.ts';
export type { SearchFindings } from './search.ts';
