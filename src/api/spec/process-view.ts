import type { Graph } from '../../graph/index.ts';
import type { ProcessSpec } from './operation-spec.ts';
import { ProcessIndex, type ProcessStep } from './process-steps.ts';

/** Where an EntitySet or Operation stands in the processes: each activity behind it, with what comes right before and after. */
export function describeProcess(graph: Graph, kind: 'EntitySet' | 'Operation', id: string): ProcessSpec[] {
  const index = ProcessIndex.of(graph);
  return index.stepsInvoking(kind, id).flatMap((step) => {
    const processName = graph.node('Process', step.process)?.attributes.name;
    const operations = new Set(step.invokes.filter((invoked) => invoked.id === id).map(({ operation }) => operation));
    return [...operations].map((operation) => ({
      process: step.process,
      ...(processName !== undefined && { processName }),
      activity: step.activity,
      ...(step.name !== undefined && { name: step.name }),
      operation,
      before: index.neighbours(step.activity, 'before').flatMap(neighbour),
      after: index.neighbours(step.activity, 'after').flatMap(neighbour),
    }));
  });
}

/** An action stands for its EntitySet too; the set is named where there is one. */
function neighbour(step: ProcessStep): ProcessSpec['before'] {
  const sets = step.invokes.filter(({ kind }) => kind === 'EntitySet');
  return (sets.length > 0 ? sets : step.invokes).map(({ id, operation }) => ({
    activity: step.activity,
    ...(step.name !== undefined && { name: step.name }),
    id,
    operation,
  }));
}
