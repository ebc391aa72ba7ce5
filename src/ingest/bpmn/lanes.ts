import type { ModdleElement } from 'bpmn-moddle';
import { defined } from '../defined.ts';
import { type FlowNode, plainText } from './model.ts';

/** A lane as a Process node holds it. */
export interface Lane {
  readonly name?: string;
  /** Ids of activities and gateways, inner lanes included. */
  readonly activities: readonly string[];
}

/** The lanes of a process or sub-process, inner ones after the one around them; `innermost` gains the name of the lane closest to each flow node. */
export function readLanes(
  container: ModdleElement,
  nodes: ReadonlyMap<ModdleElement, FlowNode>,
  innermost: Map<FlowNode, string>,
): Lane[] {
  const lanes: Lane[] = [];
  const visit = (lane: ModdleElement): string[] => {
    const name = plainText(lane.name);
    const place = lanes.push({ activities: [] }) - 1;
    const own = (lane.flowNodeRef ?? []).flatMap((element) => nodes.get(element) ?? []);
    if (name !== undefined) for (const flowNode of own) innermost.set(flowNode, name);
    const inner = (lane.childLaneSet?.lanes ?? []).flatMap(visit);
    const activities = [...new Set([...own.map((flowNode) => flowNode.id), ...inner])];
    lanes[place] = defined<Lane>({ name, activities });
    return activities;
  };
  for (const laneSet of container.laneSets ?? []) for (const lane of laneSet.lanes ?? []) visit(lane);
  return lanes;
}
