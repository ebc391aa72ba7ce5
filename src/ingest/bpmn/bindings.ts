import type { ModdleElement } from 'bpmn-moddle';
import type { Finding } from '../../base/index.ts';
import { edge, type GraphPatch } from '../../graph/index.ts';
import type { Binding } from '../binding.ts';
import type { FlowNode, Model } from './model.ts';
import type { ScannedElement } from './scan-document.ts';

/** The bindings that stand in the file as extension elements of its activities. */
export function readBindings(
  model: Model,
  elements: readonly ScannedElement[],
  nodes: ReadonlyMap<ModdleElement, FlowNode>,
): Binding[] {
  const holders = new Map([...nodes.values()].map((flowNode) => [model.source(flowNode.element), flowNode]));
  const bindings: Binding[] = [];
  for (const element of elements) {
    if (!element.binding || element.name !== 'binding') continue;
    const holder = element.parent?.name === 'extensionElements' ? element.parent.parent : element.parent;
    const flowNode = holder && holders.get(holder);
    const binding = flowNode && toBinding(model.path, element, flowNode);
    if (binding) bindings.push(binding);
    else model.findings.push(unusable(model.path, element, flowNode));
  }
  return bindings;
}

/** INVOKES as the bindings have it; whether the service has such an element is known only to the whole landscape. */
export function addInvokes(bindings: readonly Binding[], patch: GraphPatch): void {
  for (const { process, activity, service, entitySet, operation } of bindings) {
    const from = { kind: 'Activity', id: `${process}/${activity}` } as const;
    const to =
      entitySet === undefined
        ? ({ kind: 'Operation', id: `${service}/${operation}` } as const)
        : ({ kind: 'EntitySet', id: `${service}/${entitySet}` } as const);
    patch.edges.push(edge('INVOKES', from, to, { operation }));
  }
}

function toBinding(path: string, element: ScannedElement, flowNode: FlowNode): Binding | undefined {
  const { attributes, line, column } = element;
  const service = attributes.get('service')?.trim();
  const operation = attributes.get('operation')?.trim();
  const entitySet = attributes.get('entitySet')?.trim();
  if (!service || !operation || flowNode.kind !== 'Activity') return undefined;
  const activity = flowNode.id.slice(flowNode.process.length + 1);
  return {
    process: flowNode.process,
    activity,
    service,
    ...(entitySet && { entitySet }),
    operation,
    path,
    line,
    column,
  };
}

function unusable(path: string, { line, column }: ScannedElement, flowNode: FlowNode | undefined): Finding {
  return {
    rule: 'binding-incomplete',
    severity: 'error',
    path,
    line,
    column,
    message:
      flowNode?.kind === 'Activity'
        ? `The binding of ${flowNode.id} needs the attributes service and operation.`
        : 'A binding stands in the extensionElements of an activity, not here.',
    effect: 'The binding is left out.',
  };
}
