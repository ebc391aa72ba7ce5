import { describe, expect, it } from 'vitest';
import { findMentions } from './mentions.ts';
import { canonical } from './words.ts';

const found = (text: string) =>
  findMentions(text, '2026-06-01').map(({ kind, value, unit, role }) => ({ kind, value, unit, role: role.join(' ') }));
const words = (text: string) => text.split(' ').map(canonical).join(' ');

describe('what a text names', () => {
  it('has the words before it as its role', () => {
    expect(found('for company code 1010 and cost centre 4711')).toEqual([
      { kind: 'id', value: '1010', unit: undefined, role: words('company code') },
      { kind: 'id', value: '4711', unit: undefined, role: words('cost center') },
    ]);
  });

  it('shares a role with what is joined to it', () => {
    expect(found('invite the suppliers 1000 and 2000').map(({ role }) => role.split(' ').at(-1))).toEqual([
      canonical('supplier'),
      canonical('supplier'),
    ]);
  });

  it.each([
    ['40 pieces of material TG12', 'quantity', '40', 'piece'],
    ['two boxes', 'quantity', '2', 'box'],
    ['1,200 kilograms', 'quantity', '1200', 'kilogram'],
    ['a bill of 800.00 US dollars', 'money', '800.00', 'USD'],
    ['over EUR 50,000', 'money', '50000', 'EUR'],
    ['at 12.50 per piece', 'price', '12.50', undefined],
    ['six bicycles TOUR-3', 'quantity', '6', 'piece'],
    ['customer 1007 takes six bicycles TOUR-3', 'quantity', '6', 'piece'],
    ['named ‘x’ and "Primer for walls"', 'text', 'Primer for walls', undefined],
  ])('%s', (text, kind, value, unit) => {
    expect(found(text)).toContainEqual(expect.objectContaining({ kind, value, unit }));
  });

  it('takes no apostrophe for a quotation', () => {
    expect(found("the vendor's part number LX-88 isn't new").filter(({ kind }) => kind === 'text')).toEqual([]);
  });

  it('does not take organisational numbers for quantities', () => {
    expect(found('Extend it to plant 1010 as made in-house').map(({ kind }) => kind)).toEqual(['id']);
  });
});
