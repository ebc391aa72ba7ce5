import type { ModdleElement } from 'bpmn-moddle';
import { type EdgeAttributes, edge, type GraphPatch } from '../../graph/index.ts';
import { eventDefinitions, eventKind, linkName } from './flow-nodes.ts';
import { type FlowNode, type Model, plainText } from './model.ts';
import { type Flow, usableFlows } from './usable-flows.ts';
import { maxWays, type Way, WayFinder } from './way-finder.ts';

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
  const finder = new WayFinder(outgoing);
  for (const from of nodes.values()) {
    if (from.kind !== 'Activity') continue;
    const { ways, complete } = finder.from(from);
    if (finder.exhausted) {
      const effect = `What follows ${from.id} and later steps is not known.`;
      model.report(
        from.element,
        'too-many-ways',
        'error',
        'Gateways multiply the ways through this file too often.',
        effect,
      );
      break;
    }
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
  if (!finder.exhausted) for (const flow of flows) if (!used.has(flow)) reportUnused(model, flow);
  addLinks(model, nodes, patch);
  return entries(nodes, outgoing, reached);
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
