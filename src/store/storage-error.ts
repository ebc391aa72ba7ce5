import { GroundrailError, isGroundrailError } from '../base/index.ts';
import type { Purpose } from './session.ts';

/** The database that an error is about. */
export interface Place {
  purpose: Purpose;
  /** Already redacted. */
  location: string;
}

/** The database holds something that this version cannot use. */
export function unusable(place: Place, reason: string, cause?: unknown): GroundrailError {
  const options = cause === undefined ? {} : { cause };
  return place.purpose === 'index'
    ? new GroundrailError('index-damaged', { store: place.location, reason }, options)
    : new GroundrailError('records-unusable', { store: place.location, reason }, options);
}

/** The tables are of a later version than this one knows. */
export function newer(place: Place, found: number, supported: number): GroundrailError {
  return place.purpose === 'index'
    ? new GroundrailError('index-newer', { store: place.location, found, supported })
    : unusable(place, `they have schema ${found}, this version of groundrail reads up to ${supported}`);
}

/** The database exists and belongs to something else, so it is left alone. */
export function notOurs(place: Place, what: string): GroundrailError {
  return new GroundrailError('usage', { problem: `${place.location} ${what}. Name another place with --store.` });
}

/** Somebody else is writing. */
export function locked(place: Place, cause?: unknown): GroundrailError {
  return place.purpose === 'index'
    ? new GroundrailError('index-locked', { store: place.location }, { cause })
    : unusable(place, 'another process keeps them locked', cause);
}

/** Nothing can be written there. */
export function unwritable(place: Place, reason: string, cause?: unknown): GroundrailError {
  return new GroundrailError('storage-unwritable', { path: place.location, reason }, { cause });
}

/** Turns what libsql throws into the error of the catalogue; `writing` tells a failing disk from a damaged file. */
export function translateSqlite(place: Place, error: unknown, writing: boolean): unknown {
  if (isGroundrailError(error) || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const reason = error.message;
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return locked(place, error);
  if (/^SQLITE_(CORRUPT|NOTADB|FORMAT)/.test(code)) return unusable(place, reason, error);
  if (/^SQLITE_FULL/.test(code) || /disk is full/.test(reason)) return unwritable(place, 'the disk is full', error);
  if (/^SQLITE_(READONLY|PERM|AUTH)/.test(code)) return unwritable(place, 'it is read-only', error);
  if (/^SQLITE_(IOERR|CANTOPEN)/.test(code) || reason.startsWith('ConnectionFailed')) {
    const short = reason.startsWith('ConnectionFailed') ? 'the file cannot be opened' : reason;
    return writing ? unwritable(place, short, error) : unusable(place, short, error);
  }
  if (/no such (table|column)/.test(reason)) return unusable(place, reason, error);
  return error;
}

/** Turns what pg throws into the error of the catalogue: no answer, no access, no space, or no such table. */
export function translatePostgres(place: Place, error: unknown): unknown {
  if (isGroundrailError(error) || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const reason = error.message || code || error.name;
  if (/^(25006|3F000|42501|53100|53200)$/.test(code)) return unwritable(place, reason, error);
  if (/^(55P03|40001|40P01)$/.test(code)) return locked(place, error);
  if (/^(42P01|42703|XX00[12])$/.test(code)) return unusable(place, reason, error);
  const connection = /^(08|28|3D|53|57)/.test(code) || /^E[A-Z_]+$/.test(code);
  if (connection || /timeout|terminated|closed|not queryable|connection error|SSL/i.test(reason)) {
    return new GroundrailError('unreachable', { target: place.location, reason }, { cause: error });
  }
  return error;
}
