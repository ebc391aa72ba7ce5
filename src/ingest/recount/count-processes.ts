import { bindingFact } from './count-lists.ts';
import { type FactLists, oneLine } from './fact-lists.ts';
import { below, type Tag } from './tags.ts';

const taskKinds = ['task', 'userTask', 'serviceTask'];
const otherTasks = ['sendTask', 'receiveTask', 'manualTask', 'scriptTask', 'businessRuleTask'];
const subProcesses = ['subProcess', 'transaction', 'adHocSubProcess'];
const intermediate = ['intermediateCatchEvent', 'intermediateThrowEvent'];
const containers = ['process', ...subProcesses];

/** Counts the processes of one file (as tags), by the definitions of the audit. */
export function countProcesses(root: Tag, lists: FactLists): void {
  new Count(root, lists).run();
}

class Count {
  readonly #lists: FactLists;
  readonly #processes: readonly Tag[];
  readonly #participants: readonly Tag[];
  readonly #messageFlows: readonly Tag[];
  readonly #bindings: readonly Tag[];
  /** Ids in the graph by ids in the file: steps, pools, processes. */
  readonly #places = new Map<string, string>();
  /** Element names of the event definitions that stand beside the processes, by id. */
  readonly #definitions = new Map<string, string>();

  constructor(root: Tag, lists: FactLists) {
    this.#lists = lists;
    const tags = [...below(root)];
    const inside = (name: string, parent: string) =>
      tags.filter((tag) => tag.name === name && tag.parent?.name === parent);
    this.#processes = inside('process', 'definitions');
    this.#participants = inside('participant', 'collaboration');
    this.#messageFlows = inside('messageFlow', 'collaboration');
    this.#bindings = inside('binding', 'extensionElements').filter(
      (tag) => namespaceOf(tag) === 'urn:groundrail:bpmn:1',
    );
    for (const tag of tags) if (/EventDefinition$/.test(tag.name)) this.#definitions.set(idOf(tag), tag.name);
  }

  run(): void {
    for (const process of this.#processes) {
      this.#places.set(idOf(process), idOf(process));
      for (const tag of below(process)) {
        if (containers.includes(tag.parent?.name ?? '')) this.#places.set(idOf(tag), `${idOf(process)}/${idOf(tag)}`);
      }
    }
    for (const participant of this.#participants) {
      const process = localName(participant.attributes.get('processRef'));
      const known = this.#processes.some((candidate) => idOf(candidate) === process) ? process : undefined;
      this.#places.set(idOf(participant), known ?? idOf(participant));
      this.#lists.add(['participants'], idOf(participant), { process: known });
    }
    for (const process of this.#processes) this.#process(process);
    for (const flow of this.#messageFlows) {
      const facts = {
        name: oneLine(flow.attributes.get('name')),
        from: this.#end(flow, 'sourceRef'),
        to: this.#end(flow, 'targetRef'),
      };
      this.#lists.add(['messageFlows'], idOf(flow), facts);
    }
    for (const { attributes, parent } of this.#bindings) {
      const activity = parent?.parent && this.#places.get(idOf(parent.parent));
      const [service = '', entitySet, operation = ''] = ['service', 'entitySet', 'operation'].map((name) =>
        attributes.get(name),
      );
      if (activity !== undefined) this.#lists.of('bindings').push(bindingFact(activity, service, entitySet, operation));
    }
  }

  #process(process: Tag): void {
    const pool = this.#participants.find(({ attributes }) => localName(attributes.get('processRef')) === idOf(process));
    const name = oneLine(process.attributes.get('name')) ?? oneLine(pool?.attributes.get('name'));
    this.#lists.add(['processes'], idOf(process), { name });
    const steps = [...below(process)].filter(({ parent }) => containers.includes(parent?.name ?? ''));
    const gateways = new Set(steps.filter(({ name }) => /Gateway$/.test(name)).map(idOf));
    let branching = pool !== undefined;
    const sources = new Set<string>();
    const targets = new Set<string>();
    let count = 0;
    for (const tag of steps) {
      const outer = tag.parent === process ? undefined : tag.parent && this.#places.get(idOf(tag.parent));
      if (tag.name === 'sequenceFlow') {
        const from = localName(tag.attributes.get('sourceRef')) ?? '';
        const to = localName(tag.attributes.get('targetRef')) ?? '';
        this.#flow(tag, idOf(process), outer, gateways.has(from) || !gateways.has(to));
        branching ||= sources.has(from) || targets.has(to);
        sources.add(from);
        targets.add(to);
        continue;
      }
      const rows = rowsOf(tag.name, outer !== undefined);
      if (rows.length === 0) continue;
      this.#step(tag, `${idOf(process)}/${idOf(tag)}`, outer, rows);
      count++;
      branching ||=
        outer !== undefined || rows.some((row) => ['gateways', 'boundaryEvents', 'subProcesses'].includes(row));
    }
    if (!branching) this.#lists.add(['linearProcesses'], idOf(process), { steps: count });
  }

  #step(tag: Tag, id: string, parent: string | undefined, rows: readonly string[]): void {
    const { attributes } = tag;
    const facts = { type: tag.name, name: oneLine(attributes.get('name')), parent };
    if (rows.includes('gateways')) this.#lists.add(rows, id, { ...facts, default: attributes.get('default') });
    else
      this.#lists.add(rows, id, {
        ...facts,
        ...this.#event(tag),
        calledElement: oneLine(attributes.get('calledElement')),
      });
  }

  /** The name of a flow from a step into a gateway says nothing about the choice that is made there. */
  #flow(tag: Tag, process: string, parent: string | undefined, nameCounts: boolean): void {
    const expression = oneLine(tag.children.find(({ name }) => name === 'conditionExpression')?.text);
    const rows = parent === undefined ? ['sequenceFlows'] : ['sequenceFlows', 'sequenceFlowsInSubProcess'];
    this.#lists.add(rows, `${process}/${idOf(tag)}`, {
      from: this.#end(tag, 'sourceRef'),
      to: this.#end(tag, 'targetRef'),
      parent,
      condition: expression ?? (nameCounts ? oneLine(tag.attributes.get('name')) : undefined),
    });
  }

  #event(tag: Tag): Record<string, string | boolean | undefined> {
    if (!/Event$/.test(tag.name)) return {};
    const kinds = tag.children.flatMap(({ name, text }) => {
      const definition = name === 'eventDefinitionRef' ? this.#definitions.get(localName(text) ?? '') : name;
      return /^(\w+)EventDefinition$/.exec(definition ?? '')?.[1] ?? [];
    });
    const boundary = tag.name === 'boundaryEvent';
    const inner = tag.name === 'startEvent' && tag.parent?.attributes.get('triggeredByEvent') === 'true';
    const interrupting = tag.attributes.get(boundary ? 'cancelActivity' : 'isInterrupting') !== 'false';
    return {
      event: kinds.length > 1 ? 'multiple' : kinds[0],
      attachedTo: boundary ? this.#end(tag, 'attachedToRef') : undefined,
      interrupting: boundary || inner ? interrupting : undefined,
    };
  }

  #end(tag: Tag, attribute: string): string | undefined {
    return this.#places.get(localName(tag.attributes.get(attribute)) ?? '');
  }
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

/** The namespace that the nearest declaration gives the prefix of a tag. */
function namespaceOf(tag: Tag): string | undefined {
  const declaration = tag.prefix === '' ? 'xmlns' : `xmlns:${tag.prefix}`;
  for (let outer: Tag | undefined = tag; outer !== undefined; outer = outer.parent) {
    const namespace = outer.attributes.get(declaration);
    if (namespace !== undefined) return namespace;
  }
  return undefined;
}

function idOf(tag: Tag): string {
  return tag.attributes.get('id') ?? '';
}

function localName(reference: string | undefined): string | undefined {
  return reference?.slice(reference.indexOf(':') + 1).trim();
}
