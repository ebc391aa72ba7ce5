import { type Entity, type Filling, isOpen, type Slot, take } from './entity.ts';
import { matchCode } from './match-code.ts';
import { bestLikeness, canonical, textWords } from './words.ts';

const standard = canonical('standard');

/** Chooses codes by the words of their texts. */
export function fillCodes(entity: Entity, { wording, purpose, item, lists }: Filling): void {
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
