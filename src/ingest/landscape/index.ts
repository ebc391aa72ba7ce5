export { appendBindings, type BindingEntry } from './append-bindings.ts';
export type { Effect, VocabularyEntry } from './data-files.ts';
export { readDiagram } from './diagram-file.ts';
export { initLandscape, type LandscapeProposal } from './init-landscape.ts';
export type { Landscape, LandscapeService } from './landscape.ts';
export {
  type KeptSource,
  type LandscapeReading,
  type ReadLandscapeOptions,
  readLandscape,
  type Source,
  type SourceKind,
} from './read-landscape.ts';
export { readLandscapeFile } from './read-landscape-file.ts';
