export { buildUnits } from './build-units.ts';
export { createRetriever, type Inspection, openRetriever, Retriever, type RetrieverContent } from './retriever.ts';
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
export { Vocabulary, type VocabularyEntry } from './vocabulary.ts';
