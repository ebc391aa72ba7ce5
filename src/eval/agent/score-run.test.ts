import { describe, expect, it } from 'vitest';
import type { MockCall } from '../../mock/index.ts';
import { scoreRun } from './score-run.ts';
import type { SetShape, Shapes } from './set-shapes.ts';
import type { ExpectedCall } from './task.ts';

const sets: Record<string, SetShape> = {
  'ORD/Orders': { keys: ['Order'], navigation: new Map([['to_Item', 'Items']]) },
  'ORD/Items': { keys: ['Order', 'Item'], navigation: new Map([['to_Account', 'Accounts']]) },
  'ORD/Accounts': { keys: ['Order', 'Item', 'Account'], navigation: new Map() },
};
const shapes: Shapes = (service, entitySet) => sets[`${service}/${entitySet}`];

const order: ExpectedCall = {
  method: 'POST',
  service: 'ORD',
  entitySet: 'Orders',
  must: { Company: '1010', Date: null, to_Item: [{ Material: 'TG12', Quantity: 40 }] },
  codes: { Type: 'NB', to_Item: [{ Unit: 'PC' }] },
};
const release: ExpectedCall = {
  method: 'ACTION',
  service: 'ORD',
  entitySet: 'Orders',
  action: 'Release',
  must: { Order: null },
  codes: {},
};

let next = 0;

function call(parts: Partial<MockCall>): MockCall {
  next += 1;
  return {
    id: next,
    at: '2026-01-01T00:00:00Z',
    service: 'ORD',
    method: 'POST',
    url: '',
    status: 201,
    accepted: true,
    issues: [],
    ...parts,
  };
}

const item = { Material: 'TG12', Quantity: '40.000', Unit: 'PC' };
const header = { Company: '1010', Date: '/Date(0)/', Type: 'NB' };
const deep = () => call({ entitySet: 'Orders', payload: { ...header, to_Item: [item] }, created: { Order: '91' } });
const released = () => call({ operation: 'Release', entitySet: 'Orders', parameters: { Order: '91' }, status: 200 });

