export {
  type IndexPlace,
  type OpenedIndex,
  openIndex,
  openIndexRetriever,
  type Searcher,
  searcherOf,
} from './open-index.ts';
