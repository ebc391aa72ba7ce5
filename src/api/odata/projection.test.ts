import { describe, expect, it } from 'vitest';
import { sampleGraph } from '../../../test/execute/sample-service.ts';
import { Catalog } from '../spec/catalog.ts';
import { projected } from './projection.ts';

const wide = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [
    `P${index}`,
    { type: 'Edm.String', ...(index % 2 === 0 && { label: `Label ${index}` }) },
  ]),
);
const graph = sampleGraph({
  version: '2.0',
  types: {
    Order: {
      keys: ['No'],
      properties: {
        ...wide,
        Amount: { type: 'Edm.Decimal', label: 'Amount', unit: 'P59' },
        Photo: 'Edm.Stream',
        No: 'Edm.String',
      },
      navigation: { Items: 'Item*', Others: 'Order*', Partner: 'Partner' },
    },
    Item: { keys: ['No', 'Pos'], properties: { No: 'Edm.String', Pos: 'Edm.String' } },
    Partner: { keys: ['Code'], properties: { Code: 'Edm.String' } },
  },
  sets: { Orders: { type: 'Order' }, Partners: { type: 'Partner' } },
});
const service = Catalog.of(graph).service('SVC');
if (service === undefined) throw new Error('no service');
const read = { service: 'SVC', entitySet: 'Orders', operation: 'read' };

describe('a projection from the specification', () => {
  it('reads wide types in part: keys, what is filtered by, labelled properties and their units', () => {
    const { select = [], expand } =
      projected(service, { ...read, query: { filter: [{ property: 'P57', op: 'eq', value: 'x' }] } }).query ?? {};
    expect(select.length).toBeLessThanOrEqual(31);
    expect(select).toEqual(expect.arrayContaining(['No', 'P57', 'P0', 'P2']));
    expect(select).not.toContain('Photo');
    expect(select).not.toContain('P1');
    expect(expand).toBeUndefined();
  });
  it('reads one entity with the children that are part of it', () => {
    expect(projected(service, { ...read, key: { No: '1' } }).query?.expand).toEqual(['Items']);
  });
  it('leaves alone what says itself what it wants, small types, and anything but reads', () => {
    const calls = [
      { ...read, query: { select: ['P1'] } },
      { ...read, key: { No: '1' }, query: { expand: ['Partner'] } },
      { ...read, entitySet: 'Partners' },
      { ...read, operation: 'update', key: { No: '1' }, payload: {} },
    ];
    for (const call of calls) expect(projected(service, call)).toBe(call);
  });
});
