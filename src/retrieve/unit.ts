import { createHash } from 'node:crypto';
import type { StoredUnit } from '../store/index.ts';

/** A link from an EntitySet to one that its navigation properties lead to. */
export interface UnitLink {
  readonly to: string;
  readonly many: boolean;
}

/** What retrieval keeps of a unit beside its texts. */
export interface UnitAttributes extends Readonly<Record<string, unknown>> {
  /** Technical name of the EntitySet or Operation. */
  readonly name?: string;
  /** EntitySet that an Operation belongs to, as a unit id. */
  readonly entitySet?: string;
  /** False where a set cannot be read by itself, only through another one. */
  readonly addressable?: boolean;
  /** A list that exists to fill input fields of others (value help, text and parameter views). */
  readonly helper?: boolean;
  /** A view that other views refer to rather than one that a task works with. */
  readonly reference?: boolean;
  /** How far the name says the same as its service's title, 0 to 1: the main object of a service has 1. */
  readonly primary?: number;
  readonly links?: readonly UnitLink[];
}

/** A text of retrieval; `fields` hold index terms joined by spaces, so that an index is built without analyzing again. */
export interface Unit extends StoredUnit {
  readonly attributes: UnitAttributes;
}

/** By what a process or a step is shown. */
export interface UnitName {
  readonly id: string;
  readonly label: string;
}

/** What a search keeps of an EntitySet or Operation to show it. */
export interface UnitRecord extends UnitName {
  readonly kind: 'EntitySet' | 'Operation';
  readonly service: string;
  /** Technical name. */
  readonly name?: string;
  /** EntitySet that an Operation belongs to, as a unit id. */
  readonly entitySet?: string;
  readonly addressable?: boolean;
}

/** Makes a unit and its hash from its parts. */
export function makeUnit(parts: Omit<Unit, 'hash'>): Unit {
  const hash = createHash('sha256').update(parts.text).digest('hex').slice(0, 24);
  return { ...parts, hash };
}

/** The index terms of a unit's field, none where the field is absent. */
export function fieldTerms(unit: StoredUnit, field: string): string[] {
  const terms = unit.fields[field];
  return terms === undefined || terms === '' ? [] : terms.split(' ');
}
