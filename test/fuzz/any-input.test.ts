import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ApiCall, applyRepair, RULES, readCall, validate } from '../../src/api/index.ts';
import { sampleLandscape } from '../../src/api/sample-landscape.ts';

const graph = sampleLandscape();
const names = [
  ...[
    'Order',
    'Kind',
    'Supplier',
    'Currency',
    'Total',
    'Discount',
    'Days',
    'OrderedOn',
    'Urgent',
    'ExternalId',
    'Address',
    'Region',
  ],
  ...[
    'to_Items',
    'to_Supplier',
    'Item',
    'Material',
    'Quantity',
    'Id',
    'Title',
    'Colour',
    'Labels',
    'Comments',
    'Reason',
    '__proto__',
  ],
];

/** JSON values that often hit the names and forms of the sample landscape. */
const { value } = fc.letrec<{ value: unknown; record: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom(
      null,
      'NB',
      'standard',
      '',
      '2026-02-30',
      '/Date(0)/',
      'Red,Blue',
      '0b7c2f1e-53aa-4c7e-9a51-6f2d8e90c4b3',
      '12,5',
    ),
    fc.string(),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('record'),
  ),
  record: fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), tie('value'), { maxKeys: 8 }),
}));
const record = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value, { maxKeys: 8 });
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const call = fc.record({
  service: fc.constantFrom('ORDER_SRV', 'TICKET_SRV', 'X'),
  entitySet: optional(fc.constantFrom('Orders', 'OrderItems', 'Tickets', 'Reports', 'Settings', 'Nope')),
  operation: fc.oneof(
    fc.constantFrom(
      'create',
      'read',
      'update',
      'delete',
      'action:Release',
      'action:Close',
      'action:CloseYear',
      'GET /x',
    ),
    fc.string(),
  ),
  key: optional(record),
  payload: optional(record),
  parameters: optional(record),
  query: optional(
    fc.record({
      filter: optional(
        fc.array(
          fc.record({
            property: fc.constantFrom(...names, 'Address/City', 'a/b'),
            op: fc.constantFrom('eq', 'in', 'gt', 'contains'),
            value,
          }),
          {
            maxLength: 3,
          },
        ),
      ),
      select: optional(fc.array(fc.string(), { maxLength: 3 })),
      expand: optional(fc.array(fc.constantFrom('to_Items', 'to_Items/to_Order', 'x'), { maxLength: 3 })),
      orderby: optional(fc.array(fc.record({ property: fc.constantFrom(...names) }), { maxLength: 3 })),
    }),
  ),
  navigation: optional(fc.constantFrom('to_Items', 'Comments', 'nope')),
});

describe('any input', () => {
  it('is read as a call or refused with a sentence, never thrown', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }), (input) => {
        const read = readCall(input);
        expect('call' in read || read.findings.length > 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is judged without a throw, with findings of known rules and whole sentences, and repairs that can be applied', () => {
    const rules = new Set(RULES.map(({ name }) => name));
    fc.assert(
      fc.property(call, (input) => {
        const findings = validate(input as ApiCall, { graph });
        for (const { rule, message, repair } of findings) {
          expect(rules).toContain(rule);
          expect(message).toMatch(/[.?]$/);
          if (repair !== undefined) expect(applyRepair(input, repair), JSON.stringify(repair)).toBeDefined();
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('gives the same findings twice', () => {
    fc.assert(
      fc.property(call, (input) => {
        const first = validate(input as ApiCall, { graph });
        expect(validate(structuredClone(input) as ApiCall, { graph })).toEqual(first);
      }),
      { numRuns: 200 },
    );
  });

  it('of endless depth does not exhaust the stack', () => {
    let deep: Record<string, unknown> = { Kind: 'NB' };
    for (let depth = 0; depth < 100_000; depth++) deep = { to_Items: [{ to_Order: deep }], Kind: deep, Address: deep };
    const findings = validate(
      { service: 'ORDER_SRV', entitySet: 'Orders', operation: 'create', payload: deep },
      { graph },
    );
    expect(findings.length).toBeGreaterThan(0);
  });
});
