import { expect, it } from 'vitest';
import { sampleGraph } from '../../../test/execute/sample-service.ts';
import { Catalog } from './catalog.ts';
import { exampleAction } from './example-call.ts';

it('gives a parameter of an enumeration type its first member', () => {
  const graph = sampleGraph({
    version: '4.0',
    service: {
      declares: {
        schemas: ['NS'],
        containers: [],
        enumTypes: { 'NS.Colour': ['Red', 'Green'] },
        associations: {},
        associationSets: {},
      },
    },
    types: { Item: { keys: ['No'], properties: { No: 'Edm.String' } } },
    sets: { Items: { type: 'Item' } },
    operations: [
      {
        name: 'Paint',
        operationType: 'Action',
        boundTo: { type: 'Item' },
        parameters: [{ name: 'Colour', type: 'NS.Colour', nullable: false }],
      },
    ],
  });
  const service = Catalog.of(graph).service('SVC');
  const set = service?.entitySet('Items');
  const [paint] = service?.operations(set) ?? [];
  if (service === undefined || paint === undefined) throw new Error('the sample has no action');
  expect(exampleAction(service, paint, set).parameters).toEqual({ Colour: 'Red' });
});
