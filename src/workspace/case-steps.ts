import type { CaseState } from '../api/index.ts';
import type { TraceRecord } from '../base/index.ts';

/** What was done for a case, as the trace tells: calls that a system confirmed. */
export function caseStateOf(records: readonly TraceRecord[]): CaseState {
  const done = records
    .filter((record) => record.kind === 'call' && record.outcome === 'done')
    .flatMap(({ service, entitySet, operation }) =>
      service === undefined || operation === undefined
        ? []
        : [{ service, operation, ...(entitySet === undefined ? {} : { entitySet }) }],
    );
  return { done };
}
