import type { Description } from '../tools/index.ts';
import { fillAmounts } from './fill-amounts.ts';
import { fillDates } from './fill-dates.ts';
import { LANGUAGES } from './lexicon.ts';
import { type Codes, matchCode } from './match-code.ts';
import type { Mention } from './mentions.ts';
import { isKnownRole, type NamedProperty, namedProperty, roleScore } from './score-property.ts';
import { bestLikeness, canonical, nameWords, textWords } from './words.ts';

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

const technical = /^(IsActiveEntity|HasActiveEntity|HasDraftEntity|DraftUUID|DraftEntity\w*|.*_(ac|fc|oc))$/i;

/** Fills the properties of an entity as far as the text gives them. */
export function fillEntity(properties: readonly Property[], name: string, filling: Filling): Entity {
  const writable = properties.filter((property) => isUsable(property, filling.purpose));
  const entity: Entity = {
    properties: writable.map(slotOf),
    words: entityWords(name),
    values: {},
    used: new Set(),
    core: 0,
    codes: 0,
    main: false,
  };
  fillIdentifiers(entity, filling);
  fillTexts(entity, filling);
  fillNames(entity, filling);
  fillAmounts(entity, filling);
  fillDates(entity, filling);
  fillCodes(entity, filling);
  fillComplex(entity, filling);
  return entity;
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

function isUsable(property: Property, purpose: Filling['purpose']): boolean {
  if (technical.test(property.name)) return false;
  if (purpose === 'create') return property.creatable;
  if (purpose === 'update') return property.updatable || property.key === true;
  return property.filterable !== false;
}

/** The code of a list that an identifier is, by value. */
function listed({ valueHelp }: Property, value: string): string | undefined {
  const plain = (text: string): string => text.replace(/^0+(?=\d)/, '');
  return valueHelp?.values?.find(({ code }) => plain(code) === plain(value))?.code;
}

function fillIdentifiers(entity: Entity, { candidates, purpose, rivals = [] }: Filling): void {
  const pairs: { slot: Slot; candidate: Candidate; value: unknown; score: number; order: number }[] = [];
  const keys = entity.properties.filter(({ property }) => property.key === true).length;
  candidates.forEach((candidate, order) => {
    const { mention, own } = candidate;
    if (mention.kind !== 'id') return;
    const rival = Math.max(0, ...rivals.map((slot) => roleScore(mention.role, slot.named, entity.words)));
    for (const slot of entity.properties) {
      const value = identifierFor(slot.property, mention.value);
      if (value === undefined) continue;
      const score =
        keys === 1 && isOwnNumber(mention, slot, entity) ? 0.95 : roleScore(mention.role, slot.named, entity.words);
      const wanted = slot.property.key === true || slot.property.required;
      const least = own ? (wanted ? 0.5 : 0.74) : 0.85;
      if (score < least || rival > score + 0.02) continue;
      const paired = isPaired(entity, slot, candidates, mention) ? 0.05 : 0;
      pairs.push({ slot, candidate, value, score: score + (own ? 0.04 : 0) + (wanted ? 0.05 : 0) + paired, order });
    }
  });
  pairs.sort((a, b) => b.score - a.score || a.order - b.order);
  for (const { slot, candidate, value } of pairs) {
    const { mention } = candidate;
    if (entity.used.has(mention) || !isOpen(entity, slot)) continue;
    const twin =
      purpose === 'create' && [...entity.used].some((other) => other.kind === 'id' && sameRole(other, mention));
    if (twin) continue;
    take(entity, slot, value, mention);
    entity.core += candidate.own ? 1 : 0.5;
    fillQualified(entity, slot, value);
  }
  fillCompanion(entity, candidates);
  fillObject(entity, candidates, purpose);
}

/** "Partner number 4711" for the only key of a business partner: the number of the entity itself. */
function isOwnNumber({ role }: Mention, { property }: Slot, entity: Entity): boolean {
  const number = canonical('number');
  const telling = role.filter((word) => word !== number);
  return (
    property.key === true &&
    role.at(-1) === number &&
    telling.length > 0 &&
    telling.every((word) => entity.words.has(word))
  );
}

function sameRole(a: Mention, b: Mention): boolean {
  return a.role.length > 0 && a.role.join(' ') === b.role.join(' ');
}

/** True where what is named next is a plant and the entity has a property for the plant of this one. */
function isPaired(entity: Entity, { property }: Slot, candidates: readonly Candidate[], mention: Mention): boolean {
  const plant = canonical('plant');
  const next = candidates
    .filter((other) => other.own && other.mention.start > mention.end)
    .sort((a, b) => a.mention.start - b.mention.start)[0];
  return (
    next?.mention.role.at(-1) === plant &&
    entity.properties.some((slot) => slot.property.name === `${property.name}Plant`)
  );
}

/** A property of the same meaning with words of the entity before it, as the production plant of a production order, takes the value too. */
function fillQualified(entity: Entity, filled: Slot, value: unknown): void {
  const own = filled.named.byName.join(' ');
  for (const slot of entity.properties) {
    if (!isOpen(entity, slot) || slot.property.type !== filled.property.type || slot.property.key === true) continue;
    const { byName } = slot.named;
    const before = byName.slice(0, byName.length - filled.named.byName.length);
    const rest = byName.slice(before.length).join(' ');
    if (before.length > 0 && rest === own && before.every((word) => entity.words.has(word))) take(entity, slot, value);
  }
}

const objects = ['technical object', 'equipment', 'material', 'product'].map((text) => nameWords(text).join(' '));

/**
 * An identifier whose role no property knows ("pump 4711", "lamp FG-1") names the thing that is spoken of: the technical object or the
 * material of the entity. One that was said before counts where the clause speaks of "that equipment".
 */
function fillObject(entity: Entity, candidates: readonly Candidate[], purpose: Filling['purpose']): void {
  for (const { mention, own } of candidates) {
    if (mention.kind !== 'id' || entity.used.has(mention) || mention.value.length < 4 || mention.role.length === 0)
      continue;
    const lettered = /[A-Z]/.test(mention.value);
    const order = lettered ? [...objects].reverse() : objects;
    const known = entity.properties.some((slot) => roleScore(mention.role, slot.named, entity.words) >= 0.74);
    if (known || (!lettered && mention.value.length < 8) || isKnownRole(mention) || purpose === 'update') continue;
    const slot = order
      .map((object) =>
        entity.properties.find((candidate) => candidate.named.byName.join(' ') === object && isOpen(entity, candidate)),
      )
      .find((candidate) => candidate !== undefined);
    const value = slot === undefined ? undefined : identifierFor(slot.property, mention.value);
    if (slot === undefined || value === undefined) continue;
    take(entity, slot, value, mention);
    entity.core += own ? 1 : 0.5;
  }
}

/**
 * What is named right after a thing belongs to it, where the entity has a property of both names: in "work centre X in plant Y" the plant
 * of the work centre, in "purchase order X, item Y" the item of the purchase order.
 */
function fillCompanion(entity: Entity, candidates: readonly Candidate[]): void {
  const own = candidates.filter((candidate) => candidate.own).map(({ mention }) => mention);
  for (const mention of own) {
    const alone = mention.role.length > 0 && textWords(mention.before).join(' ') === mention.role.join(' ');
    if (mention.kind !== 'id' || !(alone || /\bin [\w ]+$/.test(mention.before.trim()))) continue;
    const previous = own.filter((other) => other.end <= mention.start).at(-1);
    const owner = entity.properties.find(
      ({ property }) =>
        previous !== undefined && entity.values[property.name] === previous.value && entity.used.has(previous),
    );
    if (owner === undefined) continue;
    const slot = entity.properties.find(
      (candidate) =>
        candidate.property.name.startsWith(owner.property.name) &&
        candidate !== owner &&
        nameWords(candidate.property.name.slice(owner.property.name.length)).join(' ') === mention.role.join(' '),
    );
    if (slot !== undefined && isOpen(entity, slot)) take(entity, slot, mention.value, mention);
  }
}

function identifierFor(property: Property, value: string): unknown {
  if ((property.valueHelp?.values?.length ?? 0) > 0) return listed(property, value);
  if (property.type === 'Edm.String') {
    const { maxLength } = property;
    return typeof maxLength === 'number' && value.length > maxLength ? undefined : value;
  }
  return isNumeric(property) && /^\d+(\.\d+)?$/.test(value) ? numberFor(property, value) : undefined;
}

const titles = new Set(['name', 'description', 'text', 'title', 'subject'].map(canonical));

function fillTexts(entity: Entity, { candidates, purpose }: Filling): void {
  if (purpose === 'read') return;
  for (const { mention, own } of candidates) {
    if (mention.kind !== 'text' || !own || entity.used.has(mention)) continue;
    const ranked = entity.properties
      .filter((slot) => isOpen(entity, slot) && holdsText(slot.property, mention.value))
      .map((slot) => ({ slot, score: titleScore(slot, mention, entity.words) }))
      .sort((a, b) => b.score - a.score);
    const [best] = ranked;
    if (best === undefined || best.score < 0.6) continue;
    take(entity, best.slot, mention.value, mention);
    entity.core += 1;
  }
}

function holdsText({ type, maxLength, valueHelp }: Property, value: string): boolean {
  if (type !== 'Edm.String' || (valueHelp?.values?.length ?? 0) > 0) return false;
  return maxLength === undefined || maxLength === 'max' || (maxLength >= 20 && maxLength >= value.length);
}

/** How well a property is the title of its entity, or what the role asks for. */
function titleScore({ named, words }: Slot, mention: Mention, entity: ReadonlySet<string>): number {
  const byRole = roleScore(mention.role, named, entity);
  const isTitle = [...words].some((word) => titles.has(word));
  if (!isTitle) return byRole >= 0.85 ? byRole : 0;
  const strange = named.byName.filter((word) => !titles.has(word) && !entity.has(word)).length;
  const known = named.byName.filter((word) => entity.has(word)).length;
  if (strange > 0 && known === 0 && byRole < 0.7) return 0;
  return 0.9 - 0.18 * strange + 0.05 * known + 0.3 * (byRole >= 0.7 ? byRole : 0);
}

function fillNames(entity: Entity, { candidates, wording, purpose }: Filling): void {
  if (purpose === 'read') return;
  for (const { mention, own } of candidates) {
    if (mention.kind !== 'name' || !own || fillLanguage(entity, mention)) continue;
    if (fillPartyName(entity, mention, wording)) continue;
    const slot = entity.properties
      .filter((candidate) => isOpen(entity, candidate) && candidate.property.key !== true)
      .filter(({ property }) => property.valueHelp === undefined && hasRoom(property, mention.value))
      .map((candidate) => ({ candidate, score: roleScore(mention.role, candidate.named, entity.words) }))
      .filter(({ score }) => score >= 0.85)
      .sort((a, b) => b.score - a.score)[0]?.candidate;
    if (slot === undefined) continue;
    take(entity, slot, mention.value, mention);
    entity.core += 1;
  }
}

/** The code of a language where the entity wants one and has no list of them. */
function fillLanguage(entity: Entity, mention: Mention): boolean {
  const code = LANGUAGES[mention.value.toLowerCase()];
  const slot = entity.properties.find(({ words }) => words.has(canonical('language')));
  if (code === undefined) return false;
  if (
    slot !== undefined &&
    isOpen(entity, slot) &&
    slot.property.valueHelp?.values === undefined &&
    hasRoom(slot.property, code)
  )
    take(entity, slot, code, mention);
  return true;
}

function hasRoom({ type, maxLength }: Property, value: string): boolean {
  return type === 'Edm.String' && (typeof maxLength !== 'number' || value.length <= maxLength);
}

/** Words of a property's name beside some, numbers left aside. */
function strangers({ named }: Slot, words: readonly string[]): number {
  const wanted = new Set(words.map(canonical));
  return named.byName.filter((word) => !wanted.has(word) && !/^\d+$/.test(word)).length;
}

/** First and last name of a person, the name of an organisation, or a place that terms of delivery need. */
function fillPartyName(entity: Entity, mention: Mention, wording: readonly string[]): boolean {
  const find = (...words: string[]): Slot | undefined =>
    entity.properties
      .filter(
        (slot) =>
          words.map(canonical).every((word) => slot.words.has(word)) &&
          isOpen(entity, slot) &&
          hasRoom(slot.property, mention.value),
      )
      .sort((a, b) => strangers(a, words) - strangers(b, words))[0];
  const [first, last, firm] = [find('first', 'name'), find('last', 'name'), find('organization', 'name')];
  const parts = mention.value.split(' ');
  const isPerson = wording.includes(canonical('person'));
  const place = /\bat\s*$/.test(mention.before) ? find('incoterms', 'location') : undefined;
  if (place !== undefined) take(entity, place, mention.value, mention);
  else if (first !== undefined && last !== undefined && parts.length === 2 && isPerson) {
    take(entity, first, parts[0], mention);
    take(entity, last, parts[1], mention);
  } else if (firm !== undefined && parts.length > 1 && !isPerson) take(entity, firm, mention.value, mention);
  else return false;
  entity.core += 1;
  return true;
}

const standard = canonical('standard');

function fillCodes(entity: Entity, { wording, purpose, item, lists }: Filling): void {
  for (const slot of entity.properties) {
    const { property, words } = slot;
    const codes = property.valueHelp?.values ?? lists?.get(property.name) ?? [];
    if (codes.length === 0 || !isOpen(entity, slot) || isMeasure(slot)) continue;
    const own = item === true ? [...words] : [...words].filter((word) => !entity.words.has(word));
    const said = item === true ? wording.filter((word) => word !== standard) : wording;
    const lenient = purpose === 'create' && item !== true && isMainType(slot, entity.words);
    const match = matchCode(codes, said, own, textWords, lenient) ?? matchOperation(slot, purpose);
    if (match === undefined || (purpose === 'read' && match.share < 0.75)) continue;
    if (purpose === 'update' && !own.some((word) => bestLikeness(word, wording) > 0)) continue;
    take(entity, slot, match.code);
    entity.codes += 1;
    if (lenient && match.share >= 0.6) entity.main = true;
  }
}

/** A property that says whether something is created, changed or deleted takes what is done. */
function matchOperation(
  { property, words }: Slot,
  purpose: Filling['purpose'],
): { code: string; share: number } | undefined {
  if (!words.has(canonical('operation'))) return undefined;
  const wanted = purpose === 'create' ? /^create$/i : /^(change|update)$/i;
  const found = property.valueHelp?.values?.find(({ text = '' }) => wanted.test(text));
  return found === undefined ? undefined : { code: found.code, share: 1 };
}

/** Units and currencies come with the figures they belong to; a base unit is a property of the thing itself. */
function isMeasure({ property, words }: Slot): boolean {
  if (words.has(canonical('base')) && words.has(canonical('unit'))) return false;
  return property.semantics !== undefined || words.has(canonical('unit')) || words.has(canonical('currency'));
}

const mainWords = new Set(['type', 'category', 'role', 'grouping'].map(canonical));

/** The type or category of the entity itself: it has to be chosen even where the wording is loose. */
export function isMainType({ named }: Slot, entity: ReadonlySet<string>): boolean {
  const last = named.byName.at(-1);
  return mainWords.has(last ?? '') && named.byName.some((word) => entity.has(word));
}

function fillComplex(entity: Entity, filling: Filling): void {
  for (const slot of entity.properties) {
    const { members } = slot.property;
    if (members === undefined || slot.property.collection === true || filling.purpose === 'read') continue;
    const left = filling.candidates.filter(({ mention }) => !entity.used.has(mention));
    const inner = fillEntity(members, slot.property.name, { ...filling, candidates: left });
    if (inner.core < 1) continue;
    take(entity, slot, inner.values);
    for (const mention of inner.used) entity.used.add(mention);
    entity.core += inner.core;
    entity.codes += inner.codes;
  }
}
