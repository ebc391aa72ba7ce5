import { ROLE_ALIASES, TELLING } from './lexicon.ts';
import type { Mention } from './mentions.ts';
import { bestLikeness, canonical, nameWords } from './words.ts';

/** What a property is called, in canonical words. */
export interface NamedProperty {
  readonly byName: readonly string[];
  readonly byLabel: readonly string[];
}

const neutral = new Set(
  [
    'number',
    'id',
    'internal',
    'external',
    'document',
    'code',
    'key',
    'value',
    'name',
    'data',
    'current',
    'plan',
    'sd',
    '1',
  ].map(canonical),
);

/** The words of a property. */
export function namedProperty(property: { readonly name: string; readonly label: string }): NamedProperty {
  return { byName: nameWords(property.name), byLabel: nameWords(property.label) };
}

/**
 * How well the words before a mention name a property, 0 to 1: the overlap (Dice) of both, with little weight for words that every
 * property of the entity has. The end of the role counts, since what stands before it is often an adjective.
 */
export function roleScore(role: readonly string[], property: NamedProperty, entity: ReadonlySet<string>): number {
  if (role.length === 0) return 0;
  const ofEntity = scores.get(entity) ?? new WeakMap<NamedProperty, Map<string, number>>();
  scores.set(entity, ofEntity);
  const ofProperty = ofEntity.get(property) ?? new Map<string, number>();
  ofEntity.set(property, ofProperty);
  const key = role.join(' ');
  const known = ofProperty.get(key);
  if (known !== undefined) return known;
  const score = scoreOf(role, property, entity);
  if (ofProperty.size > 200) ofProperty.clear();
  ofProperty.set(key, score);
  return score;
}

/** Scores that were worked out before, by entity, property and role. */
const scores = new WeakMap<ReadonlySet<string>, WeakMap<NamedProperty, Map<string, number>>>();

function scoreOf(role: readonly string[], property: NamedProperty, entity: ReadonlySet<string>): number {
  let best = 0;
  for (let from = 0; from < role.length; from++) {
    const ending = role.slice(from);
    const penalty = 0.02 * from + (role.slice(0, from).some((word) => telling.has(word)) ? 0.3 : 0);
    best = Math.max(best, overlap(ending, property, entity) - penalty);
    aliasesOf(ending).forEach((alias, index) => {
      best = Math.max(best, overlap(alias, property, entity) - penalty - 0.03 - 0.03 * index);
    });
  }
  return best;
}

const telling = new Set(TELLING.map(canonical));

const aliases = ROLE_ALIASES.map(([role, names]) => ({
  role: nameWords(role).join(' '),
  names: names.map((name) => nameWords(name)),
}));

function aliasesOf(role: readonly string[]): readonly (readonly string[])[] {
  const wanted = role.join(' ');
  return aliases.find((alias) => alias.role === wanted)?.names ?? [];
}

function overlap(role: readonly string[], { byName, byLabel }: NamedProperty, entity: ReadonlySet<string>): number {
  return Math.max(dice(role, byName, entity), dice(role, byLabel, entity) - 0.01);
}

function dice(role: readonly string[], words: readonly string[], entity: ReadonlySet<string>): number {
  if (role.length === 0 || words.length === 0) return 0;
  const weightOf = (word: string): number => (neutral.has(word) ? 0.1 : entity.has(word) ? 0.2 : 1);
  let total = 0;
  for (const word of new Set(role)) total += weightOf(word);
  let shared = 0;
  for (const word of new Set(words)) {
    const weight = weightOf(word);
    total += weight;
    shared += weight * bestLikeness(word, role);
  }
  return total === 0 ? 0 : Math.min(1, (2 * shared) / total);
}

/** True where the role is one that business knows, so that it does not stand for a thing of any other name. */
export function isKnownRole({ role }: Mention): boolean {
  if (role.some((word) => telling.has(word)) || units.has(role.at(-1) ?? '')) return true;
  return role.some((_, from) => {
    const ending = role.slice(from).join(' ');
    return !things.has(ending) && aliases.some((alias) => alias.role === ending);
  });
}

/** What organisational units and the like are called. */
const units = new Set(
  'center plant code group organization point location channel division account profile version reference number'
    .split(' ')
    .map(canonical),
);

const things = new Set(
  ['material', 'product', 'equipment', 'machine', 'item'].map((text) => nameWords(text).join(' ')),
);
