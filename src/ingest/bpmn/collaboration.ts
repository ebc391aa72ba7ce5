import type { ModdleElement } from 'bpmn-moddle';
import {
  type EdgeAttributes,
  edge,
  type GraphPatch,
  type NodeRef,
  node,
  type ProcessAttributes,
} from '../../graph/index.ts';
import { defined } from '../defined.ts';
import { description, type FlowNode, type Model, plainText } from './model.ts';

/** The pools of a document: which process each stands for, and those that stand for none. */
export interface Pools {
  /** Pools by the process they stand for. */
  readonly ofProcess: ReadonlyMap<ModdleElement, readonly ModdleElement[]>;
  readonly blackBoxes: readonly ModdleElement[];
}

/** Reads the participants of all collaborations. */
export function collectPools(model: Model): Pools {
  const ofProcess = new Map<ModdleElement, ModdleElement[]>();
  const blackBoxes: ModdleElement[] = [];
  for (const participant of collaborations(model).flatMap((collaboration) => collaboration.participants ?? [])) {
    const process = participant.processRef;
    if (process?.$instanceOf('bpmn:Process')) {
      const pools = ofProcess.get(process);
      if (pools) pools.push(participant);
      else ofProcess.set(process, [participant]);
      continue;
    }
    blackBoxes.push(participant);
    const written = model.written(participant, 'processRef');
    if (written === undefined) continue;
    model.report(
      participant,
      'dangling-reference',
      'warning',
      `The pool ${model.id(participant)} stands for the process ${written}, which is not in this file.`,
      'It is kept as a pool without a process.',
    );
  }
  return { ofProcess, blackBoxes };
}

/** Adds pools without a process as Process nodes under their own id. */
export function addBlackBoxes(model: Model, pools: Pools, patch: GraphPatch): void {
  for (const participant of pools.blackBoxes) {
    const id = model.id(participant);
    const attributes = defined<ProcessAttributes>({
      name: plainText(participant.name),
      description: description(participant),
      file: model.path,
      blackBox: true,
      pools: [id],
    });
    patch.nodes.push(node('Process', id, attributes));
  }
}

/** Adds SENDS_MESSAGE for message flows; an end at a pool means its process. */
export function addMessageFlows(
  model: Model,
  nodes: ReadonlyMap<ModdleElement, FlowNode>,
  pools: Pools,
  patch: GraphPatch,
): void {
  const processOf = new Map<ModdleElement, NodeRef>();
  for (const [process, participants] of pools.ofProcess) {
    for (const participant of [process, ...participants])
      processOf.set(participant, { kind: 'Process', id: model.id(process) });
  }
  for (const pool of pools.blackBoxes) processOf.set(pool, { kind: 'Process', id: model.id(pool) });
  for (const flow of collaborations(model).flatMap((collaboration) => collaboration.messageFlows ?? [])) {
    const [from, to] = (['sourceRef', 'targetRef'] as const).map((attribute) => {
      const element = flow[attribute];
      const found = element && (nodes.get(element) ?? processOf.get(element));
      if (found === undefined) {
        const written = model.written(flow, attribute) ?? 'nothing';
        const verb = attribute === 'sourceRef' ? 'comes from' : 'leads to';
        model.report(
          flow,
          'dangling-reference',
          'warning',
          `The message flow ${model.id(flow)} ${verb} ${written}, which is no step and no pool of this file.`,
          'The flow is left out.',
        );
      }
      return found;
    });
    if (from === undefined || to === undefined) continue;
    const name = plainText(flow.name) ?? plainText(flow.messageRef?.name);
    patch.edges.push(
      edge('SENDS_MESSAGE', from, to, defined<EdgeAttributes['SENDS_MESSAGE']>({ name, flow: model.id(flow) })),
    );
  }
}

function collaborations(model: Model): readonly ModdleElement[] {
  return (model.root.rootElements ?? []).filter((element) => element.$type === 'bpmn:Collaboration');
}
