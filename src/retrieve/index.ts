export { buildUnits } from './build-units.ts';
export { createRetriever, type RetrieverContent, searchTablesOf } from './create-retriever.ts';
export { gateFeatures } from './gate.ts';
export { type HybridParts, type HybridReading, weighAll } from './hybrid.ts';
export { processFeatures, stretchFeatures } from './process-fit.ts';
export { type Inspection, openRetriever, Retriever } from './retriever.ts';
export { type Scorer, shippedScorer, type Weights } from './scorer.ts';
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
export { kindFeatures, queryFeatures, scaled } from './unit-features.ts';
export type { VocabularyEntry } from './vocabulary.ts';
