import { GroundrailError } from '../../base/index.ts';
import { type Graph, type GraphNode, nearestNames } from '../../workspace/index.ts';

/** A process in a list; `bound` are its activities that call something. */
export interface ProcessSummary {
  id: string;
  name?: string;
  file?: string;
  activities: number;
  bound: number;
}

/** A step of a process and what it calls. */
export interface ActivityView {
  id: string;
  name?: string;
  /** The BPMN element. */
  type: string;
  event?: string;
  lane?: string;
  /** Id of the sub-process around it. */
  parent?: string;
  attachedTo?: string;
  entry?: boolean;
  invokes: { kind: string; id: string; operation: string }[];
}

/** A process with its steps, their order and the messages that it exchanges. */
export interface ProcessView {
  id: string;
  name?: string;
  description?: string;
  file?: string;
  activities: ActivityView[];
  flow: { from: string; to: string; condition?: string; default?: boolean; via?: string[] }[];
  /** Ends are processes or activities; `fromName` and `toName` are what people call them. */
  messages: { from: string; to: string; name?: string; fromName?: string; toName?: string }[];
}

/** Every process of a graph, in its order. */
export function listProcesses(graph: Graph): ProcessSummary[] {
  return [...graph.nodes('Process')].map(({ id, attributes }) => {
    const activities = activityIds(graph, id);
    const bound = activities.filter((activity) => graph.out('INVOKES', { kind: 'Activity', id: activity }).length > 0);
    return {
      id,
      ...(attributes.name !== undefined && { name: attributes.name }),
      ...(attributes.file !== undefined && { file: attributes.file }),
      activities: activities.length,
      bound: bound.length,
    };
  });
}

/** The view of a process; throws `target-unknown` where the graph has none of that id. */
export function viewProcess(graph: Graph, id: string): ProcessView {
  const process = graph.node('Process', id);
  if (process === undefined) {
    const nearest = nearestNames(
      id,
      [...graph.nodes('Process')].map((one) => one.id),
    );
    throw new GroundrailError('target-unknown', { target: `process ${id}`, nearest });
  }
  const { name, description, file } = process.attributes;
  const activities = activityIds(graph, id);
  const ends = [
    { kind: 'Process' as const, id },
    ...activities.map((activity) => ({ kind: 'Activity' as const, id: activity })),
  ];
  const messages = new Set(
    ends.flatMap((end) => [...graph.out('SENDS_MESSAGE', end), ...graph.in('SENDS_MESSAGE', end)]),
  );
  return {
    id,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(file !== undefined && { file }),
    activities: activities.flatMap((activity) => viewActivity(graph, activity)),
    flow: activities.flatMap((activity) =>
      graph.out('HAS_NEXT', { kind: 'Activity', id: activity }).map(({ from, to, attributes }) => ({
        from,
        to,
        ...(attributes.condition !== undefined && { condition: attributes.condition }),
        ...(attributes.default === true && { default: true }),
        ...(attributes.via !== undefined && attributes.via.length > 0 && { via: [...attributes.via] }),
      })),
    ),
    messages: [...messages].map(({ fromKind, from, toKind, to, attributes }) => {
      const [fromName, toName] = [graph.node(fromKind, from), graph.node(toKind, to)].map(nameOf);
      return {
        from,
        to,
        ...(attributes.name !== undefined && { name: attributes.name }),
        ...(fromName !== undefined && { fromName }),
        ...(toName !== undefined && { toName }),
      };
    }),
  };
}

function nameOf(node: GraphNode | undefined): string | undefined {
  return node !== undefined && 'name' in node.attributes ? node.attributes.name : undefined;
}

function viewActivity(graph: Graph, id: string): ActivityView[] {
  const activity = graph.node('Activity', id);
  if (activity === undefined) return [];
  const { name, type, event, lane, parent, attachedTo, entry } = activity.attributes;
  return [
    {
      id,
      ...(name !== undefined && { name }),
      type,
      ...(event !== undefined && { event }),
      ...(lane !== undefined && { lane }),
      ...(parent !== undefined && { parent }),
      ...(attachedTo !== undefined && { attachedTo }),
      ...(entry === true && { entry }),
      invokes: graph
        .out('INVOKES', { kind: 'Activity', id })
        .map((edge) => ({ kind: edge.toKind, id: edge.to, operation: edge.attributes.operation })),
    },
  ];
}

function activityIds(graph: Graph, process: string): string[] {
  return graph
    .out('HAS_ACTIVITY', { kind: 'Process', id: process })
    .flatMap(({ toKind, to }) => (toKind === 'Activity' ? [to] : []));
}
