export { type BpmnReading, readBpmnDocument } from './bpmn/index.ts';
export type { Reading } from './reading.ts';
