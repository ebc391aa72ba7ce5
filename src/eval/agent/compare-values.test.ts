import { describe, expect, it } from 'vitest';
import { sameScalar, withCodes } from './compare-values.ts';
import { filterValues } from './filter-values.ts';

describe('values are compared by value', () => {
  it.each([
    ['12.5', '12.50', true],
    ['40', 40, true],
    ['10', '00010', true],
    ['12345678901234567890', '12345678901234567891', false],
    ['1E5', '100000', false],
    ['0A', '0a', false],
    ['F3D2A1B0-0000-4000-8000-00000000000A', 'f3d2a1b0-0000-4000-8000-00000000000a', true],
    [true, 'true', false],
    ['2026-06-15', '/Date(1781481600000)/', true],
    ['2026-06-15', '2026-06-15T00:00:00', true],
    ['2026-06-15', '2026-06-15T08:00:00', false],
    ['2026-06-15', '2026-06-16', false],
    ['-0.50', '-.5', false],
    ['-0.50', '-0.5', true],
  ] as const)('%s and %s: %s', (expected, actual, same) => {
    expect(sameScalar(expected, actual)).toBe(same);
  });
});

describe('codes', () => {
  it('are laid over what must be given, item by item', () => {
    expect(withCodes({ A: 1, items: [{ B: 2 }] }, { C: 'x', items: [{ D: 'y' }, { D: 'z' }] })).toEqual({
      A: 1,
      C: 'x',
      items: [{ B: 2, D: 'y' }, { D: 'z' }],
    });
  });
});

describe('the values of a filter', () => {
  it('are those that it pins by equality', () => {
    const filter =
      "A eq 'it''s and' and (B eq 5M) and C gt 3 and D eq datetime'2026-01-01T00:00:00' and to_X/E eq true";
    expect(filterValues(filter)).toEqual({ A: "it's and", B: '5', D: '2026-01-01T00:00:00', E: true });
  });

  it('are none under or and not', () => {
    expect(filterValues("A eq '1' or B eq '2'")).toEqual({});
    expect(filterValues("not (A eq '1')")).toEqual({});
  });
});
