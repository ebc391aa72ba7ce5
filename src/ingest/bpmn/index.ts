export { type BpmnReading, readBpmnDocument } from './read-bpmn-document.ts';
