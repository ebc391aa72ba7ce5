import { describe, expect, it } from 'vitest';
import {
  comparable,
  compileEdmCheck,
  type EdmFacets,
  type EdmPlace,
  exampleOf,
  readEdmValue,
  sameEdmValue,
} from './edm-value.ts';

function text(value: unknown, facets: EdmFacets, place: EdmPlace = 'body'): string {
  const reading = readEdmValue(value, facets, place);
  return 'scalar' in reading
    ? reading.scalar.text
    : `${reading.problem.kind}! ${JSON.stringify(reading.problem.repaired)}`;
}

describe('readEdmValue', () => {
  it.each<[unknown, EdmFacets, string]>([
    ['abc', { type: 'Edm.String', maxLength: 3 }, 'abc'],
    ['abcd', { type: 'Edm.String', maxLength: 3 }, 'length! undefined'],
    ['𝒜𝒷𝒸', { type: 'Edm.String', maxLength: 3 }, '𝒜𝒷𝒸'],
    [1010, { type: 'Edm.String' }, 'type! "1010"'],
    [{}, { type: 'Edm.String' }, 'type! undefined'],
    [true, { type: 'Edm.Boolean' }, 'true'],
    ['true', { type: 'Edm.Boolean' }, 'type! true'],
    ['maybe', { type: 'Edm.Boolean' }, 'type! undefined'],
    [255, { type: 'Edm.Byte' }, '255'],
    [256, { type: 'Edm.Byte' }, 'range! undefined'],
    [-129, { type: 'Edm.SByte' }, 'range! undefined'],
    [32_768, { type: 'Edm.Int16' }, 'range! undefined'],
    [2_147_483_647, { type: 'Edm.Int32' }, '2147483647'],
    [2_147_483_648, { type: 'Edm.Int32' }, 'range! undefined'],
    [1.5, { type: 'Edm.Int32' }, 'format! undefined'],
    ['3', { type: 'Edm.Int32' }, 'type! 3'],
    ['9223372036854775807', { type: 'Edm.Int64' }, '9223372036854775807'],
    ['9223372036854775808', { type: 'Edm.Int64' }, 'range! undefined'],
    [9_007_199_254_740_992, { type: 'Edm.Int64' }, 'range! undefined'],
    [5, { type: 'Edm.Int32', maximum: 4 }, 'range! undefined'],
    ['1234567890123.45', { type: 'Edm.Decimal', precision: 16, scale: 2 }, '1234567890123.45'],
    [12.5, { type: 'Edm.Decimal', precision: 9, scale: 2 }, '12.5'],
    ['12.50', { type: 'Edm.Decimal', precision: 9, scale: 2 }, '12.50'],
    ['12.500', { type: 'Edm.Decimal', precision: 9, scale: 2 }, '12.50'],
    [1.2345, { type: 'Edm.Decimal', precision: 9, scale: 2 }, 'range! undefined'],
    [12_345_678, { type: 'Edm.Decimal', precision: 9, scale: 2 }, 'range! undefined'],
    ['0.5', { type: 'Edm.Decimal', precision: 1, scale: 1 }, '0.5'],
    [0.5, { type: 'Edm.Decimal', precision: 5 }, 'range! undefined'],
    [0.5, { type: 'Edm.Decimal' }, '0.5'],
    [1e-7, { type: 'Edm.Decimal', scale: 'variable' }, '0.0000001'],
    [1e21, { type: 'Edm.Decimal' }, '1000000000000000000000'],
    ['12,5', { type: 'Edm.Decimal', precision: 9, scale: 2 }, 'format! "12.5"'],
    ['1,234.50', { type: 'Edm.Decimal', precision: 9, scale: 2 }, 'format! "1234.50"'],
    ['40 PC', { type: 'Edm.Int32' }, 'format! 40'],
    ['-0.0', { type: 'Edm.Decimal' }, '0.0'],
    [1.5, { type: 'Edm.Double' }, '1.5'],
    ['INF', { type: 'Edm.Double' }, 'INF'],
    [1e39, { type: 'Edm.Single' }, 'range! undefined'],
    ['0b7c2f1e-53aa-4c7e-9a51-6f2d8e90c4b3', { type: 'Edm.Guid' }, '0b7c2f1e-53aa-4c7e-9a51-6f2d8e90c4b3'],
    [
      "guid'0b7c2f1e-53aa-4c7e-9a51-6f2d8e90c4b3'",
      { type: 'Edm.Guid' },
      'format! "0b7c2f1e-53aa-4c7e-9a51-6f2d8e90c4b3"',
    ],
    [7, { type: 'Edm.Guid' }, 'type! undefined'],
    ['AQID', { type: 'Edm.Binary', maxLength: 3 }, 'AQID'],
    ['AQIDBA==', { type: 'Edm.Binary', maxLength: 3 }, 'length! undefined'],
    ['2026-02-28', { type: 'Edm.Date' }, '2026-02-28'],
    ['2026-02-30', { type: 'Edm.Date' }, 'format! undefined'],
    ['28.02.2026', { type: 'Edm.Date' }, 'format! "2026-02-28"'],
    ['2026-02-28T00:00:00', { type: 'Edm.Date' }, 'format! "2026-02-28"'],
    [20260228, { type: 'Edm.Date' }, 'type! undefined'],
    ['2026-03-01T10:00:00', { type: 'Edm.DateTime' }, '2026-03-01T10:00:00'],
    ['2026-12-31', { type: 'Edm.DateTime' }, '2026-12-31T00:00:00'],
    ['/Date(1772359200000)/', { type: 'Edm.DateTime' }, '2026-03-01T10:00:00'],
    ['/Date(1772359200500)/', { type: 'Edm.DateTime' }, '2026-03-01T10:00:00.5'],
    ['2026-03-01T10:00:00.5', { type: 'Edm.DateTime', precision: 0 }, 'range! "2026-03-01T10:00:00"'],
    ['2026-03-01T10:00:00+02:00', { type: 'Edm.DateTime' }, 'format! "2026-03-01T08:00:00"'],
    ["datetime'2026-03-01T10:00:00'", { type: 'Edm.DateTime' }, 'format! "2026-03-01T10:00:00"'],
    ['2026-03-01T10:00:00Z', { type: 'Edm.DateTimeOffset' }, '2026-03-01T10:00:00Z'],
    ['2026-03-01T10:00:00+02:00', { type: 'Edm.DateTimeOffset' }, '2026-03-01T10:00:00+02:00'],
    ['2026-03-01T10:00:00', { type: 'Edm.DateTimeOffset' }, 'format! "2026-03-01T10:00:00Z"'],
    ['/Date(1772359200000+0060)/', { type: 'Edm.DateTimeOffset' }, '2026-03-01T11:00:00+01:00'],
    ['10:30', { type: 'Edm.TimeOfDay' }, '10:30:00'],
    ['24:00:00', { type: 'Edm.TimeOfDay' }, 'format! undefined'],
    ['10:30:45', { type: 'Edm.Time' }, 'PT10H30M45S'],
    ['PT10H30M45S', { type: 'Edm.Time' }, 'PT10H30M45S'],
    ['PT25H', { type: 'Edm.Time' }, 'format! undefined'],
    ['P1DT2H', { type: 'Edm.Duration' }, 'P1DT2H'],
    ['P1Y', { type: 'Edm.Duration' }, 'format! undefined'],
    ['PT', { type: 'Edm.Duration' }, 'format! undefined'],
    ['x', { type: 'Edm.Stream' }, 'type! undefined'],
    [{ type: 'Point' }, { type: 'Edm.GeographyPoint' }, '{"type":"Point"}'],
  ])('reads %j as %j: %s', (value, facets, expected) => {
    expect(text(value, facets)).toBe(expected);
  });

  it('takes other JSON types in a URL, where every literal is text', () => {
    expect(text(500_001, { type: 'Edm.String', maxLength: 10 }, 'url')).toBe('500001');
    expect(text('3', { type: 'Edm.Int32' }, 'url')).toBe('3');
    expect(text('true', { type: 'Edm.Boolean' }, 'url')).toBe('true');
    expect(text('\ud800', { type: 'Edm.String' }, 'url')).toBe('format! undefined');
  });
});

