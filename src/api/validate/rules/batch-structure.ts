import type { Finding } from '../../../base/index.ts';
import { found, type Rule } from '../rule.ts';

/** The calls of a batch go to one service, their content ids are unique, and a reference names an earlier create. */
export const batchStructure: Rule = {
  name: 'batch-structure',
  batch({ path, batch }) {
    const findings: Finding[] = [];
    const service = batch.service ?? batch.calls[0]?.service;
    const seen = new Map<string, string>();
    batch.calls.forEach((call, index) => {
      const at = `${path}/calls/${index}`;
      if (call.service !== service) {
        const message = `A batch goes to one service; this call goes to ${call.service}, the batch to ${service}. Send it apart.`;
        findings.push(found(batchStructure.name, `${at}/service`, message));
      }
      if (batch.changeSet === true && call.operation === 'read') {
        const message = 'A change set holds only writes; send the read outside of it.';
        findings.push(found(batchStructure.name, `${at}/operation`, message));
      }
      if (call.reference !== undefined && seen.get(call.reference) !== 'create') {
        const known = [...seen.keys()];
        const message = `There is no earlier create with the contentId ${call.reference} in this batch; name one, or give the key.`;
        findings.push(found(batchStructure.name, `${at}/reference`, message, { allowed: known }));
      }
      if (call.contentId === undefined) return;
      if (seen.has(call.contentId)) {
        const message = `The contentId ${call.contentId} is used twice in this batch; give each call its own.`;
        findings.push(found(batchStructure.name, `${at}/contentId`, message));
      }
      seen.set(call.contentId, call.operation);
    });
    return findings;
  },
};