describe('the score of a run', () => {
  it('is whole where every call was accepted in order', () => {
    expect(scoreRun([order, release], [deep(), released()], shapes)).toEqual({
      completed: true,
      met: [true, true],
      calls: 2,
      invalidCalls: 0,
      inventedCodes: 0,
      wrongCodes: 0,
      invalidKeys: 0,
      otherWrites: 0,
    });
  });

  it('is partial where the order is wrong', () => {
    const [early, late] = [released(), deep()];
    const score = scoreRun([order, release], [early, late], shapes);
    expect(score.completed).toBe(false);
    expect(score.met.filter(Boolean)).toHaveLength(1);
    expect(score.otherWrites).toBe(1);
  });

  it('counts a wrong code of the list apart from an invented one', () => {
    const wrong = call({ entitySet: 'Orders', payload: { ...header, Type: 'UB', to_Item: [item] } });
    expect(scoreRun([order], [wrong], shapes)).toMatchObject({ completed: false, wrongCodes: 1, inventedCodes: 0 });
    const invented = call({
      entitySet: 'Orders',
      payload: { ...header, Type: 'XX', to_Item: [item] },
      status: 400,
      accepted: false,
      issues: [
        { kind: 'code', path: 'Type', message: 'Type is not one of NB' },
        { kind: 'key', path: 'Foo', message: 'There is no property Foo.' },
      ],
    });
    expect(scoreRun([order], [invented], shapes)).toMatchObject({
      completed: false,
      invalidCalls: 1,
      wrongCodes: 0,
      inventedCodes: 1,
      invalidKeys: 1,
    });
  });

  it('misses what has to be given and is not', () => {
    const bare = call({ entitySet: 'Orders', payload: { Company: '1010', Type: 'NB', to_Item: [item] } });
    expect(scoreRun([order], [bare], shapes).met).toEqual([false]);
    const empty = call({ entitySet: 'Orders', payload: { ...header, Date: null, to_Item: [item] } });
    expect(scoreRun([order], [empty], shapes).met).toEqual([false]);
  });

  it('wants as many items as expected, in any order', () => {
    const two: ExpectedCall = {
      ...order,
      must: { to_Item: [{ Material: 'A' }, { Material: 'B' }] },
      codes: { to_Item: [{}, { Unit: 'KG' }] },
    };
    const items = [{ Material: 'B', Unit: 'KG' }, { Material: 'A' }];
    const swapped = call({ entitySet: 'Orders', payload: { to_Item: items } });
    expect(scoreRun([two], [swapped], shapes).completed).toBe(true);
    const three = call({ entitySet: 'Orders', payload: { to_Item: [...items, { Material: 'C' }] } });
    expect(scoreRun([two], [three], shapes).completed).toBe(false);
  });

  it('takes separate creates for a deep insert, by key or through the navigation of the parent', () => {
    const parent = () => call({ entitySet: 'Orders', payload: header, created: { Order: '91' } });
    const byKey = call({ entitySet: 'Items', payload: { Order: '91', ...item }, created: { Order: '91', Item: '10' } });
    const first = parent();
    expect(scoreRun([order], [first, { ...byKey, id: first.id + 1 }], shapes).completed).toBe(true);
    const through = [
      parent(),
      call({
        entitySet: 'Items',
        payload: item,
        created: { Order: '91', Item: '10' },
        parent: { entitySet: 'Orders', navigation: 'to_Item', key: { Order: '91' } },
      }),
    ];
    expect(scoreRun([order], through, shapes).completed).toBe(true);
    const elsewhere = [
      parent(),
      call({ entitySet: 'Items', payload: { Order: '92', ...item }, created: { Order: '92', Item: '10' } }),
    ];
    expect(scoreRun([order], elsewhere, shapes).completed).toBe(false);
  });

  it('takes a deep insert for separate creates, the key of the parent counts as given', () => {
    const separate: ExpectedCall[] = [
      { ...order, must: { Company: '1010' }, codes: {} },
      { method: 'POST', service: 'ORD', entitySet: 'Items', must: { Order: null, Material: 'TG12' }, codes: {} },
    ];
    const inOne = call({ entitySet: 'Orders', payload: { ...header, to_Item: [item] } });
    expect(scoreRun(separate, [inOne], shapes).completed).toBe(true);
  });

  it('follows deep inserts of deep inserts', () => {
    const accounted: ExpectedCall = {
      ...order,
      must: { to_Item: [{ Material: 'TG12', to_Account: [{ CostCenter: '77' }] }] },
      codes: {},
    };
    const given = { to_Item: [{ Material: 'TG12', to_Account: [{ CostCenter: '0077' }] }] };
    expect(scoreRun([accounted], [call({ entitySet: 'Orders', payload: given })], shapes).completed).toBe(true);
  });

  it('counts the later steps of a draft as part of the create', () => {
    const steps = [
      call({ entitySet: 'Orders', payload: { Company: '1010', to_Item: [item] }, created: { Order: '91' } }),
      call({
        method: 'PATCH',
        entitySet: 'Orders',
        key: { Order: '91' },
        payload: { Date: '2026-01-01', Type: 'NB' },
        status: 204,
      }),
      call({ operation: 'OrdersActivation', parameters: { Order: '91' }, status: 200 }),
    ];
    expect(scoreRun([order], steps, shapes).completed).toBe(true);
  });

  it('is not whole where something else was written, or the same twice', () => {
    const [first, second] = [deep(), deep()];
    expect(scoreRun([order], [first, { ...second, created: { Order: '92' } }], shapes)).toMatchObject({
      completed: false,
      met: [true],
      otherWrites: 1,
    });
  });

  it('leaves reads between the calls free', () => {
    const read = call({ method: 'GET', entitySet: 'Orders', status: 200 });
    expect(scoreRun([order], [{ ...read, id: 0 }, deep()], shapes).completed).toBe(true);
  });

  it('takes PATCH and MERGE with the key in the path', () => {
    const change: ExpectedCall = {
      method: 'PATCH',
      service: 'ORD',
      entitySet: 'Orders',
      must: { Order: '4711' },
      codes: { Type: 'NB' },
    };
    for (const method of ['PATCH', 'MERGE']) {
      const made = call({
        method,
        entitySet: 'Orders',
        key: { Order: '0000004711' },
        payload: { Type: 'NB' },
        status: 204,
      });
      expect(scoreRun([change], [made], shapes).completed).toBe(true);
    }
  });

  describe('of a read', () => {
    const wanted: ExpectedCall = {
      method: 'GET',
      service: 'ORD',
      entitySet: 'Items',
      must: { Order: '91' },
      codes: { Unit: 'PC' },
    };
    const get = (parts: Partial<MockCall>) => call({ method: 'GET', status: 200, ...parts });

    it.each([
      ['a filter', get({ entitySet: 'Items', filter: "Order eq '91' and (Unit eq 'PC')" })],
      [
        'the navigation of the parent',
        get({
          entitySet: 'Items',
          filter: "Unit eq 'PC'",
          parent: { entitySet: 'Orders', navigation: 'to_Item', key: { Order: '91' } },
        }),
      ],
    ])('takes %s', (_, made) => {
      expect(scoreRun([wanted], [made], shapes).completed).toBe(true);
    });

    it('takes $expand for a second read, and a key for a filter', () => {
      const plain: ExpectedCall = { ...wanted, codes: {} };
      const made = get({ entitySet: 'Orders', key: { Order: '91' }, url: "Orders('91')?$expand=to_Item" });
      expect(scoreRun([plain], [made], shapes).completed).toBe(true);
    });

    it('does not take conditions under or', () => {
      const made = get({ entitySet: 'Items', filter: "Order eq '91' and (Unit eq 'PC' or Unit eq 'KG')" });
      expect(scoreRun([wanted], [made], shapes).completed).toBe(false);
    });

    it('does not take a refused one', () => {
      const refused = get({
        entitySet: 'Items',
        filter: "Order eq '91' and Unit eq 'PC'",
        status: 400,
        accepted: false,
      });
      expect(scoreRun([wanted], [refused], shapes).met).toEqual([false]);
    });
  });

  it('matches the parameters of actions, lists of objects included', () => {
    const bill: ExpectedCall = {
      method: 'ACTION',
      service: 'ORD',
      entitySet: 'Orders',
      action: 'Bill',
      must: { _Reference: [{ Document: '80', Type: 'F2' }] },
      codes: {},
    };
    const made = call({ operation: 'Bill', parameters: { _Reference: [{ Type: 'F2', Document: '80' }] }, status: 200 });
    expect(scoreRun([bill], [made], shapes).completed).toBe(true);
  });
});
