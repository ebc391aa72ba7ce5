import type { ModdleElement } from 'bpmn-moddle';
import { type EdgeAttributes, edge, type GraphPatch } from '../../graph/index.ts';
import { eventDefinitions, eventKind, linkName } from './flow-nodes.ts';
import { type FlowNode, type Model, plainText } from './model.ts';

/** More ways than this from one activity through gateways are not told apart; every flow is then kept at least once. */
const maxWays = 256;

/** A sequence flow whose two ends exist and lie side by side. */
interface Flow {
  readonly id: string;
  readonly element: ModdleElement;
  readonly from: FlowNode;
  readonly to: FlowNode;
}

/** Adds HAS_NEXT for the sequence flows and link events among flow nodes, and tells which nodes may come first in their process or sub-process. */
export function addSequence(
  model: Model,
  nodes: ReadonlyMap<ModdleElement, FlowNode>,
  flowElements: readonly ModdleElement[],
  patch: GraphPatch,
): ReadonlySet<FlowNode> {
  const { flows, reached } = usableFlows(model, nodes, flowElements);
  const outgoing = new Map<FlowNode, Flow[]>();
  for (const flow of flows) {
    const siblings = outgoing.get(flow.from);
    if (siblings) siblings.push(flow);
    else outgoing.set(flow.from, [flow]);
  }
  const used = new Set<Flow>();
  for (const from of nodes.values()) {
    if (from.kind !== 'Activity') continue;
    const { ways, complete } = waysFrom(from, outgoing);
    if (!complete) {
      model.report(
        from.element,
        'many-ways',
        'info',
        `More than ${maxWays} ways lead from ${from.id} through gateways to next steps.`,
        'Not each combination of gateways is kept, but every flow is.',
      );
    }
    for (const way of ways) {
      for (const flow of way) used.add(flow);
      const last = way.at(-1);
      if (last) patch.edges.push(edge('HAS_NEXT', from, last.to, describeWay(way)));
    }
  }
  for (const flow of flows) if (!used.has(flow)) reportUnused(model, flow);
  addLinks(model, nodes, patch);
  return entries(nodes, outgoing, reached);
}

