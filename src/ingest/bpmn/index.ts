export { type BpmnReading, readBpmnDocument } from './read-bpmn-document.ts';
export { bindingNamespace } from './scan-document.ts';
