import type { Finding } from '../../base/index.ts';
import { type ApiCall, isBatch, type SingleCall } from '../call.ts';

/** Warns where an asterisk stands for the ETag: the write then wins over every change of others. */
export function etagFindings(call: ApiCall): Finding[] {
  const calls: readonly SingleCall[] = isBatch(call) ? call.calls : [call];
  return calls.flatMap((single, index): Finding[] => {
    if (single.etag !== '*') return [];
    return [
      {
        rule: 'etag-asterisk',
        severity: 'warning',
        path: isBatch(call) ? `/calls/${index}/etag` : '/etag',
        message: 'The etag * overwrites whatever others changed meanwhile; read the entity and pass its etag instead.',
      },
    ];
  });
}
