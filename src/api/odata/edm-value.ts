import { readNumber } from './edm-number.ts';
import { type EdmFacets, type EdmPlace, type EdmProblem, type EdmReading, problem, shown } from './edm-reading.ts';
import {
  durationSeconds,
  readDate,
  readDateTime,
  readDuration,
  readTimeOfDay,
  readV2Time,
  type Temporal,
} from './edm-temporal.ts';

export { type EdmFacets, type EdmPlace, type EdmProblem, type EdmReading, shown };

/** Reads a JSON value (not null) by its declared primitive type; never throws. Types that are not known pass unread. */
export function readEdmValue(value: unknown, facets: EdmFacets, place: EdmPlace): EdmReading {
  const { type } = facets;
  switch (type) {
    case 'Edm.String':
      return readString(value, facets, place);
    case 'Edm.Boolean':
      return readBoolean(value, place);
    case 'Edm.Guid':
      return readGuid(value);
    case 'Edm.Binary':
      return readBinary(value, facets);
    case 'Edm.Byte':
    case 'Edm.SByte':
    case 'Edm.Int16':
    case 'Edm.Int32':
    case 'Edm.Int64':
    case 'Edm.Decimal':
    case 'Edm.Double':
    case 'Edm.Single':
      return readNumber(value, facets, place);
    case 'Edm.Stream':
      return { problem: { kind: 'type', message: 'is a media stream, which cannot be sent as a JSON value' } };
  }
  const temporal = temporalTypes[type];
  if (temporal !== undefined) return readTemporal(value, facets, temporal);
  return { scalar: { text: typeof value === 'string' ? value : JSON.stringify(value) } };
}

/**
 * A check made once for a declared type: undefined where the value fits. Cheap on the good path, so that it can be applied
 * to every property of every call; null is not its business.
 */
export function compileEdmCheck(facets: EdmFacets, place: EdmPlace): (value: unknown) => EdmProblem | undefined {
  const slow = (value: unknown): EdmProblem | undefined => {
    const reading = readEdmValue(value, facets, place);
    return 'problem' in reading ? reading.problem : undefined;
  };
  const isFast = fastCheck(facets, place);
  return isFast === undefined ? slow : (value) => (isFast(value) ? undefined : slow(value));
}

/** True where two values mean the same for the type: 12.5 is 12.50, 10 is 00010 for an identifier of digits, a guid without case. */
export function sameEdmValue(a: unknown, b: unknown, type: string): boolean {
  if (a === b) return true;
  if (a === null || b === null || a === undefined || b === undefined) return false;
  return comparable(a, type) === comparable(b, type);
}

/** The text by which values of a type compare: equal texts mean equal values. */
export function comparable(value: unknown, type: string): string {
  if (typeof value === 'object' && value !== null) return '{}';
  const reading = readEdmValue(value, { type }, 'url');
  if ('problem' in reading) return typeof value === 'string' ? value : JSON.stringify(value);
  const { text, epochMs } = reading.scalar;
  switch (type) {
    case 'Edm.String':
      return /^0+\d/.test(text) && /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text;
    case 'Edm.Guid':
      return text.toLowerCase();
    case 'Edm.Decimal':
      return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
    case 'Edm.Double':
    case 'Edm.Single':
      return String(Number(text));
    case 'Edm.DateTime':
    case 'Edm.DateTimeOffset':
      return epochMs === undefined ? text : String(epochMs);
    case 'Edm.Time':
    case 'Edm.Duration':
      return String(durationSeconds(text));
    default:
      return text;
  }
}

