import type { Description } from '../tools/index.ts';
import type { Codes } from './match-code.ts';
import type { Mention } from './mentions.ts';
import { type NamedProperty, namedProperty } from './score-property.ts';
import { canonical, nameWords } from './words.ts';

/** A property as descriptions tell it. */
export type Property = NonNullable<Description['properties']>[number];

/** A mention that may fill a property; `own` is said in the clause itself, the others before it. */
export interface Candidate {
  readonly mention: Mention;
  readonly own: boolean;
}

/** What an entity is filled from. */
export interface Filling {
  readonly purpose: 'create' | 'update' | 'read';
  readonly candidates: readonly Candidate[];
  /** Canonical words of what is said of the entity, for codes. */
  readonly wording: readonly string[];
  /** Currency that was named last. */
  readonly currency?: string | undefined;
  readonly today: string;
  /** Properties of the items, which may fit a mention better. */
  readonly rivals?: readonly Slot[];
  /** True for an item, whose type is rarely said. */
  readonly item?: boolean;
  /** Code lists of properties of the same name elsewhere, for those that have none. */
  readonly lists?: ReadonlyMap<string, Codes>;
}

/** The properties of one entity while it is filled. */
export interface Entity {
  readonly properties: readonly Slot[];
  readonly words: ReadonlySet<string>;
  readonly values: Record<string, unknown>;
  readonly used: Set<Mention>;
  /** Values that say which thing is meant or how much: identifiers, quantities, amounts, texts. */
  core: number;
  /** Codes that the wording gave. */
  codes: number;
  /** True where the wording gave the type of the entity itself. */
  main: boolean;
}

/** A property with its words. */
export interface Slot {
  readonly property: Property;
  readonly named: NamedProperty;
  readonly words: ReadonlySet<string>;
}

/** An entity that nothing is filled into yet. */
export function emptyEntity(properties: readonly Property[], name: string): Entity {
  return {
    properties: properties.map(slotOf),
    words: entityWords(name),
    values: {},
    used: new Set(),
    core: 0,
    codes: 0,
    main: false,
  };
}

const slots = new WeakMap<Property, Slot>();

/** A property with its words, worked out once. */
export function slotOf(property: Property): Slot {
  const known = slots.get(property);
  if (known !== undefined) return known;
  const named = namedProperty(property);
  const slot = { property, named, words: new Set([...named.byName, ...named.byLabel]) };
  slots.set(property, slot);
  return slot;
}

const wordsOfEntities = new Map<string, ReadonlySet<string>>();

/** The words of an entity's name; a process order is a way of production. */
function entityWords(name: string): ReadonlySet<string> {
  const known = wordsOfEntities.get(name);
  if (known !== undefined) return known;
  if (wordsOfEntities.size > 2000) wordsOfEntities.clear();
  const words = new Set(nameWords(name));
  wordsOfEntities.set(name, words);
  if (words.has(canonical('process')) && words.has(canonical('order'))) words.add(canonical('production'));
  return words;
}

/** Sets a value that a mention gave. */
export function take(entity: Entity, { property }: Slot, value: unknown, mention?: Mention): void {
  entity.values[property.name] = value;
  if (mention !== undefined) entity.used.add(mention);
}

/** True where the property has no value yet. */
export function isOpen(entity: Entity, { property }: Slot): boolean {
  return !Object.hasOwn(entity.values, property.name);
}

/** True for the types that hold numbers. */
export function isNumeric({ type }: Property): boolean {
  return /^Edm\.(Decimal|Double|Single|S?Byte|Int\d\d)$/.test(type);
}

/** A number as the property takes it. */
export function numberFor({ type }: Property, value: string): unknown {
  return /^Edm\.(Int16|Int32|S?Byte)$/.test(type) ? Number(value) : value;
}
