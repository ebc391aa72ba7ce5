import { type FactLists, oneLine } from './fact-lists.ts';
import { below, type Tag } from './tags.ts';

const taskKinds = ['task', 'userTask', 'serviceTask'];
const otherTasks = ['sendTask', 'receiveTask', 'manualTask', 'scriptTask', 'businessRuleTask'];
const subProcesses = ['subProcess', 'transaction', 'adHocSubProcess'];
const intermediate = ['intermediateCatchEvent', 'intermediateThrowEvent'];
const containers = ['process', ...subProcesses];

/** Counts the processes of one file, by the definitions of the audit. */
export function countProcesses(root: Tag, lists: FactLists): void {
  const tags = [...below(root)];
  const participants = tags.filter(({ name }) => name === 'participant');
  const processes = tags.filter(({ name, parent }) => name === 'process' && parent?.name === 'definitions');
  const places = new Map<string, string>();
  for (const process of processes) {
    places.set(idOf(process), idOf(process));
    for (const tag of below(process))
      if (containers.includes(tag.parent?.name ?? '')) places.set(idOf(tag), `${idOf(process)}/${idOf(tag)}`);
  }
  for (const participant of participants) {
    const process = localName(participant.attributes.get('processRef'));
    const known = processes.some((candidate) => idOf(candidate) === process) ? process : undefined;
    places.set(idOf(participant), known ?? idOf(participant));
    lists.add(['participants'], idOf(participant), { process: known });
  }
  for (const process of processes) countProcess(process, places, participants, lists);
  for (const { name, attributes } of tags) {
    if (name !== 'messageFlow') continue;
    const end = (attribute: string) => places.get(localName(attributes.get(attribute)) ?? '');
    const facts = { name: oneLine(attributes.get('name')), from: end('sourceRef'), to: end('targetRef') };
    lists.add(['messageFlows'], attributes.get('id') ?? '', facts);
  }
}

function countProcess(
  process: Tag,
  places: ReadonlyMap<string, string>,
  participants: readonly Tag[],
  lists: FactLists,
): void {
  const pool = participants.find(({ attributes }) => localName(attributes.get('processRef')) === idOf(process));
  const name = oneLine(process.attributes.get('name')) ?? oneLine(pool?.attributes.get('name'));
  lists.add(['processes'], idOf(process), { name });
  const steps = [...below(process)].filter(({ parent }) => containers.includes(parent?.name ?? ''));
  let branching = pool !== undefined;
  const before = new Set<string>();
  const after = new Set<string>();
  let count = 0;
  for (const tag of steps) {
    const outer = tag.parent === process || tag.parent === undefined ? undefined : places.get(idOf(tag.parent));
    if (tag.name === 'sequenceFlow') {
      const flow = countFlow(tag, idOf(process), outer, steps, places, lists);
      if (before.has(flow.from) || after.has(flow.to)) branching = true;
      before.add(flow.from);
      after.add(flow.to);
      continue;
    }
    const rows = rowsOf(tag.name, outer !== undefined);
    if (rows.length === 0) continue;
    const id = `${idOf(process)}/${idOf(tag)}`;
    const facts = { type: tag.name, name: oneLine(tag.attributes.get('name')), parent: outer };
    if (rows.includes('gateways')) lists.add(rows, id, { ...facts, default: tag.attributes.get('default') });
    else
      lists.add(rows, id, {
        ...facts,
        ...eventFacts(tag, places),
        calledElement: oneLine(tag.attributes.get('calledElement')),
      });
    count++;
    branching ||=
      rows.includes('gateways') ||
      rows.includes('boundaryEvents') ||
      rows.includes('subProcesses') ||
      outer !== undefined;
  }
  if (!branching) lists.add(['linearProcesses'], idOf(process), { steps: count });
}

function countFlow(
  tag: Tag,
  process: string,
  parent: string | undefined,
  steps: readonly Tag[],
  places: ReadonlyMap<string, string>,
  lists: FactLists,
): { from: string; to: string } {
  const end = (attribute: string) => localName(tag.attributes.get(attribute)) ?? '';
  const isGateway = (id: string) => steps.some((step) => idOf(step) === id && /Gateway$/.test(step.name));
  const from = end('sourceRef');
  const to = end('targetRef');
  const expression = oneLine(tag.children.find(({ name }) => name === 'conditionExpression')?.text);
  // The name of a flow into a gateway says nothing about the choice that is made there.
  const name = isGateway(from) || !isGateway(to) ? oneLine(tag.attributes.get('name')) : undefined;
  lists.add(
    parent === undefined ? ['sequenceFlows'] : ['sequenceFlows', 'sequenceFlowsInSubProcess'],
    `${process}/${idOf(tag)}`,
    {
      from: places.get(from),
      to: places.get(to),
      parent,
      condition: expression ?? name,
    },
  );
  return { from, to };
}

function rowsOf(name: string, inside: boolean): string[] {
  const within = (row: string) => (inside ? [row, `${row}InSubProcess`] : [row]);
  if (taskKinds.includes(name)) return [...within('taskActivities'), name];
  if (otherTasks.includes(name)) return [...within('taskActivities'), 'otherTasks'];
  if (subProcesses.includes(name)) return ['subProcesses'];
  if (name === 'startEvent' || name === 'endEvent') return within(`${name}s`);
  if (intermediate.includes(name)) return ['intermediateEvents'];
  if (name === 'boundaryEvent') return ['boundaryEvents'];
  if (name === 'callActivity') return ['callActivities'];
  if (name === 'exclusiveGateway' || name === 'parallelGateway') return ['gateways', `${name}s`];
  return /Gateway$/.test(name) ? ['gateways', 'otherGateways'] : [];
}

function eventFacts(tag: Tag, places: ReadonlyMap<string, string>): Record<string, string | boolean | undefined> {
  if (!/Event$/.test(tag.name)) return {};
  const kinds = tag.children
    .filter(({ name }) => /EventDefinition$/.test(name))
    .map(({ name }) => name.replace(/EventDefinition$/, ''));
  const boundary = tag.name === 'boundaryEvent';
  const inner = tag.name === 'startEvent' && tag.parent?.attributes.get('triggeredByEvent') === 'true';
  const interrupting = tag.attributes.get(boundary ? 'cancelActivity' : 'isInterrupting') !== 'false';
  return {
    event: kinds.length > 1 ? 'multiple' : kinds[0],
    attachedTo: boundary ? places.get(localName(tag.attributes.get('attachedToRef')) ?? '') : undefined,
    interrupting: boundary || inner ? interrupting : undefined,
  };
}

function idOf(tag: Tag): string {
  return tag.attributes.get('id') ?? '';
}

function localName(reference: string | undefined): string | undefined {
  return reference?.slice(reference.indexOf(':') + 1).trim();
}
