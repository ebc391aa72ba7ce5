import type { Fact } from './compare-facts.ts';
import type { GraphEdge } from './edge.ts';
import type { Graph } from './graph.ts';
import type { GraphNode } from './node.ts';

const taskKinds = [
  'task',
  'userTask',
  'serviceTask',
  'sendTask',
  'receiveTask',
  'manualTask',
  'scriptTask',
  'businessRuleTask',
];
const subProcessKinds = ['subProcess', 'transaction', 'adHocSubProcess'];

/** The classes of processes: their steps, gateways, flows, pools and bindings. */
export function processInventory(graph: Graph): [string, Fact[]][] {
  const processes = [...graph.nodes('Process')];
  const activities = [...graph.nodes('Activity')].map(activity);
  const gateways = [...graph.nodes('Gateway')].map(gateway);
  const flows = sequenceFlows(graph);
  const ofKinds = (kinds: readonly string[], inside = false) =>
    activities.filter(({ facts }) => kinds.includes(String(facts.type)) && (!inside || facts.parent !== undefined));
  const ofKind = (kind: string) => gateways.filter(({ facts }) => facts.type === kind);
  const bindings = invocations(graph);
  return [
    [
      'processes',
      processes
        .filter(({ attributes }) => !attributes.blackBox)
        .map(({ id, attributes }) => ({ id, facts: { name: attributes.name } })),
    ],
    ['linearProcesses', linear(graph, processes, activities, gateways, flows)],
    ['taskActivities', ofKinds(taskKinds)],
    ['task', ofKinds(['task'])],
    ['userTask', ofKinds(['userTask'])],
    ['serviceTask', ofKinds(['serviceTask'])],
    ['otherTasks', ofKinds(taskKinds.slice(3))],
    ['taskActivitiesInSubProcess', ofKinds(taskKinds, true)],
    ['startEvents', ofKinds(['startEvent'])],
    ['startEventsInSubProcess', ofKinds(['startEvent'], true)],
    ['endEvents', ofKinds(['endEvent'])],
    ['endEventsInSubProcess', ofKinds(['endEvent'], true)],
    ['intermediateEvents', ofKinds(['intermediateCatchEvent', 'intermediateThrowEvent'])],
    ['boundaryEvents', ofKinds(['boundaryEvent'])],
    ['callActivities', ofKinds(['callActivity'])],
    ['gateways', gateways],
    ['exclusiveGateways', ofKind('exclusiveGateway')],
    ['parallelGateways', ofKind('parallelGateway')],
    ['otherGateways', gateways.filter(({ facts }) => !/^(?:exclusive|parallel)Gateway$/.test(String(facts.type)))],
    ['subProcesses', ofKinds(subProcessKinds)],
    ['sequenceFlows', flows],
    ['sequenceFlowsInSubProcess', flows.filter(({ facts }) => facts.parent !== undefined)],
    [
      'messageFlows',
      [...graph.edges('SENDS_MESSAGE')].map(({ attributes, from, to }) => ({
        id: attributes.flow ?? '',
        facts: { name: attributes.name, from, to },
      })),
    ],
    [
      'participants',
      processes.flatMap(({ id, attributes }) =>
        (attributes.pools ?? []).map((pool) => ({
          id: pool,
          facts: { process: attributes.blackBox ? undefined : id },
        })),
      ),
    ],
    ['bindings', bindings],
    ...boundClasses(bindings),
  ];
}

function activity({ id, attributes }: GraphNode<'Activity'>): Fact {
  const { type, name, parent, event, attachedTo, interrupting, calledElement } = attributes;
  return { id, facts: { type, name, parent, event, attachedTo, interrupting, calledElement } };
}

function gateway({ id, attributes }: GraphNode<'Gateway'>): Fact {
  const { type, name, parent } = attributes;
  return { id, facts: { type, name, parent, default: attributes.default } };
}

