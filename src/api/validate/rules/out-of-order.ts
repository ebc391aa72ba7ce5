import type { SingleCall } from '../../call.ts';
import { type Invocation, ProcessIndex, type ProcessStep } from '../../spec/process-steps.ts';
import type { CaseState, CaseStep } from '../case-state.ts';
import { found, type Rule } from '../rule.ts';

/**
 * Within a case, a call comes after the process step before it. Where an EntitySet stands in several processes, one fitting place is
 * enough. A warning by default, an error or nothing where the landscape says so.
 */
export const outOfOrder: Rule = {
  name: 'out-of-order',
  call({ call, path, service, set, operation }, { catalog, caseState }) {
    if (call.caseId === undefined || caseState === undefined || service === undefined) return undefined;
    const { order = 'warn' } = service.attributes;
    if (order === 'off') return undefined;
    const index = ProcessIndex.of(catalog.graph);
    const steps = [
      ...(set === undefined ? [] : index.stepsInvoking('EntitySet', set.id)),
      ...(operation === undefined ? [] : index.stepsInvoking('Operation', operation.id)),
    ].filter(
      ({ process, invokes }) => inProcess(process, caseState) && invokes.some((invoked) => isCall(invoked, call)),
    );
    if (steps.length === 0) return undefined;
    const open = steps.map((step) => missingBefore(index, step, caseState));
    if (open.some((missing) => missing.length === 0)) return undefined;
    const missing = [...new Map(open.flat().map((step) => [step.activity, step])).values()];
    const said = missing
      .slice(0, 3)
      .map(
        (step) =>
          `"${step.name ?? step.activity}" (${step.invokes.map(({ operation: word, id }) => `${word} ${id}`).join(', ')})`,
      );
    const message = `In case ${call.caseId} the step before this call has not been done: ${said.join(' or ')}; do it first.`;
    return found(outOfOrder.name, `${path}/operation`, message, {
      severity: order === 'error' ? 'error' : 'warning',
      allowed: missing.flatMap((step) => step.invokes.map(({ operation: word, id }) => `${word} ${id}`)),
    });
  },
};

/** The steps right before that were not done; none where there are none, or where one of them was. */
function missingBefore(index: ProcessIndex, step: ProcessStep, { done }: CaseState): readonly ProcessStep[] {
  const before = index.neighbours(step.activity, 'before');
  const isDone = (earlier: ProcessStep): boolean =>
    earlier.invokes.some((invoked) => done.some((made) => isCall(invoked, made)));
  return before.some(isDone) || before.some(({ activity }) => activity === step.activity) ? [] : before;
}

function inProcess(process: string, { process: wanted }: CaseState): boolean {
  return wanted === undefined || wanted === process;
}

function isCall({ kind, id, operation }: Invocation, call: SingleCall | CaseStep): boolean {
  if (operation.toLowerCase() !== call.operation.toLowerCase()) return false;
  return kind === 'Operation' ? id.startsWith(call.service) : id === `${call.service}/${call.entitySet ?? ''}`;
}
