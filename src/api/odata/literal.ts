import { CallProblem } from './call-problem.ts';
import { readEdmValue, shown } from './edm-value.ts';
import type { Dialect } from './shape.ts';

/** What a URL literal is written from: the declared type, and whether that is an enumeration. */
export interface LiteralType {
  readonly primitive: string;
  readonly isEnum?: boolean;
}

/**
 * A value as URL literal of its declared type, before percent-encoding: OData V2 "Abstract Type System" for `v2` and `v3`,
 * OData 4.01 ABNF `primitiveLiteral` for `v4`. `path` names the place for the problem that is raised where the value does not fit.
 */
export function urlLiteral(value: unknown, type: LiteralType, dialect: Dialect, path: string): string {
  if (value === null || value === undefined) return 'null';
  if (type.isEnum === true || !type.primitive.startsWith('Edm.')) return enumLiteral(value, type.primitive, path);
  const reading = readEdmValue(value, { type: type.primitive }, 'url');
  if ('problem' in reading) throw new CallProblem('literal', path, `${lastName(path)} ${reading.problem.message}.`);
  const { text } = reading.scalar;
  return dialect === 'v4' ? v4Literal(text, type.primitive) : v2Literal(text, type.primitive);
}

/** Percent-encodes a literal for a path segment or a query value: a space is %20, a slash never splits the segment. */
export function encodeLiteral(literal: string): string {
  return encodeURIComponent(literal);
}

function v2Literal(text: string, type: string): string {
  switch (type) {
    case 'Edm.String':
      return quoted(text);
    case 'Edm.Guid':
      return `guid'${text}'`;
    case 'Edm.DateTime':
      return `datetime'${text}'`;
    case 'Edm.DateTimeOffset':
      return `datetimeoffset'${text}'`;
    case 'Edm.Time':
      return `time'${text}'`;
    case 'Edm.Int64':
      return `${text}L`;
    case 'Edm.Decimal':
      return `${text}M`;
    case 'Edm.Single':
      return Number.isFinite(Number(text)) ? `${text}f` : text;
    case 'Edm.Double':
      return /^-?\d+$/.test(text) ? `${text}.0` : text;
    case 'Edm.Binary':
      return `X'${Buffer.from(text, 'base64').toString('hex').toUpperCase()}'`;
    default:
      return text;
  }
}

function v4Literal(text: string, type: string): string {
  switch (type) {
    case 'Edm.String':
      return quoted(text);
    case 'Edm.Duration':
      return `duration'${text}'`;
    case 'Edm.Binary':
      return `binary'${Buffer.from(text, 'base64').toString('base64url')}'`;
    default:
      return text;
  }
}

function enumLiteral(value: unknown, type: string, path: string): string {
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new CallProblem('literal', path, `${lastName(path)} must be a member of ${type}, not ${shown(value)}.`);
  }
  return `${type}${quoted(String(value))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('.')) + 1);
}