function usableFlows(
  model: Model,
  nodes: ReadonlyMap<ModdleElement, FlowNode>,
  flowElements: readonly ModdleElement[],
): { flows: Flow[]; reached: ReadonlySet<FlowNode> } {
  const flows: Flow[] = [];
  const reached = new Set<FlowNode>();
  for (const element of flowElements) {
    const id = model.id(element);
    const from = end(model, nodes, element, 'sourceRef');
    const to = end(model, nodes, element, 'targetRef');
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
  flow: ModdleElement,
  attribute: 'sourceRef' | 'targetRef',
): FlowNode | undefined {
  const referred = flow[attribute];
  const found = referred && nodes.get(referred);
  if (found !== undefined) return found;
  const side = attribute === 'sourceRef' ? 'outgoing' : 'incoming';
  const listing = [...nodes.values()].filter((node) => node.element[side]?.includes(flow));
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

type Way = readonly Flow[];

/** The ways from an activity through gateways to next activities; no gateway is passed twice on one way. */
function waysFrom(
  from: FlowNode,
  outgoing: ReadonlyMap<FlowNode, readonly Flow[]>,
): { ways: Way[]; complete: boolean } {
  const ways: Way[] = [];
  let steps = 0;
  const follow = (node: FlowNode, way: Way): boolean => {
    for (const flow of outgoing.get(node) ?? []) {
      if (++steps > maxWays * 16 || ways.length >= maxWays) return false;
      const longer = [...way, flow];
      if (flow.to.kind === 'Activity') ways.push(longer);
      else if (!way.some((passed) => passed.from === flow.to) && !follow(flow.to, longer)) return false;
    }
    return true;
  };
  return follow(from, []) ? { ways, complete: true } : { ways: waysThroughEachFlow(from, outgoing), complete: false };
}

/** One way for each flow reachable through gateways: the shortest to it and the shortest from it to an activity. */
function waysThroughEachFlow(from: FlowNode, outgoing: ReadonlyMap<FlowNode, readonly Flow[]>): Way[] {
  const shortest = new Map<FlowNode, Way>([[from, []]]);
  const flows: Flow[] = [];
  for (const [node, way] of shortest) {
    for (const flow of outgoing.get(node) ?? []) {
      flows.push(flow);
      if (flow.to.kind === 'Gateway' && !shortest.has(flow.to)) shortest.set(flow.to, [...way, flow]);
    }
  }
  const ways: Way[] = [];
  for (const flow of flows) {
    const exit = flow.to.kind === 'Activity' ? [] : wayOut(flow.to, outgoing);
    if (exit) ways.push([...(shortest.get(flow.from) ?? []), flow, ...exit]);
  }
  return ways;
}

function wayOut(gateway: FlowNode, outgoing: ReadonlyMap<FlowNode, readonly Flow[]>): Way | undefined {
  const shortest = new Map<FlowNode, Way>([[gateway, []]]);
  for (const [node, way] of shortest) {
    for (const flow of outgoing.get(node) ?? []) {
      if (flow.to.kind === 'Activity') return [...way, flow];
      if (!shortest.has(flow.to)) shortest.set(flow.to, [...way, flow]);
    }
  }
  return undefined;
}

/** Condition: the expression of each flow, else the name of a flow that leaves a gateway or stands alone; several are joined by and. */
function describeWay(way: Way): EdgeAttributes['HAS_NEXT'] {
  const passed = way.map((flow, index) => ({
    id: flow.id,
    from: flow.from,
    condition:
      plainText(flow.element.conditionExpression?.body) ??
      (index > 0 || way.length === 1 ? plainText(flow.element.name) : undefined),
    isDefault: flow.from.element.default === flow.element,
  }));
  const gateways = passed.slice(1);
  const deciding = gateways.find((step) => step.condition !== undefined || step.isDefault) ?? gateways[0];
  const condition = passed.flatMap((step) => step.condition ?? []).join(' and ');
  const conditions = Object.fromEntries(passed.flatMap(({ id, condition }) => (condition ? [[id, condition]] : [])));
  const isDefault = passed.some((step) => step.isDefault);
  return {
    flows: way.map((flow) => flow.id),
    ...(gateways.length > 0 && { via: gateways.map((step) => step.from.id) }),
    ...(deciding && { gateway: deciding.from.type }),
    ...(condition !== '' && { condition }),
    ...(condition !== '' && way.length > 1 && { conditions }),
    ...((gateways.length > 0 || condition !== '' || isDefault) && { default: isDefault }),
  };
}

function reportUnused(model: Model, flow: Flow): void {
  const ends =
    flow.from.kind === 'Gateway'
      ? 'begins at a gateway that no activity leads to'
      : 'ends at a gateway that leads to no activity';
  model.report(
    flow.element,
    'flow-without-activity',
    'info',
    `The sequence flow ${flow.id} ${ends}.`,
    'It joins no two activities and is part of no HAS_NEXT.',
  );
}

/** Joins throwing to catching link events of one name in one process or sub-process. */
function addLinks(model: Model, nodes: ReadonlyMap<ModdleElement, FlowNode>, patch: GraphPatch): void {
  const links = [...nodes.values()].filter((node) => eventKind(node.element) === 'link');
  const catching = links.filter((node) => node.type === 'intermediateCatchEvent');
  for (const thrown of links) {
    if (thrown.type !== 'intermediateThrowEvent' && thrown.type !== 'endEvent') continue;
    const targets = catching.filter((caught) => caught.container === thrown.container && isPair(thrown, caught));
    for (const target of targets) patch.edges.push(edge('HAS_NEXT', thrown, target, { flows: [] }));
    if (targets.length === 0) {
      model.report(
        thrown.element,
        'link-without-target',
        'warning',
        `The link event ${thrown.id} throws ${linkName(thrown.element) ?? 'a link without a name'}, which no event beside it catches.`,
        'The process ends there.',
      );
    }
  }
}

function isPair(thrown: FlowNode, caught: FlowNode): boolean {
  const name = linkName(thrown.element);
  if (name !== undefined && name === linkName(caught.element)) return true;
  const [from] = eventDefinitions(thrown.element);
  const [to] = eventDefinitions(caught.element);
  return from !== undefined && to !== undefined && (from.target === to || (to.source?.includes(from) ?? false));
}

/** Start events, and activities that nothing leads to; gateways that nothing leads to pass it on. */
function entries(
  nodes: ReadonlyMap<ModdleElement, FlowNode>,
  outgoing: ReadonlyMap<FlowNode, readonly Flow[]>,
  reached: ReadonlySet<FlowNode>,
): ReadonlySet<FlowNode> {
  const first = new Set<FlowNode>();
  for (const node of nodes.values()) {
    const { element, type } = node;
    const waits =
      type === 'boundaryEvent' ||
      element.triggeredByEvent === true ||
      element.isForCompensation === true ||
      eventKind(element) === 'link';
    if (type === 'startEvent' || !(reached.has(node) || waits)) first.add(node);
  }
  for (const node of first) {
    if (node.kind === 'Gateway') for (const flow of outgoing.get(node) ?? []) first.add(flow.to);
  }
  return first;
}