/** A correct value of the type, as examples of specifications and error messages show it. */
export function exampleOf(facets: EdmFacets): unknown {
  switch (facets.type) {
    case 'Edm.Boolean':
      return true;
    case 'Edm.Guid':
      return '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
    case 'Edm.Binary':
      return 'AA==';
    case 'Edm.Byte':
    case 'Edm.SByte':
    case 'Edm.Int16':
    case 'Edm.Int32':
      return 1;
    case 'Edm.Int64':
      return '1';
    case 'Edm.Decimal':
      return facets.precision !== undefined && facets.precision === facets.scale ? '0.1' : '1';
    case 'Edm.Double':
    case 'Edm.Single':
      return 1.5;
    default:
      return temporalTypes[facets.type]?.example ?? 'A';
  }
}

interface TemporalType {
  read: (text: string) => Temporal | undefined;
  form: string;
  example: string;
  /** What the text with this offset is, where the type wants or forbids one. */
  offset?: 'required' | 'forbidden';
}

const temporalTypes: Readonly<Record<string, TemporalType>> = {
  'Edm.Date': { read: readDate, form: 'a day YYYY-MM-DD', example: '2026-06-15' },
  'Edm.DateTime': {
    read: readDateTime,
    form: 'a date and time YYYY-MM-DDThh:mm:ss without time zone, or a day YYYY-MM-DD',
    example: '2026-06-15T00:00:00',
    offset: 'forbidden',
  },
  'Edm.DateTimeOffset': {
    read: readDateTime,
    form: 'a date and time with time zone, YYYY-MM-DDThh:mm:ssZ',
    example: '2026-06-15T00:00:00Z',
    offset: 'required',
  },
  'Edm.TimeOfDay': { read: readTimeOfDay, form: 'a time of day hh:mm:ss', example: '10:30:00' },
  'Edm.Time': { read: readV2Time, form: 'a time of day hh:mm:ss or PThhHmmMssS', example: 'PT10H30M00S' },
  'Edm.Duration': { read: readDuration, form: 'a duration PnDTnHnMnS', example: 'PT1H30M' },
};

function readTemporal(value: unknown, facets: EdmFacets, type: TemporalType): EdmReading {
  if (typeof value !== 'string') return problem('type', `must be ${type.form} as a string, not ${shown(value)}`);
  const read = type.read(value);
  if (read === undefined) {
    const repaired = repairDate(value, type);
    return problem('format', `must be ${type.form}, not ${shown(value)}`, repaired);
  }
  if (type.offset === 'forbidden' && read.offsetMinutes !== undefined) {
    if (read.offsetMinutes !== 0) {
      const utc = read.epochMs === undefined ? undefined : new Date(read.epochMs).toISOString().slice(0, 19);
      return problem('format', `must be ${type.form}, not ${shown(value)}`, utc);
    }
    return precise(facets, { ...read, text: read.text.replace(/Z$/, '') }, value);
  }
  if (type.offset === 'required' && read.offsetMinutes === undefined) {
    if (!value.startsWith('/Date('))
      return problem('format', `must be ${type.form}, not ${shown(value)}`, `${read.text}Z`);
    return precise(facets, { ...read, text: `${read.text}Z`, offsetMinutes: 0 }, value);
  }
  return precise(facets, read, value);
}

function precise(facets: EdmFacets, read: Temporal, value: unknown): EdmReading {
  if (facets.precision !== undefined && (read.fractionDigits ?? 0) > facets.precision) {
    const repaired = read.text.replace(/\.\d+/, (fraction) =>
      facets.precision === 0 ? '' : fraction.slice(0, 1 + (facets.precision ?? 0)),
    );
    return problem('range', `takes at most ${facets.precision} decimals of a second, not ${shown(value)}`, repaired);
  }
  return { scalar: read };
}

