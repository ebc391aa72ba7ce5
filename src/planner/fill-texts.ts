import { type Entity, type Filling, isOpen, type Property, type Slot, take } from './entity.ts';
import { LANGUAGES } from './lexicon.ts';
import type { Mention } from './mentions.ts';
import { roleScore } from './score-property.ts';
import { canonical } from './words.ts';

const titles = new Set(['name', 'description', 'text', 'title', 'subject'].map(canonical));

/** Puts quoted texts into the title of an entity, or where the words before them say. */
export function fillTexts(entity: Entity, { candidates, purpose }: Filling): void {
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

/** Puts names of persons, firms, places and languages where the entity has room for them. */
export function fillNames(entity: Entity, { candidates, wording, purpose }: Filling): void {
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
