import { type Entity, type Filling, isOpen, type Slot, take } from './entity.ts';
import { DATE_CUES } from './lexicon.ts';
import type { Mention } from './mentions.ts';
import { roleScore } from './score-property.ts';
import { canonical } from './words.ts';

const startWords = new Set(['start', 'begin', 'from', 'beginning'].map(canonical));
const endWords = new Set(
  ['end', 'finish', 'to', 'until', 'expiration', 'latest', 'deadline', 'completion'].map(canonical),
);

/** Puts dates where the words before them say; a date that nothing speaks for goes to the only date of the entity. */
export function fillDates(entity: Entity, { candidates, purpose, today }: Filling): void {
  if (purpose === 'read') return;
  const slots = entity.properties.filter(({ property }) => isDate(property.type));
  const pairs = candidates.flatMap(({ mention, own }) =>
    mention.kind !== 'date' || !own
      ? []
      : slots
          .map((slot) => ({ mention, slot, score: dateScore(slot, mention, entity) }))
          .filter(({ score }) => score >= 1),
  );
  pairs.sort((a, b) => b.score - a.score || a.slot.property.name.length - b.slot.property.name.length);
  for (const { mention, slot } of pairs) {
    if (!isOpen(entity, slot) || entity.used.has(mention)) continue;
    take(entity, slot, dateFor(slot, mention.value), mention);
    entity.core += 0.5;
  }
  const left = candidates.flatMap(({ mention, own }) =>
    own && mention.kind === 'date' && !entity.used.has(mention) ? [mention] : [],
  );
  const plain = slots.filter(
    (slot) => isOpen(entity, slot) && [...slot.words].some((word) => entity.words.has(word)) && !isSided(slot),
  );
  const [date, slot] = [left[0], plain[0]];
  if (date !== undefined && slot !== undefined && left.length === 1 && plain.length === 1)
    take(entity, slot, dateFor(slot, date.value), date);
  for (const open of slots) {
    if (!open.property.required || !isOpen(entity, open)) continue;
    const any = candidates.find(({ mention, own }) => own && mention.kind === 'date')?.mention.value ?? today;
    take(entity, open, dateFor(open, any));
  }
}

/** True for the types that hold a day. */
export function isDate(type: string): boolean {
  return type === 'Edm.Date' || type === 'Edm.DateTime' || type === 'Edm.DateTimeOffset';
}

/** A day as the property takes it. */
export function dateFor({ property }: Pick<Slot, 'property'>, day: string): string {
  return property.type === 'Edm.DateTimeOffset'
    ? `${day}T00:00:00Z`
    : property.type === 'Edm.DateTime'
      ? `${day}T00:00:00`
      : day;
}

function isSided({ named }: Slot): boolean {
  return named.byName.some((word) => startWords.has(word) || endWords.has(word));
}

function dateScore(slot: Slot, mention: Mention, entity: Entity): number {
  const words = [...slot.named.byName, ...slot.named.byLabel];
  const starts = words.some((word) => startWords.has(word));
  const ends = words.some((word) => endWords.has(word));
  if (mention.side === 'start' && ends && !starts) return 0;
  if (mention.side === 'end' && starts && !ends) return 0;
  const byRole = roleScore(mention.role, slot.named, entity.words);
  const told = byRole >= 0.85 ? byRole * 2 : 0;
  const before = mention.before.slice(-60);
  const cue = DATE_CUES.find(({ pattern }) => pattern.test(before)) ?? sideCue(mention);
  if (cue === undefined) return told;
  const wanted = cue.words.map(canonical);
  const hits = wanted.filter((word) => slot.words.has(word));
  if (hits.length === 0) return told;
  const first = wanted.indexOf(hits[0] ?? '');
  const strange = slot.named.byName.filter((word) =>
    /^(last|creat|chang|actual|system|original|basic|schedul|confirm)/.test(word),
  ).length;
  return told + 1.2 + 0.5 * Math.min(3, hits.length) - 0.1 * first - 0.8 * strange;
}

function sideCue({ side }: Mention): (typeof DATE_CUES)[number] | undefined {
  const sample = side === 'start' ? 'start' : side === 'end' ? 'end' : undefined;
  return sample === undefined ? undefined : DATE_CUES.find(({ pattern }) => pattern.test(sample));
}
