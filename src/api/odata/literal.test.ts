import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsDouble, jsonValue } from './json-value.ts';
import { encodeLiteral, urlLiteral } from './literal.ts';
import type { Dialect } from './shape.ts';

const at = (primitive: string, value: unknown, dialect: Dialect): string =>
  urlLiteral(value, { primitive }, dialect, 'key/X');
const guid = '0b7c2f1e-53aa-4c7e-9a51-6f2d8e90c4b3';

describe('literals in URLs', () => {
  it.each<[string, unknown, string, string]>([
    ['Edm.String', "O'Neill", "'O''Neill'", "'O''Neill'"],
    ['Edm.String', 500001, "'500001'", "'500001'"],
    ['Edm.Guid', guid, `guid'${guid}'`, guid],
    ['Edm.Int32', '3', '3', '3'],
    ['Edm.Int64', '9007199254740993', '9007199254740993L', '9007199254740993'],
    ['Edm.Decimal', '12.50', '12.50M', '12.50'],
    ['Edm.Decimal', 12.5, '12.5M', '12.5'],
    ['Edm.Double', 2, '2.0', '2'],
    ['Edm.Single', 1.5, '1.5f', '1.5'],
    ['Edm.Boolean', 'true', 'true', 'true'],
    ['Edm.Binary', '+/8=', "X'FBFF'", "binary'-_8'"],
    [
      'Edm.DateTimeOffset',
      '2026-03-01T10:00:00+02:00',
      "datetimeoffset'2026-03-01T10:00:00+02:00'",
      '2026-03-01T10:00:00+02:00',
    ],
  ])('%s %j', (type, value, v2, v4) => {
    expect(at(type, value, 'v2')).toBe(v2);
    expect(at(type, value, 'v4')).toBe(v4);
  });

  it('of types that only one version has', () => {
    expect(at('Edm.DateTime', '/Date(1772359200000)/', 'v2')).toBe("datetime'2026-03-01T10:00:00'");
    expect(at('Edm.DateTime', '2026-03-01', 'v2')).toBe("datetime'2026-03-01T00:00:00'");
    expect(at('Edm.Time', '10:30:45', 'v2')).toBe("time'PT10H30M45S'");
    expect(at('Edm.Date', '2026-03-01', 'v4')).toBe('2026-03-01');
    expect(at('Edm.TimeOfDay', '10:30:45', 'v4')).toBe('10:30:45');
    expect(at('Edm.Duration', 'PT8H', 'v4')).toBe("duration'PT8H'");
    expect(urlLiteral('Open', { primitive: 'NS.Status', isEnum: true }, 'v4', 'x')).toBe("NS.Status'Open'");
    expect(at('Edm.String', null, 'v2')).toBe('null');
  });

  it.each([
    ['Edm.Int32', 'abc'],
    ['Edm.Guid', 'abc'],
    ['Edm.DateTime', "x' or 1 eq 1"],
    ['Edm.Decimal', '1 or true'],
    ['Edm.Boolean', 'maybe'],
  ])('never let %s carry %j', (type, value) => {
    for (const dialect of ['v2', 'v4'] as const) expect(() => at(type, value, dialect)).toThrow('X');
  });

  it('of any text come back as they were, inside one path segment', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constantFrom<Dialect>('v2', 'v4'),
        (text, dialect) => {
          const encoded = encodeLiteral(at('Edm.String', text, dialect));
          expect(encoded).not.toMatch(/[/?#&+ %](?![0-9A-F]{2})/);
          const literal = decodeURIComponent(encoded);
          expect(literal).toMatch(/^'(?:[^']|'')*'$/u);
          expect(literal.slice(1, -1).replaceAll("''", "'")).toBe(text);
          expect(new URL(`https://erp.example/svc/Items(${encoded})`).pathname.split('/')).toHaveLength(3);
        },
      ),
    );
  });
});

describe('values in bodies', () => {
  const v2 = { dialect: 'v2', longNumbersAsStrings: true } as const;
  const v4 = { dialect: 'v4', longNumbersAsStrings: false } as const;

  it.each<[string, unknown, unknown, unknown]>([
    ['Edm.Decimal', 12.5, '12.5', 12.5],
    ['Edm.Int64', '12', '12', 12],
    ['Edm.Int32', 12, 12, 12],
    ['Edm.Double', 0.25, 0.25, 0.25],
    ['Edm.Double', 'INF', 'INF', 'INF'],
    ['Edm.DateTimeOffset', '2026-03-01T12:00:00+02:00', '/Date(1772359200000+0000)/', '2026-03-01T12:00:00+02:00'],
    ['Edm.Binary', '-_8', '+/8', '-_8'],
    ['NS.Status', 'Open', 'Open', 'Open'],
    ['Edm.String', null, null, null],
  ])('%s %j', (type, value, expectedV2, expectedV4) => {
    expect(jsonValue(value, type, v2, 'payload/X')).toEqual(expectedV2);
    expect(jsonValue(value, type, v4, 'payload/X')).toEqual(expectedV4);
  });

  it('of V2 dates do not depend on the time zone of the machine', () => {
    const zone = process.env.TZ;
    try {
      for (const tz of ['UTC', 'America/Los_Angeles', 'Asia/Kolkata']) {
        process.env.TZ = tz;
        expect(jsonValue('2026-03-29T02:30:00', 'Edm.DateTime', v2, 'x')).toBe('/Date(1774751400000)/');
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('of V4 stay numbers exactly as long as a double keeps all digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.nat({ max: 6 }), (whole, scale) => {
        const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0');
        const text = `${whole < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}${scale === 0 ? '' : `.${digits.slice(digits.length - scale)}`}`;
        if (!fitsDouble(text)) return;
        const written = JSON.stringify(Number(text));
        expect(toScaled(written, scale)).toBe(whole);
      }),
    );
    expect(fitsDouble('9007199254740993')).toBe(false);
    expect(fitsDouble('123456789012345.678')).toBe(false);
    expect(fitsDouble('0.000001')).toBe(true);
  });
});

function toScaled(text: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = (text.includes('e') ? Number(text).toFixed(scale) : text).split('.');
  const negative = whole.startsWith('-') ? -1n : 1n;
  return negative * BigInt(`${whole.replace('-', '')}${fraction.padEnd(scale, '0')}`);
}
