export type {
  AgentFigures,
  AgentReport,
  ConditionTest,
  ElicitationFigures,
  ElicitationReport,
} from './agent-report.ts';
export { type EvaluateAgentOptions, evaluateAgent, evaluateElicitation } from './evaluate-agent.ts';
export { renderAgentReport, renderElicitationReport } from './render-report.ts';
