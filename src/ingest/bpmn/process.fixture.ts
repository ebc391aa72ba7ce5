import { MemoryGraph } from '../../graph/index.ts';
import { type BpmnReading, readBpmnDocument } from './read-bpmn-document.ts';

/** Wraps elements of a process `p` into a BPMN document; the first element stands in line 3. */
export function document(elements: string, beside = ''): string {
  return [
    '<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:gr="urn:groundrail:bpmn:1" id="defs">',
    '<bpmn:process id="p" name="Process">',
    elements.trim(),
    `</bpmn:process>${beside}`,
    '</bpmn:definitions>',
  ].join('\n');
}

/** Reads a document of one process and gives its graph too. */
export async function readElements(elements: string, beside = ''): Promise<BpmnReading & { graph: MemoryGraph }> {
  return readText(document(elements, beside));
}

/** Reads a whole document. */
export async function readText(
  content: string | Uint8Array,
  file = 'p.bpmn',
): Promise<BpmnReading & { graph: MemoryGraph }> {
  const reading = await readBpmnDocument({ file, content });
  return { ...reading, graph: MemoryGraph.from(reading.patch) };
}

/** HAS_NEXT of a graph as `from>to`, the process left out. */
export function order(graph: MemoryGraph): string[] {
  return [...graph.edges('HAS_NEXT')].map(({ from, to }) => `${from.slice(2)}>${to.slice(2)}`).sort();
}

/** A sequence flow from a to b. */
export function flow(id: string, from: string, to: string, more = ''): string {
  return `<bpmn:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}" ${more}/>`;
}
