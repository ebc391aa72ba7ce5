import { describe, expect, it } from 'vitest';
import type { Specification } from '../../web/src/api/answers.ts';
import { callOf, choicesOf, rowsOf, textsOf, withoutRow } from '../../web/src/entity-set/form-model.ts';

const property = (name: string, type: string, more: object = {}) => ({
  name,
  type,
  label: name,
  nullable: true,
  required: false,
  creatable: true,
  updatable: true,
  ...more,
});

const spec: Specification = {
  id: 'S/Set',
  service: 'S',
  entitySet: 'Set',
  kind: 'EntitySet',
  protocol: 'odata 4.0',
  label: 'Thing',
  keys: ['Id'],
  operations: ['create', 'read', 'update', 'delete'],
  properties: [
    property('Id', 'Edm.String', { creatable: false, updatable: false }),
    property('Count', 'Edm.Int32'),
    property('Amount', 'Edm.Decimal', { required: true }),
    property('Open', 'Edm.Boolean', { updatable: false }),
    property('Tags', 'Edm.String', { collection: true }),
    property('Address', 'S.Address', { members: [property('City', 'Edm.String'), property('Floor', 'Edm.Byte')] }),
  ],
  navigation: [{ name: 'Items', to: 'S#Item', entitySet: 'Items', cardinality: '*', deepInsert: true }],
  actions: [{ id: 'S#Close', name: 'Close', label: 'Close it', operationType: 'Action', on: 'entity', parameters: [] }],
  required: ['Amount'],
  examples: [],
  process: [],
  text: '',
  tokens: { count: 0, tokenizer: '' },
};

const choice = (operation: string) => {
  const found = choicesOf(spec).find((one) => one.operation === operation);
  if (found === undefined) throw new Error(`no ${operation}`);
  return found;
};

describe('the form of a specification', () => {
  it('offers what is possible, with the fields that each may write', () => {
    expect(choicesOf(spec).map(({ operation }) => operation)).toEqual([
      'create',
      'update',
      'delete',
      'action:Close',
      'read',
    ]);
    const names = (operation: string) =>
      choice(operation).sections.map(({ pointer, fields }) => [pointer, fields.map(({ name }) => name)]);
    expect(names('create')).toEqual([['/payload', ['Amount', 'Count', 'Open', 'Tags', 'Address']]]);
    expect(names('update')).toEqual([
      ['/key', ['Id']],
      ['/payload', ['Count', 'Amount', 'Tags', 'Address']],
    ]);
    expect(names('action:Close')).toEqual([
      ['/key', ['Id']],
      ['/parameters', []],
    ]);
  });

  it('becomes a call whose values have the types of the properties, without what is empty', () => {
    const texts = {
      '/payload/Count': ' 7 ',
      '/payload/Amount': '12.40',
      '/payload/Open': 'false',
      '/payload/Tags': 'a\nb',
      '/payload/Address/City': 'Ghent',
      '/payload/Address/Floor': '3',
      '/payload/Items/0/Name': 'x',
      '/payload/Items/1/Name': 'y',
      '/payload/Id': '',
      '/key/Id': 'not of a create',
    };
    expect(callOf(spec, choice('create'), texts)).toEqual({
      service: 'S',
      entitySet: 'Set',
      operation: 'create',
      payload: {
        Count: 7,
        Amount: '12.40',
        Open: false,
        Tags: ['a', 'b'],
        Address: { City: 'Ghent', Floor: 3 },
        Items: [{ Name: 'x' }, { Name: 'y' }],
      },
    });
    const wrong = callOf(spec, choice('create'), { '/payload/Count': 'many', '/payload/Open': 'perhaps' });
    expect(wrong).toMatchObject({ payload: { Count: 'many', Open: 'perhaps' } });
    expect(callOf(spec, choice('delete'), { '/key/Id': '1' })).toEqual({
      service: 'S',
      entitySet: 'Set',
      operation: 'delete',
      key: { Id: '1' },
    });
  });

  it('is filled from a call, and loses a row without losing the others', () => {
    const texts = textsOf({ payload: { Amount: 1, Items: [{ Name: 'a' }, { Name: 'b' }, { Name: 'c' }] } });
    expect(rowsOf(texts, '/payload/Items')).toBe(3);
    const fewer = withoutRow(texts, '/payload/Items', 1);
    expect(fewer).toEqual({ '/payload/Amount': '1', '/payload/Items/0/Name': 'a', '/payload/Items/1/Name': 'c' });
    expect(rowsOf(fewer, '/payload/Items')).toBe(2);
  });
});
