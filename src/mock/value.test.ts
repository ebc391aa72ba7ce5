import { describe, expect, it } from 'vitest';
import { canonical, objection, readLiteral, render, sameIdentifier, type Version } from './value.ts';

describe('JSON values by Edm type', () => {
  const accepted: [unknown, string, Version, object?][] = [
    ['12.50', 'Edm.Decimal', 'V2', { precision: 9, scale: 2 }],
    [12.5, 'Edm.Decimal', 'V4', { precision: 9, scale: 2 }],
    ['1.500', 'Edm.Decimal', 'V2', { precision: 3, scale: 1 }],
    ['/Date(1767225600000)/', 'Edm.DateTime', 'V2'],
    ['2026-02-28', 'Edm.Date', 'V4'],
    ['PT13H45M', 'Edm.Time', 'V2'],
    ['2026-01-31T13:45:00+01:00', 'Edm.DateTimeOffset', 'V4'],
    ['9007199254740993', 'Edm.Int64', 'V2'],
    [255, 'Edm.Byte', 'V4'],
  ];
  it.each(accepted)('accepts %j as %s in %s', (value, type, version, facets) => {
    expect(objection(value, { type, ...facets }, version)).toBeUndefined();
  });

  const refused: [unknown, string, Version, object?][] = [
    [12.5, 'Edm.Decimal', 'V2'],
    ['1.234', 'Edm.Decimal', 'V2', { precision: 9, scale: 2 }],
    ['12345678.00', 'Edm.Decimal', 'V2', { precision: 9, scale: 2 }],
    ['2026-02-30', 'Edm.Date', 'V4'],
    ['31.01.2026', 'Edm.Date', 'V4'],
    ['2026-01-31T13:45:00', 'Edm.DateTimeOffset', 'V4'],
    [256, 'Edm.Byte', 'V4'],
    ['7', 'Edm.Int32', 'V4'],
    ['true', 'Edm.Boolean', 'V4'],
    ['no-guid', 'Edm.Guid', 'V4'],
    ['four', 'Edm.String', 'V4', { maxLength: 3 }],
  ];
  it.each(refused)('refuses %j as %s in %s', (value, type, version, facets) => {
    expect(objection(value, { type, ...facets }, version)).toBeTypeOf('string');
  });

  it('counts characters, not code units', () => {
    expect(objection('💧💧', { type: 'Edm.String', maxLength: 2 }, 'V4')).toBeUndefined();
  });
});

describe('literals in URLs', () => {
  const literals: [string, string, Version, unknown][] = [
    ["'O''Neil'", 'Edm.String', 'V2', "O'Neil"],
    ["guid'0A1B2C3D-0000-0000-0000-000000000001'", 'Edm.Guid', 'V2', '0a1b2c3d-0000-0000-0000-000000000001'],
    ['0a1b2c3d-0000-0000-0000-000000000001', 'Edm.Guid', 'V4', '0a1b2c3d-0000-0000-0000-000000000001'],
    ["datetime'2026-01-31T00:00:00'", 'Edm.DateTime', 'V2', '2026-01-31T00:00:00'],
    ['12.50M', 'Edm.Decimal', 'V2', '12.50'],
    ['5L', 'Edm.Int64', 'V2', '5'],
    ['true', 'Edm.Boolean', 'V4', true],
  ];
  it.each(literals)('reads %s as %s in %s', (literal, type, version, value) => {
    expect(readLiteral(literal, { type }, version)).toBe(value);
  });

  it.each([
    ['0a1b2c3d-0000-0000-0000-000000000001', 'Edm.Guid', 'V2'],
    ["guid'0a1b2c3d-0000-0000-0000-000000000001'", 'Edm.Guid', 'V4'],
    ['4500', 'Edm.String', 'V2'],
    ["'5'", 'Edm.Int32', 'V4'],
  ] as [string, string, Version][])('knows that %s is no %s literal in %s', (literal, type, version) => {
    expect(readLiteral(literal, { type }, version)).toBeUndefined();
  });
});

describe('forms', () => {
  it('keeps one form inside and writes each version its own', () => {
    const inside = canonical('/Date(1767225600000)/', { type: 'Edm.DateTime' });
    expect(inside).toBe('2026-01-01T00:00:00');
    expect(render(inside, { type: 'Edm.DateTime' }, 'V2')).toBe('/Date(1767225600000)/');
    expect(render('12.50', { type: 'Edm.Decimal' }, 'V4')).toBe(12.5);
    expect(render('12.50', { type: 'Edm.Decimal' }, 'V2')).toBe('12.50');
  });

  it('compares identifiers of digits by value', () => {
    expect(sameIdentifier('10', '00010')).toBe(true);
    expect(sameIdentifier('A10', 'A010')).toBe(false);
  });
});
