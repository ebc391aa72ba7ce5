import {
  type Candidate,
  type Entity,
  type Filling,
  isNumeric,
  isOpen,
  numberFor,
  type Property,
  type Slot,
  take,
} from './entity.ts';
import type { Mention } from './mentions.ts';
import { isKnownRole, roleScore } from './score-property.ts';
import { canonical, nameWords, textWords } from './words.ts';

/** Puts identifiers where the words before them, what stands next to them, or the thing that they name say. */
export function fillIdentifiers(entity: Entity, { candidates, purpose, rivals = [] }: Filling): void {
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

/** The code of a list that an identifier is, by value. */
function listed({ valueHelp }: Property, value: string): string | undefined {
  const plain = (text: string): string => text.replace(/^0+(?=\d)/, '');
  return valueHelp?.values?.find(({ code }) => plain(code) === plain(value))?.code;
}
