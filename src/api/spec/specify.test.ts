import { describe, expect, it } from 'vitest';
import type { ApiCall } from '../call.ts';
import { sampleLandscape } from '../sample-landscape.ts';
import { validate } from '../validate/validate.ts';
import { operationSpecSchema, type PropertySpec } from './operation-spec.ts';
import { specify } from './specify.ts';

const graph = sampleLandscape();

function property(id: string, name: string): PropertySpec | undefined {
  return specify(graph, id).properties.find((candidate) => candidate.name === name);
}

describe('specify', () => {
  it('keeps to its published schema, for every set and operation', () => {
    const ids = [...graph.nodes('EntitySet'), ...graph.nodes('Operation')].map(({ id }) => id);
    for (const id of ids) expect(() => operationSpecSchema.parse(specify(graph, id)), id).not.toThrow();
  });

  it('says what a create must and may carry', () => {
    const spec = specify(graph, 'ORDER_SRV/Orders');
    expect(spec.keys).toEqual(['Order']);
    expect(spec.required).toEqual(['Kind', 'Supplier']);
    expect(spec.operations).toEqual(['create', 'read', 'update']);
    expect(property('ORDER_SRV/Orders', 'Order')).toMatchObject({
      key: true,
      required: false,
      creatable: true,
      updatable: false,
    });
    expect(property('ORDER_SRV/Orders', 'Total')).toMatchObject({
      computed: true,
      creatable: false,
      updatable: false,
      unit: 'Currency',
    });
    expect(property('ORDER_SRV/Orders', 'Origin')).toMatchObject({
      immutable: true,
      creatable: true,
      updatable: false,
    });
    expect(property('ORDER_SRV/Orders', 'Urgent')).toMatchObject({ nullable: false, required: false });
    expect(property('ORDER_SRV/Orders', 'Address')?.members?.map(({ name, required }) => [name, required])).toEqual([
      ['Street', true],
      ['City', false],
    ]);
  });

  it('resolves value help: a file closes the list, an annotation leads to its EntitySet', () => {
    expect(property('ORDER_SRV/Orders', 'Kind')?.valueHelp).toMatchObject({
      fixed: true,
      count: 3,
      values: [{ code: 'NB' }, {}, {}],
    });
    expect(property('ORDER_SRV/Orders', 'Region')?.valueHelp).toMatchObject({
      fixed: false,
      count: 0,
      entitySet: 'Regions',
      dependsOn: ['Country'],
    });
  });

  it('describes navigation with what an item needs, and actions with their parameters', () => {
    const { navigation, actions } = specify(graph, 'ORDER_SRV/Orders');
    expect(navigation[0]).toEqual({
      name: 'to_Items',
      to: 'ORDER_SRV#ORDER.ItemType',
      entitySet: 'OrderItems',
      cardinality: '*',
      deepInsert: true,
      required: ['Material', 'Quantity'],
    });
    expect(
      actions.map(({ name, parameters }) => [
        name,
        parameters.map((parameter) => [parameter.name, parameter.required]),
      ]),
    ).toEqual([
      [
        'Release',
        [
          ['Order', true],
          ['Kind', false],
        ],
      ],
    ]);
    expect(specify(graph, 'TICKET_SRV/Tickets').navigation.map(({ name, deepInsert }) => [name, deepInsert])).toEqual([
      ['Comments', true],
      ['Parent', false],
    ]);
  });

  it('shows the place in the process, through activities that call nothing', () => {
    const steps = specify(graph, 'ORDER_SRV/Orders').process;
    expect(
      steps.map(({ operation, before, after }) => [operation, before.map(({ id }) => id), after.map(({ id }) => id)]),
    ).toEqual([
      ['create', ['TICKET_SRV/Tickets'], ['ORDER_SRV/Orders']],
      ['action:Release', ['ORDER_SRV/Orders'], ['TICKET_SRV/Tickets']],
    ]);
  });

  it('states the restrictions of queries', () => {
    expect(specify(graph, 'TICKET_SRV/Reports').filterRestrictions).toEqual({
      required: ['Year'],
      expressions: { Year: ['SingleValue'] },
    });
    expect(specify(graph, 'ORDER_SRV/Orders')).toMatchObject({
      filterRestrictions: { notFilterable: ['Note'] },
      sortRestrictions: { notSortable: ['Note'] },
      queryOptions: { search: false, top: true },
    });
  });

  it('gives examples that validate', () => {
    for (const kind of ['EntitySet', 'Operation'] as const) {
      for (const { id } of graph.nodes(kind)) {
        for (const call of specify(graph, id).examples)
          expect(validate(call as unknown as ApiCall, { graph }), id).toEqual([]);
      }
    }
  });

  it('finds operations by id and by name', () => {
    expect(specify(graph, { service: 'ORDER_SRV', operation: 'action:Release' }).id).toBe('ORDER_SRV/Release');
    const close = specify(graph, 'TICKET_SRV#Ticket.Close(Ticket.Ticket)');
    expect(close).toMatchObject({ kind: 'Operation', keys: ['Id'], required: ['Reason'] });
  });

  it('describes a type that is reached by navigation only', () => {
    const [comments] = specify(graph, 'TICKET_SRV/Tickets').navigation;
    expect(specify(graph, comments?.to ?? '')).toMatchObject({
      id: 'TICKET_SRV#Ticket.Comment',
      kind: 'EntityType',
      keys: ['No'],
      operations: [],
      properties: [{ name: 'No' }, { name: 'Text' }],
    });
  });

  it('names what is near where there is no such target', () => {
    expect(() => specify(graph, 'ORDER_SRV/Ordres')).toThrow('ORDER_SRV/Orders');
    expect(() => specify(graph, 'ODER_SRV/Orders')).toThrow('ORDER_SRV');
    expect(() => specify(graph, 'nonsense')).toThrow('groundrail search');
  });
});
