export { type BpmnReading, readBpmnDocument } from './bpmn/index.ts';
export {
  appendBindings,
  type BindingEntry,
  type Effect,
  initLandscape,
  type KeptSource,
  type Landscape,
  type LandscapeProposal,
  type LandscapeReading,
  type LandscapeService,
  type ReadLandscapeOptions,
  readDiagram,
  readLandscape,
  readLandscapeFile,
  type Source,
  type SourceKind,
  type VocabularyEntry,
} from './landscape/index.ts';
export { type DocumentInput, readODataDocument } from './odata/index.ts';
export type { Reading } from './reading.ts';
export { auditLandscape, type LandscapeAudit } from './recount/index.ts';
export type { ServiceDescription } from './service-description.ts';