/** Sequence flows as HAS_NEXT stands for them: ends and conditions are read off its gateways. */
function sequenceFlows(graph: Graph): Fact[] {
  const flows = new Map<string, Fact>();
  for (const { from, to, attributes } of graph.edges('HAS_NEXT')) {
    const process = from.slice(0, from.indexOf('/'));
    const stops = [from, ...(attributes.via ?? []), to];
    const parent = graph.node('Activity', from)?.attributes.parent;
    attributes.flows.forEach((flow, index) => {
      const alone = attributes.flows.length === 1 ? attributes.condition : undefined;
      const condition = attributes.conditions?.[flow] ?? alone;
      const facts = { from: stops[index], to: stops[index + 1], parent, condition };
      const id = `${process}/${flow}`;
      if (!flows.has(id)) flows.set(id, { id, facts });
    });
  }
  return [...flows.values()];
}

/** Processes without pools, gateways, sub-processes and boundary events in which each step has at most one before and one after it. */
function linear(
  graph: Graph,
  processes: readonly GraphNode<'Process'>[],
  activities: readonly Fact[],
  gateways: readonly Fact[],
  flows: readonly Fact[],
): Fact[] {
  const branching = new Set<string>();
  for (const { id } of gateways) branching.add(id.slice(0, id.indexOf('/')));
  for (const { id, facts } of activities) {
    if (facts.type === 'boundaryEvent' || facts.parent !== undefined || subProcessKinds.includes(String(facts.type)))
      branching.add(id.slice(0, id.indexOf('/')));
  }
  for (const end of ['from', 'to']) {
    const seen = new Set<unknown>();
    for (const { id, facts } of flows) {
      if (seen.has(facts[end])) branching.add(id.slice(0, id.indexOf('/')));
      seen.add(facts[end]);
    }
  }
  return processes
    .filter(({ id, attributes }) => !attributes.blackBox && attributes.pools === undefined && !branching.has(id))
    .map((process) => ({ id: process.id, facts: { steps: graph.out('HAS_ACTIVITY', process).length } }));
}

/** Bindings as INVOKES has them; the edge to the Operation of an action belongs to the edge to its EntitySet. */
function invocations(graph: Graph): Fact[] {
  const operations = new Map<string, GraphEdge<'INVOKES'>>();
  const sets: GraphEdge<'INVOKES'>[] = [];
  for (const edge of graph.edges('INVOKES')) {
    if (edge.toKind === 'Operation')
      operations.set(`${edge.from} ${edge.attributes.operation} ${serviceOf(edge.to)}`, edge);
    else sets.push(edge);
  }
  const facts = sets.map(({ from, to, attributes: { operation } }) => {
    const key = `${from} ${operation} ${serviceOf(to)}`;
    const action = operations.get(key);
    operations.delete(key);
    return {
      id: `${from} ${operation} ${to}`,
      facts: { action: action && graph.node('Operation', action.to)?.attributes.name },
    };
  });
  const alone = [...operations.values()].map(({ from, to, attributes: { operation } }) => ({
    id: `${from} ${operation} ${serviceOf(to)}`,
    facts: { action: graph.node('Operation', to)?.attributes.name },
  }));
  return [...facts, ...alone];
}

/** Distinct EntitySets and services among bindings, and sets that several processes use. */
export function boundClasses(bindings: readonly Fact[]): [string, Fact[]][] {
  const processes = new Map<string, Set<string>>();
  const services = new Set<string>();
  for (const { id } of bindings) {
    const target = id.slice(id.lastIndexOf(' ') + 1);
    services.add(serviceOf(target));
    if (!target.includes('/')) continue;
    const users = processes.get(target) ?? new Set();
    processes.set(target, users.add(id.slice(0, id.indexOf('/'))));
  }
  const several = [...processes].filter(([, users]) => users.size > 1);
  const named = (ids: Iterable<string>) => [...ids].map((id) => ({ id, facts: {} }));
  return [
    ['boundEntitySets', named(processes.keys())],
    ['boundServices', named(services)],
    ['entitySetsInSeveralProcesses', several.map(([id, users]) => ({ id, facts: { processes: users.size } }))],
  ];
}

function serviceOf(id: string): string {
  return id.split(/[/#]/, 1)[0] ?? '';
}
