import type { ModdleElement } from 'bpmn-moddle';
import type { FlowNode, Model } from './model.ts';

/** A sequence flow whose two ends exist and lie side by side. */
export interface Flow {
  readonly id: string;
  readonly element: ModdleElement;
  readonly from: FlowNode;
  readonly to: FlowNode;
}

/** The sequence flows that can be followed, and the nodes that any flow leads to. What is wrong with the others is reported. */
export function usableFlows(
  model: Model,
  nodes: ReadonlyMap<ModdleElement, FlowNode>,
  flowElements: readonly ModdleElement[],
): { flows: Flow[]; reached: ReadonlySet<FlowNode> } {
  const flows: Flow[] = [];
  const listed = { sourceRef: listings(nodes, 'outgoing'), targetRef: listings(nodes, 'incoming') };
  const reached = new Set<FlowNode>();
  for (const element of flowElements) {
    const id = model.id(element);
    const from = end(model, nodes, listed, element, 'sourceRef');
    const to = end(model, nodes, listed, element, 'targetRef');
    if (to) reached.add(to);
    if (from === undefined || to === undefined) continue;
    if (from.container === to.container) {
      flows.push({ id, element, from, to });
      continue;
    }
    const border = from.process === to.process ? 'the border of a sub-process' : 'from one process into another';
    model.report(
      element,
      'crossing-flow',
      'warning',
      `The sequence flow ${id} leads from ${from.id} to ${to.id} across ${border}.`,
      'It gives no HAS_NEXT; between pools use a message flow.',
    );
  }
  return { flows, reached };
}

/** An end of a flow. Where the reference leads nowhere, the one node that lists the flow as incoming or outgoing takes its place. */
function end(
  model: Model,
  nodes: ReadonlyMap<ModdleElement, FlowNode>,
  listed: Readonly<Record<'sourceRef' | 'targetRef', ReadonlyMap<ModdleElement, readonly FlowNode[]>>>,
  flow: ModdleElement,
  attribute: 'sourceRef' | 'targetRef',
): FlowNode | undefined {
  const referred = flow[attribute];
  const found = referred && nodes.get(referred);
  if (found !== undefined) return found;
  const side = attribute === 'sourceRef' ? 'outgoing' : 'incoming';
  const listing = listed[attribute].get(flow) ?? [];
  const [repaired] = listing.length === 1 ? listing : [];
  const written = model.written(flow, attribute);
  const problem =
    written === undefined
      ? `has no ${attribute}`
      : `${attribute === 'sourceRef' ? 'comes from' : 'leads to'} ${written}, which is ${referred ? 'no step of a process' : 'not in this file'}`;
  model.report(
    flow,
    'dangling-reference',
    'warning',
    `The sequence flow ${model.id(flow)} ${problem}.`,
    repaired === undefined
      ? 'The flow is left out.'
      : `It is taken to mean ${repaired.id}, which lists the flow as ${side}.`,
  );
  return repaired;
}

/** The nodes that list each flow as incoming or outgoing. */
function listings(
  nodes: ReadonlyMap<ModdleElement, FlowNode>,
  side: 'incoming' | 'outgoing',
): ReadonlyMap<ModdleElement, readonly FlowNode[]> {
  const listing = new Map<ModdleElement, FlowNode[]>();
  for (const node of nodes.values()) {
    for (const flow of node.element[side] ?? []) {
      const holders = listing.get(flow);
      if (holders) holders.push(node);
      else listing.set(flow, [node]);
    }
  }
  return listing;
}