describe('compileEdmCheck', () => {
  it('agrees with readEdmValue', () => {
    const check = compileEdmCheck({ type: 'Edm.String', maxLength: 3 }, 'body');
    expect(check('abc')).toBeUndefined();
    expect(check('𝒜𝒷𝒸')).toBeUndefined();
    expect(check('abcd')?.message).toContain('at most 3 characters, not 4');
  });
});

describe('sameEdmValue', () => {
  it.each<[unknown, unknown, string, boolean]>([
    ['12.5', 12.5, 'Edm.Decimal', true],
    ['12.5', '12.50', 'Edm.Decimal', true],
    ['120', '12', 'Edm.Decimal', false],
    ['10', '00010', 'Edm.String', true],
    ['0', '000', 'Edm.String', true],
    ['1A', '01A', 'Edm.String', false],
    ['0B7C2F1E-53AA-4C7E-9A51-6F2D8E90C4B3', '0b7c2f1e-53aa-4c7e-9a51-6f2d8e90c4b3', 'Edm.Guid', true],
    ['/Date(1772359200000)/', '2026-03-01T10:00:00', 'Edm.DateTime', true],
    ['2026-03-01T10:00:00Z', '2026-03-01T12:00:00+02:00', 'Edm.DateTimeOffset', true],
    [3, '3', 'Edm.Int32', true],
    ['PT60M', 'PT1H', 'Edm.Duration', true],
    ['10:30:00', 'PT10H30M', 'Edm.Time', true],
    [null, 'x', 'Edm.String', false],
  ])('%j and %j as %s: %s', (a, b, type, same) => {
    expect(sameEdmValue(a, b, type)).toBe(same);
  });
});

describe('exampleOf', () => {
  it('gives values that are read without a problem', () => {
    for (const type of [
      'String',
      'Boolean',
      'Guid',
      'Binary',
      'Byte',
      'SByte',
      'Int16',
      'Int32',
      'Int64',
      'Decimal',
      'Double',
      'Single',
    ]) {
      const facets = { type: `Edm.${type}`, maxLength: 1, precision: 1, scale: 0 };
      expect(readEdmValue(exampleOf(facets), facets, 'body')).toHaveProperty('scalar');
    }
    for (const type of ['Date', 'DateTime', 'DateTimeOffset', 'TimeOfDay', 'Time', 'Duration']) {
      const facets = { type: `Edm.${type}`, precision: 0 };
      expect(readEdmValue(exampleOf(facets), facets, 'body')).toHaveProperty('scalar');
    }
  });

  it('compares texts', () => {
    expect(comparable('00010', 'Edm.String')).toBe('10');
  });
});
