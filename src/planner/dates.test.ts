import { describe, expect, it } from 'vitest';
import { findDates } from './dates.ts';

const today = '2026-06-01';
const valuesOf = (text: string) => findDates(text, today).map(({ value }) => value);

describe('dates in a text', () => {
  it.each([
    ['by 15 June 2026', ['2026-06-15']],
    ['on the 3rd of July 2026', ['2026-07-03']],
    ['on July 3, 2026', ['2026-07-03']],
    ['on 2026-12-31', ['2026-12-31']],
    ['on 31.12.2026', ['2026-12-31']],
    ['today', ['2026-06-01']],
    ['tomorrow', ['2026-06-02']],
    ['on 3 May', ['2026-05-03']],
    ['on 31 February 2026', []],
    ['order 4500000123, item 10', []],
  ])('%s', (text, values) => {
    expect(valuesOf(text)).toEqual(values);
  });

  it('share the year of a range and know its sides', () => {
    expect(findDates('from 1 March to 30 November 2027', today)).toMatchObject([
      { value: '2027-03-01', side: 'start' },
      { value: '2027-11-30', side: 'end' },
    ]);
    expect(findDates('valid through all of 2028', today)).toMatchObject([
      { value: '2028-01-01', side: 'start' },
      { value: '2028-12-31', side: 'end' },
    ]);
  });
});
