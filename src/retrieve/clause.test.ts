import { describe, expect, it } from 'vitest';
import { readSigns, splitClauses } from './clause.ts';

const signs = (query: string) => readSigns(query, splitClauses(query), 10);

describe('splitClauses', () => {
  it('splits at punctuation and at words that join steps', () => {
    expect(splitClauses('Goods came in, book them and then pay the bill until Friday.')).toEqual([
      'Goods came in',
      'book them',
      'pay the bill',
      'Friday',
    ]);
  });

  it('gives the request itself where nothing is left, and a bounded number of parts', () => {
    expect(splitClauses('and then until')).toEqual(['and then until']);
    expect(splitClauses('a pump, '.repeat(50))).toHaveLength(8);
    expect(splitClauses('version 1.5 costs 3,20 euro')).toHaveLength(1);
  });
});

describe('readSigns', () => {
  it('tells a situation with a goal from a question and from a list of steps', () => {
    const situation = signs('The conveyor has stopped. Take it to the point where it runs again.');
    expect(situation).toMatchObject({ reach: 1, question: 0, number: 0 });
    expect(situation.statement).toBeGreaterThan(0);
    expect(signs('Which items are in order 4500012345?')).toMatchObject({
      lookup: 1,
      question: 1,
      number: 1,
      reach: 0,
    });
    expect(signs('First find the lot, then check the stock, then raise a message').enumeration).toBe(1);
    expect(signs('Find the lot, check the stock and raise a message').imperatives).toBe(1);
  });

  it('stays between 0 and 1', () => {
    for (const query of ['', 'x', 'is it? '.repeat(40)]) {
      for (const value of Object.values(signs(query))) expect(value >= 0 && value <= 1).toBe(true);
    }
  });
});
