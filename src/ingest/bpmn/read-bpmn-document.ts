import { basename, extname } from 'node:path';
import { BpmnModdle, type ModdleElement, type Warning } from 'bpmn-moddle';
import type { Finding } from '../../base/index.ts';
import { emptyPatch, type GraphPatch, node, type ProcessAttributes } from '../../graph/index.ts';
import { append } from '../append.ts';
import type { Binding } from '../binding.ts';
import { decodeXml, maxDocumentBytes } from '../decode.ts';
import { defined } from '../defined.ts';
import type { Reading } from '../reading.ts';
import { addInvokes, readBindings } from './bindings.ts';
import { numberAttribute, writeCleanDocument } from './clean-document.ts';
import { addBlackBoxes, addMessageFlows, collectPools, type Pools } from './collaboration.ts';
import { addFlowNodes, collectFlowNodes } from './flow-nodes.ts';
import { readLanes } from './lanes.ts';
import { description, type FlowNode, Model, plainText } from './model.ts';
import { describeElement, nameElements } from './name-elements.ts';
import { type ScannedElement, scanDocument } from './scan-document.ts';
import { addSequence } from './sequence.ts';

let shared: BpmnModdle | undefined;

/** Making the meta model costs more than reading a document; it keeps nothing of a document. */
function moddle(): BpmnModdle {
  shared ??= new BpmnModdle();
  return shared;
}

/** What a BPMN document gave. Its bindings are in the patch as INVOKES too, unchecked against any service. */
export interface BpmnReading extends Reading {
  bindings: Binding[];
}

/**
 * Reads a BPMN 2.0 document: processes and pools, activities, events, gateways, HAS_NEXT, SENDS_MESSAGE, INVOKES. Partly bad documents load
 * with findings that name line and effect; one that is no BPMN or hostile (doctype, depth, size) is refused.
 */
export async function readBpmnDocument(input: { file: string; content: Uint8Array | string }): Promise<BpmnReading> {
  const { file, content } = input;
  if (content.length > maxDocumentBytes) {
    const message = `It is larger than ${maxDocumentBytes / 1024 / 1024} MB, which no process model is.`;
    return refusal([
      { rule: 'size', severity: 'error', path: file, message, effect: 'Nothing of this file is loaded.' },
    ]);
  }
  const decoded = decodeXml(content, file);
  const scan = scanDocument(decoded.text, file);
  if (scan.refused) return refusal([...decoded.findings, ...scan.findings]);
  const { names, findings } = nameElements(scan.elements, file, basename(file, extname(file)));
  const { xml, lines } = writeCleanDocument(scan.elements, names);
  const { rootElement, warnings } = await moddle().fromXML(xml);
  const model = new Model(file, rootElement, scan.elements, names);
  append(model.findings, [...decoded.findings, ...scan.findings, ...findings]);
  for (const warning of warnings) reportWarning(model, warning, scan.elements, lines);
  const patch = emptyPatch();
  const bindings = addProcesses(model, scan.elements, patch);
  return { patch, findings: inOrder(model.findings), refused: false, bindings };
}

function refusal(findings: Finding[]): BpmnReading {
  return { patch: emptyPatch(), findings, refused: true, bindings: [] };
}

function addProcesses(model: Model, elements: readonly ScannedElement[], patch: GraphPatch): Binding[] {
  const processes = (model.root.rootElements ?? []).filter((element) => element.$instanceOf('bpmn:Process'));
  const pools = collectPools(model);
  const nodes = new Map<ModdleElement, FlowNode>();
  const nodesOf = new Map(processes.map((process) => [process, collectFlowNodes(model, process)]));
  for (const flowNode of [...nodesOf.values()].flat()) nodes.set(flowNode.element, flowNode);
  const lanes = new Map<FlowNode, string>();
  for (const [process, inside] of nodesOf) {
    const dataObjects = dataObjectsOf([process, ...inside.map(({ element }) => element)]);
    const attributes = {
      ...processAttributes(model, process, pools),
      ...lanesOf(process, nodes, lanes),
      ...dataObjects,
    };
    patch.nodes.push(node('Process', model.id(process), attributes));
  }
  addBlackBoxes(model, pools, patch);
  const containers = [...processes, ...[...nodes.keys()].filter((element) => element.flowElements !== undefined)];
  const flows = containers.flatMap((container) =>
    (container.flowElements ?? []).filter((element) => element.$instanceOf('bpmn:SequenceFlow')),
  );
  const edges = emptyPatch();
  const entries = addSequence(model, nodes, flows, edges);
  addFlowNodes(model, nodes, entries, lanes, patch);
  append(patch.edges, edges.edges);
  addMessageFlows(model, nodes, pools, patch);
  if (processes.length === 0) {
    model.report(
      model.root,
      'no-process',
      'warning',
      'The file holds no process.',
      'Nothing in it can be executed or searched as a process.',
    );
  }
  const bindings = readBindings(model, elements, nodes);
  addInvokes(bindings, patch);
  return bindings;
}

