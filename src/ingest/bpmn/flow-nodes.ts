import type { ModdleElement } from 'bpmn-moddle';
import { type ActivityAttributes, edge, type GatewayAttributes, type GraphPatch, node } from '../../graph/index.ts';
import { defined, type Loose } from '../defined.ts';
import { description, elementName, type FlowNode, type Model, plainText } from './model.ts';

/** All flow nodes of a process, those of its sub-processes included, in document order. */
export function collectFlowNodes(model: Model, process: ModdleElement): FlowNode[] {
  const nodes: FlowNode[] = [];
  const processId = model.id(process);
  const visit = (container: ModdleElement) => {
    for (const element of container.flowElements ?? []) {
      if (!element.$instanceOf('bpmn:FlowNode')) continue;
      nodes.push({
        element,
        kind: element.$instanceOf('bpmn:Gateway') ? 'Gateway' : 'Activity',
        id: `${processId}/${model.id(element)}`,
        type: elementName(element),
        container,
        process: processId,
      });
      visit(element);
    }
  };
  visit(process);
  return nodes;
}

/** Adds the nodes of a process: activities with HAS_ACTIVITY, and gateways. */
export function addFlowNodes(
  model: Model,
  nodes: ReadonlyMap<ModdleElement, FlowNode>,
  entries: ReadonlySet<FlowNode>,
  lanes: ReadonlyMap<FlowNode, string>,
  patch: GraphPatch,
): void {
  for (const flowNode of nodes.values()) {
    const { element, id, type } = flowNode;
    const parent = nodes.get(flowNode.container)?.id;
    if (flowNode.kind === 'Gateway') {
      const standard = element.default && model.id(element.default);
      patch.nodes.push(
        node(
          'Gateway',
          id,
          defined<GatewayAttributes>({ type, name: plainText(element.name), parent, default: standard }),
        ),
      );
      continue;
    }
    const attributes = defined<ActivityAttributes>({
      type,
      name: plainText(element.name),
      description: description(element),
      parent,
      entry: entries.has(flowNode),
      lane: lanes.get(flowNode),
      ...eventAttributes(model, flowNode, nodes),
      ...activityAttributes(element),
    });
    patch.nodes.push(node('Activity', id, attributes));
    patch.edges.push(edge('HAS_ACTIVITY', { kind: 'Process', id: flowNode.process }, { kind: 'Activity', id }, {}));
  }
}

/** What triggers an event, as the element name of its definition without `EventDefinition`; `multiple` where there are several. */
export function eventKind(element: ModdleElement): string | undefined {
  const definitions = eventDefinitions(element);
  const [first] = definitions;
  if (first === undefined) return undefined;
  return definitions.length > 1 ? 'multiple' : elementName(first).replace(/EventDefinition$/, '');
}

/** Own event definitions and those of the document that an event refers to. */
export function eventDefinitions(element: ModdleElement): readonly ModdleElement[] {
  return [...(element.eventDefinitions ?? []), ...(element.eventDefinitionRef ?? [])];
}

function eventAttributes(
  model: Model,
  { element, type, id }: FlowNode,
  nodes: ReadonlyMap<ModdleElement, FlowNode>,
): OptionalAttributes {
  if (!element.$instanceOf('bpmn:Event')) return {};
  const attributes: OptionalAttributes = { event: eventKind(element), link: linkName(element) };
  if (type === 'startEvent' && element.$parent?.triggeredByEvent === true) {
    attributes.interrupting = element.isInterrupting !== false;
  }
  if (type !== 'boundaryEvent') return attributes;
  const host = element.attachedToRef && nodes.get(element.attachedToRef);
  if (host === undefined || host.kind !== 'Activity') {
    const written = model.written(element, 'attachedToRef');
    model.report(
      element,
      'dangling-reference',
      'warning',
      `The boundary event ${id} is attached to ${written ?? 'nothing'}, which is no activity of this process.`,
      'It stays, attached to nothing.',
    );
  }
  return {
    ...attributes,
    attachedTo: host?.kind === 'Activity' ? host.id : undefined,
    interrupting: element.cancelActivity !== false,
  };
}

function activityAttributes(element: ModdleElement): OptionalAttributes {
  const loop = element.loopCharacteristics;
  return {
    calledElement: plainText(element.calledElement),
    triggeredByEvent: element.triggeredByEvent === true ? true : undefined,
    loop:
      loop === undefined
        ? undefined
        : loop.$instanceOf('bpmn:StandardLoopCharacteristics')
          ? 'standard'
          : loop.isSequential === true
            ? 'sequential'
            : 'parallel',
  };
}

/** The name that joins link events: that of the definition, else that of the event. */
export function linkName(element: ModdleElement): string | undefined {
  const link = eventDefinitions(element).find((definition) => definition.$instanceOf('bpmn:LinkEventDefinition'));
  return link && (plainText(link.name) ?? plainText(element.name));
}

type OptionalAttributes = Partial<Loose<ActivityAttributes>>;
