export {
  type AgentFigures,
  type AgentReport,
  type ConditionTest,
  type ElicitationFigures,
  type ElicitationReport,
  type EvaluateAgentOptions,
  evaluateAgent,
  evaluateElicitation,
  renderAgentReport,
  renderElicitationReport,
} from './agent/index.ts';
export {
  type EvaluateRetrievalOptions,
  evaluateRetrieval,
  type Figures,
  type RetrievalReport,
  renderRetrievalReport,
  type TestOutcome,
} from './retrieval/index.ts';
