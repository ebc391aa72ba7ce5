export { buildUnits } from './build-units.ts';
export { expandProcesses } from './expansion.ts';
export { processFeatures, stretchFeatures } from './process-fit.ts';
export { createRetriever, type Inspection, openRetriever, Retriever, type RetrieverContent } from './retriever.ts';
export {
  expansionFeatures,
  gateFeatures,
  type HybridParts,
  type HybridReading,
  totalScores,
  weighAll,
} from './scored-units.ts';
export { inOrder, type Scorer, shippedScorer, sigmoid, softmax, type Weights, weigh } from './scorer.ts';
export type {
  Contribution,
  FoundProcess,
  SearchHit,
  SearchMode,
  SearchOptions,
  SearchResult,
} from './search-result.ts';
export { createVocabulary } from './shipped-vocabulary.ts';
export type { Unit, UnitAttributes } from './unit.ts';
export { kindFeatures, queryFeatures } from './unit-features.ts';
export { Vocabulary, type VocabularyEntry } from './vocabulary.ts';
