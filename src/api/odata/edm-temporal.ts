/** A point in time or a span, read from any of the forms that OData knows. */
export interface Temporal {
  /** Canonical lexical form of the declared type: ISO 8601, a fraction only where it is not zero. */
  readonly text: string;
  /** Milliseconds since 1970 in UTC, for Edm.DateTime, Edm.DateTimeOffset and Edm.Date. */
  readonly epochMs?: number;
  /** The offset as written, for Edm.DateTimeOffset. */
  readonly offsetMinutes?: number;
  /** Number of significant digits after the second. */
  readonly fractionDigits?: number;
}

const DATE = /^(-?\d{4,6})-(\d\d)-(\d\d)$/;
const DATE_TIME = /^(-?\d{4,6}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,12}))?)?(Z|[+-]\d\d:?\d\d)?$/i;
const V2_DATE = /^\/Date\((-?\d{1,17})([+-]\d{1,4})?\)\/$/;
const TIME = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,12}))?)?$/;
const DURATION = /^([+-]?)P(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:\.(\d{1,12}))?S)?)?$/;

/** Reads a calendar day `YYYY-MM-DD`; undefined where the text is none or the day does not exist. */
export function readDate(text: string): Temporal | undefined {
  const match = DATE.exec(text);
  if (match === null) return undefined;
  const epochMs = dayToMs(Number(match[1]), Number(match[2]), Number(match[3]));
  return epochMs === undefined ? undefined : { text, epochMs };
}

/**
 * Reads `YYYY-MM-DDThh:mm[:ss[.f]]` with or without offset, a bare day (midnight), and the V2 JSON form `/Date(ms)/`.
 * `offsetMinutes` is absent where the text has no offset.
 */
export function readDateTime(text: string): Temporal | undefined {
  const v2 = V2_DATE.exec(text);
  if (v2 !== null) return fromV2(Number(v2[1]), v2[2]);
  const day = readDate(text);
  if (day?.epochMs !== undefined) return { text: `${text}T00:00:00`, epochMs: day.epochMs, fractionDigits: 0 };
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [, date = '', hour = '', minute = '', second = '00', fraction = '', zone] = match;
  const start = readDate(date)?.epochMs;
  const time = timeToMs(hour, minute, second);
  if (start === undefined || time === undefined) return undefined;
  const digits = fraction.replace(/0+$/, '');
  const local = start + time + Math.trunc(Number(`0.${digits || '0'}`) * 1000);
  const plain = `${date}T${hour}:${minute}:${second}${digits === '' ? '' : `.${digits}`}`;
  if (zone === undefined) return { text: plain, epochMs: local, fractionDigits: digits.length };
  const offsetMinutes = offsetOf(zone);
  if (offsetMinutes === undefined) return undefined;
  return {
    text: `${plain}${offsetText(offsetMinutes)}`,
    epochMs: local - offsetMinutes * 60_000,
    offsetMinutes,
    fractionDigits: digits.length,
  };
}

/** Reads a time of day `hh:mm[:ss[.f]]`. */
export function readTimeOfDay(text: string): Temporal | undefined {
  const match = TIME.exec(text);
  if (match === null) return undefined;
  const [, hour = '', minute = '', second = '00', fraction = ''] = match;
  if (timeToMs(hour, minute, second) === undefined) return undefined;
  const digits = fraction.replace(/0+$/, '');
  return {
    text: `${hour}:${minute}:${second}${digits === '' ? '' : `.${digits}`}`,
    fractionDigits: digits.length,
  };
}

/** Reads a duration of days and time, `PnDTnHnMnS` (OData ABNF `dayTimeDuration`; years and months are none). */
export function readDuration(text: string): Temporal | undefined {
  const match = DURATION.exec(text);
  if (match === null) return undefined;
  const [, sign, days, hours, minutes, seconds, fraction = ''] = match;
  const time = hours ?? minutes ?? seconds;
  if ((days ?? time) === undefined || (time === undefined && text.endsWith('T'))) return undefined;
  return { text: sign === '+' ? text.slice(1) : text, fractionDigits: fraction.replace(/0+$/, '').length };
}

/** Reads Edm.Time of V2, a time of day as duration: `PT10H30M45S`, or `10:30:45`. */
export function readV2Time(text: string): Temporal | undefined {
  const time = TIME.exec(text);
  if (time !== null) {
    const read = readTimeOfDay(text);
    if (read === undefined) return undefined;
    const [hour = '', minute = '', second = ''] = read.text.split(':');
    return { ...read, text: `PT${Number(hour)}H${Number(minute)}M${second.replace(/^0(?=\d)/, '')}S` };
  }
  const match = DURATION.exec(text);
  const read = readDuration(text);
  if (match === null || read === undefined || match[1] === '-' || match[2] !== undefined) return undefined;
  const seconds = Number(match[3] ?? 0) * 3600 + Number(match[4] ?? 0) * 60 + Number(match[5] ?? 0);
  return seconds < 86_400 ? read : undefined;
}

/** Seconds of a duration, for comparison; the text must be one. */
export function durationSeconds(text: string): number {
  const match = DURATION.exec(text);
  if (match === null) return Number.NaN;
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match;
  const total = Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${fraction}`);
  return sign === '-' ? -total : total;
}

/** Years 1 to 9999, what the form can carry. */
const V2_RANGE = { from: -62_135_596_800_000, to: 253_402_300_799_999 };

function fromV2(epochMs: number, offset: string | undefined): Temporal | undefined {
  const offsetMinutes = offset === undefined ? undefined : Number(offset);
  if (epochMs < V2_RANGE.from || epochMs > V2_RANGE.to || Math.abs(offsetMinutes ?? 0) > 840) return undefined;
  const local = new Date(epochMs + (offsetMinutes ?? 0) * 60_000).toISOString();
  const digits = local.slice(20, 23).replace(/0+$/, '');
  const plain = `${local.slice(0, 19)}${digits === '' ? '' : `.${digits}`}`;
  if (offsetMinutes === undefined) return { text: plain, epochMs, fractionDigits: digits.length };
  return { text: `${plain}${offsetText(offsetMinutes)}`, epochMs, offsetMinutes, fractionDigits: digits.length };
}

function dayToMs(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}

function timeToMs(hour: string, minute: string, second: string): number | undefined {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  return h > 23 || m > 59 || s > 59 ? undefined : ((h * 60 + m) * 60 + s) * 1000;
}

function offsetOf(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  if (minutes > 840 || Number(zone.slice(-2)) > 59) return undefined;
  return zone.startsWith('-') ? -minutes : minutes;
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'Z';
  const absolute = Math.abs(minutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.trunc(absolute / 60))}:${two(absolute % 60)}`;
}