function processAttributes(model: Model, process: ModdleElement, pools: Pools): ProcessAttributes {
  const participants = pools.ofProcess.get(process) ?? [];
  return defined<ProcessAttributes>({
    name: plainText(process.name) ?? plainText(participants[0]?.name),
    description: description(process) ?? (participants[0] && description(participants[0])),
    file: model.path,
    executable: process.isExecutable,
    pools: participants.length > 0 ? participants.map((participant) => model.id(participant)) : undefined,
  });
}

function lanesOf(
  process: ModdleElement,
  nodes: ReadonlyMap<ModdleElement, FlowNode>,
  innermost: Map<FlowNode, string>,
): Pick<ProcessAttributes, 'lanes'> {
  const lanes = readLanes(process, nodes, innermost);
  return lanes.length > 0 ? { lanes } : {};
}

function dataObjectsOf(containers: readonly ModdleElement[]): Pick<ProcessAttributes, 'dataObjects'> {
  const names = containers
    .flatMap((container) => container.flowElements ?? [])
    .filter((element) => /^bpmn:Data(?:Object|ObjectReference|StoreReference)$/.test(element.$type))
    .flatMap((element) => plainText(element.name) ?? []);
  return names.length > 0 ? { dataObjects: [...new Set(names)] } : {};
}

/** References that the graph is made from are reported where they are used. */
const reportedElsewhere = new Set(['bpmn:sourceRef', 'bpmn:targetRef', 'bpmn:attachedToRef', 'bpmn:processRef']);
const graphReferences = new Set(['bpmn:default', 'bpmn:flowNodeRef', 'bpmn:eventDefinitionRef']);

function reportWarning(
  model: Model,
  warning: Warning,
  elements: readonly ScannedElement[],
  lines: readonly number[],
): void {
  const { element, property = '' } = warning;
  if (element !== undefined && warning.message.startsWith('unresolved reference')) {
    if (
      reportedElsewhere.has(property) &&
      /^bpmn:(?:SequenceFlow|MessageFlow|Participant|BoundaryEvent)$/.test(element.$type)
    )
      return;
    const matters = graphReferences.has(property);
    // A qualified name leads into another document, as xsd:string does.
    if (!matters && warning.value?.includes(':')) return;
    model.report(
      element,
      'dangling-reference',
      matters ? 'warning' : 'info',
      `The ${property.replace(/^\w+:/, '')} of the ${describeElement(model.source(element))} names ${warning.value?.replace(/^\?/, '') ?? ''}, which is not in this file.`,
      matters ? 'The reference is left out.' : 'Nothing that the graph holds depends on it.',
    );
    return;
  }
  if (element !== undefined) {
    if (property === numberAttribute) return;
    const message = `The attribute ${property} of the ${describeElement(model.source(element))} is not one of BPMN 2.0.`;
    model.report(element, 'unknown-attribute', 'info', message, 'It is ignored.');
    return;
  }
  const [, cleanLine, problem] = /line: (\d+)[\s\S]*nested error: ([\s\S]*)$/.exec(warning.message) ?? [];
  const source = elements[lines[Number(cleanLine)] ?? 0];
  if (source === undefined) return;
  const stray = /^unexpected body text/.test(problem ?? '');
  const { line, column } = (stray && source.textAt) || source;
  model.findings.push({
    rule: stray ? 'stray-text' : 'unknown-element',
    severity: 'warning',
    path: model.path,
    line,
    column,
    message: stray
      ? `The text "${plainText(source.text)?.slice(0, 60) ?? ''}" belongs to no element.`
      : `The ${describeElement(source)} is not allowed here: ${problem ?? warning.message}.`,
    effect: stray ? 'The text is ignored.' : 'It is left out with all that it holds.',
  });
}

/** Findings of one rule beyond this number are counted, not listed. */
const maxPerRule = 200;

function inOrder(findings: readonly Finding[]): Finding[] {
  const sorted = [...findings].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  const counts = new Map<string, { count: number; last: Finding }>();
  const listed = sorted.filter((finding) => {
    const counted = counts.get(finding.rule) ?? { count: 0, last: finding };
    counts.set(finding.rule, { count: counted.count + 1, last: finding });
    return counted.count < maxPerRule;
  });
  for (const [rule, { count, last }] of counts) {
    if (count <= maxPerRule) continue;
    const message = `${count - maxPerRule} more findings of the rule ${rule} are not listed.`;
    listed.push({ rule, severity: last.severity, path: last.path, message });
  }
  return listed;
}
