import type { Finding } from '../../base/index.ts';
import { type ApiCall, isBatch, readOperationWord, type SingleCall } from '../call.ts';
import type { CatalogService, CatalogSet } from '../spec/catalog.ts';
import { findOperation } from '../validate/walk-call.ts';

/** Updates, deletions and actions on one entity; functions only read. */
function changesEntity(call: SingleCall, service: CatalogService, set: CatalogSet | undefined): boolean {
  if (call.operation === 'update' || call.operation === 'delete') return true;
  const word = readOperationWord(call.operation);
  if (word?.kind !== 'action' || call.key === undefined) return false;
  const operation = findOperation(service, set, word.name, call);
  return operation?.on === 'entity' && operation.attributes.operationType === 'Action';
}

/**
 * Warns where an asterisk stands for the ETag: the write then wins over every change of others; and where there is none although the
 * metadata say that versions are checked, which only the system can judge (RFC 6585, 428).
 */
export function etagFindings(call: ApiCall, service: CatalogService): Finding[] {
  const calls: readonly SingleCall[] = isBatch(call) ? call.calls : [call];
  return calls.flatMap((single, index): Finding[] => {
    const path = isBatch(call) ? `/calls/${index}/etag` : '/etag';
    if (single.etag === '*') {
      const message =
        'The etag * overwrites whatever others changed meanwhile; read the entity and pass its etag instead.';
      return [{ rule: 'etag-asterisk', severity: 'warning', path, message }];
    }
    const set = single.entitySet === undefined ? undefined : service.entitySet(single.entitySet);
    if (!changesEntity(single, service, set) || single.etag !== undefined || set?.checksVersions !== true) return [];
    const message = `${set.name} has versions: without the etag of a read the system may refuse this (428), or overwrite what others changed.`;
    return [{ rule: 'etag-missing', severity: 'warning', path, message }];
  });
}
