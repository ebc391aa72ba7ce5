import { CallProblem } from './call-problem.ts';
import { readEdmValue } from './edm-value.ts';
import type { Dialect } from './shape.ts';

/** How numbers beyond the reach of a double are written in JSON: OData 4.01 JSON Format, `IEEE754Compatible`. */
export interface JsonDialect {
  readonly dialect: Dialect;
  /** Edm.Int64 and Edm.Decimal are strings; always so in V2 and V3. */
  readonly longNumbersAsStrings: boolean;
}

/**
 * A value in the JSON form of its declared primitive type: OData V2 "JSON Format" (`/Date(ms)/`, decimals as strings),
 * V3 verbose JSON (ISO 8601 dates), OData 4.01 JSON Format. Null stays null.
 */
export function jsonValue(value: unknown, type: string, json: JsonDialect, path: string): unknown {
  if (value === null || !type.startsWith('Edm.')) return value;
  const reading = readEdmValue(value, { type }, 'url');
  if ('problem' in reading) {
    throw new CallProblem('literal', path, `${path.slice(path.lastIndexOf('/') + 1)} ${reading.problem.message}.`);
  }
  const { text, epochMs } = reading.scalar;
  switch (type) {
    case 'Edm.Boolean':
      return text === 'true';
    case 'Edm.Byte':
    case 'Edm.SByte':
    case 'Edm.Int16':
    case 'Edm.Int32':
      return Number(text);
    case 'Edm.Double':
    case 'Edm.Single':
      return finite(text);
    case 'Edm.Int64':
    case 'Edm.Decimal':
      return json.longNumbersAsStrings ? text : finite(text);
    case 'Edm.DateTime':
      return json.dialect === 'v2' && epochMs !== undefined ? `/Date(${epochMs})/` : text;
    case 'Edm.DateTimeOffset':
      return json.dialect === 'v2' && epochMs !== undefined ? `/Date(${epochMs}+0000)/` : text;
    case 'Edm.Binary':
      return json.dialect === 'v4' ? Buffer.from(text, 'base64').toString('base64url') : text;
    default:
      return text;
  }
}

/** True where a double carries every digit of the number. */
export function fitsDouble(value: unknown): boolean {
  const reading = readEdmValue(value, { type: 'Edm.Decimal' }, 'url');
  if ('problem' in reading || typeof value === 'number') return true;
  const [, sign = '', whole = '', fraction = ''] = /^(-?)0*(\d*)\.?(\d*?)0*$/.exec(reading.scalar.text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  return (
    digits.length <= 15 ||
    plain(Number(reading.scalar.text)) ===
      `${sign}${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`
  );
}

/** A value of an answer in the canonical form of its type: `/Date(ms)/` becomes ISO 8601; what does not fit stays as it is. */
export function canonicalValue(value: unknown, type: string): unknown {
  if (typeof value !== 'string' || (type !== 'Edm.DateTime' && type !== 'Edm.DateTimeOffset')) return value;
  const reading = readEdmValue(value, { type }, 'url');
  return 'problem' in reading ? value : reading.scalar.text;
}

function finite(text: string): number | string {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function plain(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}
