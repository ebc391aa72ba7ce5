export { type BpmnReading, readBpmnDocument } from './bpmn/index.ts';
export { type DocumentInput, readODataDocument } from './odata/index.ts';
export type { Reading } from './reading.ts';