/** Common other spellings of a date: 15.06.2026, 20260615, a literal with V2 prefix, a date with a time where only a day fits. */
function repairDate(text: string, type: TemporalType): string | undefined {
  const literal = /^(?:datetime|datetimeoffset|time|date|duration)'(.*)'$/i.exec(text)?.[1];
  const candidates = literal === undefined ? [] : [literal];
  const german = /^(\d\d?)\.(\d\d?)\.(\d{4})$/.exec(text);
  if (german !== null) candidates.push(`${german[3]}-${german[2]?.padStart(2, '0')}-${german[1]?.padStart(2, '0')}`);
  const slashed = /^(\d{4})[/.](\d\d?)[/.](\d\d?)$/.exec(text);
  if (slashed !== null)
    candidates.push(`${slashed[1]}-${slashed[2]?.padStart(2, '0')}-${slashed[3]?.padStart(2, '0')}`);
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (compact !== null) candidates.push(`${compact[1]}-${compact[2]}-${compact[3]}`);
  if (type.read === readDate) {
    const day = readDateTime(text);
    if (day !== undefined) candidates.push(day.text.slice(0, 10));
  }
  for (const candidate of candidates) {
    const read = type.read(candidate);
    if (read !== undefined)
      return type.offset === 'required' && read.offsetMinutes === undefined ? `${read.text}Z` : candidate;
  }
  return undefined;
}

function readString(value: unknown, { maxLength }: EdmFacets, place: EdmPlace): EdmReading {
  if (typeof value !== 'string') {
    const scalar = typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
    if (place === 'body' || scalar === undefined)
      return problem('type', `must be a string, not ${shown(value)}`, scalar);
    return readString(scalar, { type: 'Edm.String', maxLength }, place);
  }
  if (place === 'url' && /\p{Surrogate}/u.test(value)) {
    return problem('format', 'holds half of a character (a lone surrogate), which no URL can carry');
  }
  if (typeof maxLength === 'number' && value.length > maxLength) {
    const length = [...value].length;
    if (length > maxLength) {
      return problem('length', `takes at most ${maxLength} characters, not ${length}: ${shown(value)}`);
    }
  }
  return { scalar: { text: value } };
}

function readBoolean(value: unknown, place: EdmPlace): EdmReading {
  if (typeof value === 'boolean') return { scalar: { text: String(value) } };
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  const meant = booleanWords.get(word);
  if (place === 'url' && (word === 'true' || word === 'false')) return { scalar: { text: word } };
  return problem('type', `must be true or false, not ${shown(value)}`, meant);
}

const booleanWords = new Map<unknown, boolean>([
  ['true', true],
  ['yes', true],
  ['x', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['no', false],
  ['', false],
  ['0', false],
  [0, false],
]);

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function readGuid(value: unknown): EdmReading {
  if (typeof value === 'string' && GUID.test(value)) return { scalar: { text: value } };
  const bare = typeof value === 'string' ? value.replace(/^guid'|'$|[{}-]/gi, '') : '';
  const repaired = /^[0-9a-f]{32}$/i.test(bare)
    ? bare.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : undefined;
  return problem(
    typeof value === 'string' ? 'format' : 'type',
    `must be a guid like 3f2504e0-4f89-41d3-9a0c-0305e82c3301, not ${shown(value)}`,
    repaired,
  );
}

function readBinary(value: unknown, { maxLength }: EdmFacets): EdmReading {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) {
    return problem(typeof value === 'string' ? 'format' : 'type', `must be base64 text, not ${shown(value)}`);
  }
  const octets = Math.floor((value.replace(/=+$/, '').length * 3) / 4);
  if (typeof maxLength === 'number' && octets > maxLength) {
    return problem('length', `takes at most ${maxLength} bytes, not ${octets}`);
  }
  return { scalar: { text: value.replaceAll('-', '+').replaceAll('_', '/') } };
}

function fastCheck(facets: EdmFacets, place: EdmPlace): ((value: unknown) => boolean) | undefined {
  const { type, maxLength } = facets;
  if (type === 'Edm.String' && place === 'body') {
    const limit = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY;
    return (value) => typeof value === 'string' && value.length <= limit;
  }
  if (type === 'Edm.Boolean') return (value) => typeof value === 'boolean';
  if (type === 'Edm.Guid') return (value) => typeof value === 'string' && GUID.test(value);
  return undefined;
}
