import { expect, it } from 'vitest';
import type { SingleCall } from '../call.ts';
import { sampleLandscape } from '../sample-landscape.ts';
import { Catalog } from '../spec/catalog.ts';
import { specify } from '../spec/specify.ts';
import { etagFindings } from './etag.ts';

const graph = sampleLandscape();
const service = Catalog.of(graph).service('TICKET_SRV');
const update: SingleCall = {
  service: 'TICKET_SRV',
  entitySet: 'Tickets',
  operation: 'update',
  key: { Id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
  payload: { Title: 'a' },
};

function rulesOf(call: SingleCall, inBatch = false): string[] {
  if (service === undefined) throw new Error('the sample has no TICKET_SRV');
  const whole = inBatch ? { operation: 'batch' as const, calls: [update, call] } : call;
  return etagFindings(whole, service).map(({ rule, severity, path }) => `${severity} ${rule} ${path}`);
}

it('warns of changes without the version of a read, only where entities have versions', () => {
  expect(rulesOf(update)).toEqual(['warning etag-missing /etag']);
  expect(rulesOf({ ...update, operation: 'delete' })).toEqual(['warning etag-missing /etag']);
  expect(rulesOf({ ...update, etag: 'W/"1"' })).toEqual([]);
  expect(rulesOf({ ...update, etag: '*' })).toEqual(['warning etag-asterisk /etag']);
  expect(rulesOf({ ...update, entitySet: 'TicketLogs' })).toEqual([]);
  expect(rulesOf({ ...update, operation: 'create' })).toEqual([]);
  const { payload: _, ...close } = { ...update, operation: 'action:Close', parameters: { Reason: 'done' } };
  expect(rulesOf(close)).toEqual(['warning etag-missing /etag']);
  const { key: __, ...closeAll } = { ...close, operation: 'action:CloseAll' };
  expect(rulesOf(closeAll)).toEqual([]);
  expect(rulesOf({ ...update, etag: '*' }, true)).toEqual([
    'warning etag-missing /calls/0/etag',
    'warning etag-asterisk /calls/1/etag',
  ]);
});

it('is told by the specification as what it is', () => {
  expect(specify(graph, 'TICKET_SRV/Tickets').text).toContain('changes take the etag of a read');
  expect(specify(graph, 'TICKET_SRV/TicketLogs').etag).toBeUndefined();
});
