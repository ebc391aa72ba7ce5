/** A primitive type with its facets, as properties and parameters declare them. */
export interface EdmFacets {
  /** Qualified primitive type, `Edm.…`; for type definitions the underlying one. */
  type: string;
  maxLength?: number | 'max' | undefined;
  precision?: number | undefined;
  scale?: number | 'variable' | 'floating' | undefined;
  minimum?: number | string | undefined;
  maximum?: number | string | undefined;
}

/**
 * Where a value stands. In a `body` the JSON type must fit the declared one; in a `url` (keys, filters, parameters of V2)
 * every literal is text anyway, so numbers and booleans may come as strings and the other way round.
 */
export type EdmPlace = 'body' | 'url';

/** A value read by its declared type. `text` is the canonical lexical form, before quoting, prefixing and percent-encoding. */
export interface EdmScalar {
  readonly text: string;
  readonly epochMs?: number;
  readonly offsetMinutes?: number;
}

/** Why a value does not fit; `message` continues a sentence that begins with the name, `repaired` is the value that was likely meant. */
export interface EdmProblem {
  readonly kind: 'type' | 'format' | 'range' | 'length';
  readonly message: string;
  readonly repaired?: unknown;
}

/** Outcome of reading a value: the scalar, or the problem. */
export type EdmReading = { readonly scalar: EdmScalar } | { readonly problem: EdmProblem };

/** A reading that failed. */
export function problem(kind: EdmProblem['kind'], message: string, repaired?: unknown): EdmReading {
  return { problem: repaired === undefined ? { kind, message } : { kind, message, repaired } };
}

/** A value as messages show it: a scalar as JSON, cut after 60 characters; a list or object only by its kind. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 80) : value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
