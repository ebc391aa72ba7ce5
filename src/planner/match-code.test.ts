import { describe, expect, it } from 'vitest';
import { matchCode } from './match-code.ts';
import { nameWords, textWords } from './words.ts';

const terms = [
  { code: '0002', text: '3 % discount within 14 days, net 30' },
  { code: 'NT30', text: 'Net within 30 days' },
  { code: 'NT45', text: 'Net within 45 days' },
];
const priorities = [
  { code: '1', text: 'Very high' },
  { code: '2', text: 'High' },
  { code: '4', text: 'Low' },
];
const kinds = [
  { code: 'NB', text: 'Standard purchase order' },
  { code: 'FO', text: 'Framework order with a validity period' },
];
const match = (codes: typeof terms, wording: string, property = '', lenient = false) =>
  matchCode(codes, textWords(wording), nameWords(property), textWords, lenient)?.code;

describe('the code that a wording means', () => {
  it.each([
    [terms, 'payable net within 45 days', '', 'NT45'],
    [terms, 'three percent discount within two weeks, otherwise net after thirty days', '', '0002'],
    [priorities, 'with very high priority', 'Priority', '1'],
    [priorities, 'with high priority', 'Priority', '2'],
    [kinds, 'set up a framework order, valid through 2027', '', 'FO'],
    [kinds, 'an ordinary purchase order', '', 'NB'],
  ])('%#: %s', (codes, wording, property, code) => {
    expect(match(codes, wording, property)).toBe(code);
  });

  it('is none where nothing speaks for it', () => {
    expect(match(terms, 'deliver to the red house')).toBeUndefined();
    expect(match([{ code: 'G', text: 'Group' }], 'for the big group of people')).toBeUndefined();
  });

  it('is the best one where one has to be chosen', () => {
    expect(
      match(
        [
          { code: 'QT', text: 'Offer to a customer' },
          { code: 'AV', text: 'Offer that leads to a contract' },
        ],
        'prepare an offer',
        '',
        true,
      ),
    ).toBe('QT');
  });
});
