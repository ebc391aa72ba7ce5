export type { Figures, RetrievalReport, TestOutcome } from './evaluate.ts';
export { type EvaluateRetrievalOptions, evaluateRetrieval } from './evaluate-retrieval.ts';
export { renderRetrievalReport } from './report.ts';
