export {
  type EvaluateRetrievalOptions,
  evaluateRetrieval,
  type Figures,
  type RetrievalReport,
  renderRetrievalReport,
  type TestOutcome,
} from './retrieval/index.ts';
