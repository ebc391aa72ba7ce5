import type { MockProperty } from './model.ts';

/** A value as rows hold it: decimals and Int64 as text, dates as ISO text, all else as JSON. */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

/** A facet-carrying declaration: a property or a parameter. */
export type Declaration = Pick<MockProperty, 'type' | 'maxLength' | 'precision' | 'scale'>;

export type Version = 'V2' | 'V4';

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const integerRange: Record<string, [number, number]> = {
  'Edm.Byte': [0, 255],
  'Edm.SByte': [-128, 127],
  'Edm.Int16': [-32768, 32767],
  'Edm.Int32': [-2147483648, 2147483647],
};
const decimal = /^[+-]?\d+(\.\d+)?$/;
const duration = /^-?P(?=.)(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/;
const isoDate = /^-?\d{4,}-\d{2}-\d{2}$/;
const isoDateTime = /^-?\d{4,}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,12})?)?$/;
const isoOffset = /^-?\d{4,}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,12})?)?(Z|[+-]\d{2}:\d{2})$/i;
const timeOfDay = /^\d{2}:\d{2}(:\d{2}(\.\d{1,12})?)?$/;
const jsonDate = /^\/Date\((-?\d+)([+-]\d{4})?\)\/$/;

/** Says why a JSON value is none of the declared type, or undefined where it is one. */
export function objection(value: unknown, declared: Declaration, version: Version): string | undefined {
  const { type, maxLength } = declared;
  const text = typeof value === 'string' ? value : undefined;
  const range = integerRange[type];
  if (range) {
    if (typeof value !== 'number' || !Number.isInteger(value)) return `must be a whole number (${type})`;
    return value < range[0] || value > range[1] ? `is outside ${range[0]} to ${range[1]}` : undefined;
  }
  switch (type) {
    case 'Edm.String':
      if (text === undefined) return 'must be a text';
      return maxLength !== undefined && [...text].length > maxLength
        ? `is longer than ${maxLength} characters`
        : undefined;
    case 'Edm.Boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'Edm.Int64':
      if (version === 'V2' && text === undefined) return 'must be a whole number as text (Edm.Int64)';
      return /^[+-]?\d{1,19}$/.test(String(value)) ? undefined : 'must be a whole number (Edm.Int64)';
    case 'Edm.Decimal':
      if (version === 'V2' && text === undefined) return 'must be a decimal number as text (Edm.Decimal)';
      if (text === undefined && typeof value !== 'number') return 'must be a decimal number';
      return decimalObjection(String(value), declared);
    case 'Edm.Double':
    case 'Edm.Single':
      if (typeof value === 'number') return undefined;
      return text !== undefined && (Number.isFinite(Number(text)) || /^(-?INF|NaN)$/.test(text)) && text !== ''
        ? undefined
        : 'must be a number';
    case 'Edm.Guid':
      return text !== undefined && guid.test(text) ? undefined : 'must be a guid';
    case 'Edm.Binary':
    case 'Edm.Stream':
      return text !== undefined && /^[A-Za-z0-9+/_-]*={0,2}$/.test(text) ? undefined : 'must be base64 text';
    case 'Edm.Date':
      return text !== undefined && isoDate.test(text) && isCalendarDate(text)
        ? undefined
        : 'must be a date such as 2026-01-31';
    case 'Edm.TimeOfDay':
      return text !== undefined && timeOfDay.test(text) ? undefined : 'must be a time such as 13:45:00';
    case 'Edm.Time':
      return text !== undefined && isTimeOfDay(text) ? undefined : 'must be a time of day such as PT13H45M00S';
    case 'Edm.Duration':
      return text !== undefined && duration.test(text) ? undefined : 'must be a duration such as PT13H45M00S';
    case 'Edm.DateTime':
      if (text === undefined) return 'must be /Date(milliseconds)/';
      return jsonDate.test(text) || (isoDateTime.test(text) && isCalendarDate(text.slice(0, 10)))
        ? undefined
        : 'must be /Date(milliseconds)/';
    case 'Edm.DateTimeOffset':
      if (text === undefined) return 'must be a time stamp';
      if (version === 'V2' && jsonDate.test(text)) return undefined;
      return isoOffset.test(text) && isCalendarDate(text.slice(0, 10))
        ? undefined
        : 'must be a time stamp with zone such as 2026-01-31T13:45:00Z';
    default:
      return undefined;
  }
}

function decimalObjection(text: string, { precision, scale }: Declaration): string | undefined {
  if (!decimal.test(text)) return 'must be a decimal number';
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.');
  const digits = fraction.replace(/0+$/, '').length;
  const integers = whole.replace(/^0+/, '').length;
  const allowed = scale === 'variable' ? (precision ?? Number.POSITIVE_INFINITY) : (scale ?? 0);
  const fractionBound = scale === undefined && precision === undefined ? Number.POSITIVE_INFINITY : allowed;
  if (digits > fractionBound) return `has more than ${fractionBound} decimals`;
  if (precision === undefined) return undefined;
  const integerBound = scale === 'variable' ? precision - digits : precision - (scale ?? 0);
  return integers > integerBound ? `has more than ${integerBound} digits before the point` : undefined;
}

function isCalendarDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A JSON value of the declared type as rows hold it. Call only what `objection` has let pass. */
export function canonical(value: unknown, { type }: Declaration): Value {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((item) => canonical(item, { type }));
  switch (type) {
    case 'Edm.Decimal':
    case 'Edm.Int64':
      return String(value);
    case 'Edm.Guid':
      return String(value).toLowerCase();
    case 'Edm.DateTime':
    case 'Edm.DateTimeOffset': {
      const match = jsonDate.exec(String(value));
      const iso = match ? new Date(Number(match[1])).toISOString() : String(value);
      if (type === 'Edm.DateTime') return iso.replace(/Z$/, '').replace(/\.000$/, '');
      return iso.replace(/\.000Z$/, 'Z');
    }
    default:
      return value as Value;
  }
}

/** A row's value as the JSON of the protocol version writes it. */
export function render(value: Value, { type }: Declaration, version: Version): Value {
  if (value === null) return value;
  if (version === 'V4') {
    if (type !== 'Edm.Decimal') return value;
    // A number where it keeps every digit, else text, as IEEE754Compatible asks.
    return String(value).replace(/\D/g, '').length <= 15 ? Number(value) : value;
  }
  if (type === 'Edm.DateTime') return `/Date(${Date.parse(`${String(value)}Z`)})/`;
  if (type === 'Edm.DateTimeOffset') return `/Date(${Date.parse(String(value))}+0000)/`;
  return value;
}

/**
 * Reads a literal of a URL (OData V2 URI conventions; OData V4 ABNF) against the declared type.
 * Returns undefined where it is no literal of that type.
 */
export function readLiteral(literal: string, declared: Declaration, version: Version): Value | undefined {
  if (literal === 'null') return null;
  const { type } = declared;
  const inner = literalBody(literal, type, version);
  if (inner === undefined) return undefined;
  const value = jsonForm(inner, type, version);
  if (value === undefined || objection(value, { ...declared }, version) !== undefined) return undefined;
  return canonical(value, declared);
}

const v2Prefix: Record<string, string> = {
  'Edm.Guid': 'guid',
  'Edm.DateTime': 'datetime',
  'Edm.DateTimeOffset': 'datetimeoffset',
  'Edm.Time': 'time',
};

const v2Suffix: Record<string, RegExp> = {
  'Edm.Int64': /L$/i,
  'Edm.Decimal': /M$/i,
  'Edm.Double': /D$/i,
  'Edm.Single': /F$/i,
};

function literalBody(literal: string, type: string, version: Version): string | undefined {
  if (type === 'Edm.String') {
    const quoted = /^'((?:[^']|'')*)'$/.exec(literal);
    return quoted ? (quoted[1] ?? '').replaceAll("''", "'") : undefined;
  }
  if (version === 'V4') {
    const wrapped = /^(?:duration|binary|[A-Za-z_]\w*(?:\.\w+)+)'(.*)'$/.exec(literal);
    return wrapped ? wrapped[1] : literal;
  }
  if (type === 'Edm.Binary') return /^(?:X|binary)'([0-9a-f]*)'$/i.exec(literal)?.[1];
  const prefix = v2Prefix[type];
  if (prefix !== undefined) return new RegExp(`^${prefix}'(.*)'$`, 'i').exec(literal)?.[1];
  const suffix = v2Suffix[type];
  return suffix ? literal.replace(suffix, '') : literal;
}

function jsonForm(text: string, type: string, version: Version): unknown {
  if (type in integerRange) return /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
  if (type === 'Edm.Boolean')
    return {
      true: true,
      '1': version === 'V2' ? true : undefined,
      false: false,
      '0': version === 'V2' ? false : undefined,
    }[text];
  return text;
}

/** Compares two values of a type: numbers by size, guids without case, time stamps by instant, all-digit texts by number. */
export function compareValues(a: Value, b: Value, type: string): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (type === 'Edm.Decimal' || type === 'Edm.Int64' || typeof a === 'number' || typeof b === 'number')
    return Number(a) - Number(b);
  if (type === 'Edm.DateTime') return Date.parse(`${String(a)}Z`) - Date.parse(`${String(b)}Z`);
  if (type === 'Edm.DateTimeOffset') return Date.parse(String(a)) - Date.parse(String(b));
  const left = String(a);
  const right = String(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether two identifiers are the same by value: "10" is "00010". */
export function sameIdentifier(a: string, b: string): boolean {
  return a === b || (/^\d+$/.test(a) && /^\d+$/.test(b) && a.replace(/^0+(?=.)/, '') === b.replace(/^0+(?=.)/, ''));
}

/** Edm.Time of V2 is a time of day written as a duration: not negative, without days, shorter than one. */
function isTimeOfDay(text: string): boolean {
  const match = /^PT(?=\d)(?:(\d{1,5})H)?(?:(\d{1,7})M)?(?:(\d{1,9}(?:\.\d+)?)S)?$/.exec(text);
  if (match === null) return false;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) < 86_400;
}
