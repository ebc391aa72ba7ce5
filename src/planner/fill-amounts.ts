import { type Entity, type Filling, isNumeric, isOpen, numberFor, type Slot, take } from './entity.ts';
import { CURRENCIES, UNITS } from './lexicon.ts';
import { matchCode } from './match-code.ts';
import type { Mention } from './mentions.ts';
import { roleScore } from './score-property.ts';
import { canonical, textWords } from './words.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(canonical));

const quantityWords = set('order requested total actual entry lot confirmed recorded counted delivery');
const odd = set(
  'minimum maximum scrap tolerance weight volume base alternative component issued received open target over under cumulative tax discount cost deposit withholding unplanned limit rounding conversion exchange reference commission subtotal bonus rebate original committed confirmation free sample destroy variance return block price unit denominator conversion numerator expected yield safety fixed lower upper threshold allowed split partial retail supplying',
);
/** Quantities of what has happened already, which nobody gives on create. */
const past =
  /(Ordered|Received|Issued|Delivered|Inspected|Posted|Consumed|Withdrawn|Committed|Transit|Transfer|Blocked|Reserved|Invoiced|Billed|Picked)/;
const amountWords = set('amount value price');

/** Puts quantities, prices and amounts where the entity has them, each with its unit or currency. */
export function fillAmounts(entity: Entity, filling: Filling): void {
  const { candidates, purpose } = filling;
  if (purpose !== 'read') {
    const mentions = candidates.map(({ mention }) => mention);
    const own = new Set(candidates.filter((candidate) => candidate.own).map(({ mention }) => mention));
    for (const mention of mentions) {
      if (mention.kind === 'quantity') fillQuantity(entity, mention, own.has(mention));
      if (mention.kind === 'price') fillMoney(entity, mention, priceScore, filling);
      if (mention.kind === 'money') fillMoney(entity, mention, amountScore, filling);
    }
  }
  fillCurrencies(entity, filling);
}

function fillQuantity(entity: Entity, mention: Mention, own: boolean): void {
  const ranked = entity.properties
    .filter((slot) => isOpen(entity, slot) && isNumeric(slot.property))
    .map((slot) => ({ slot, score: quantityScore(slot, mention, entity.words) }))
    .filter(({ score }) => score >= 2)
    .sort((a, b) => b.score - a.score || a.slot.property.name.length - b.slot.property.name.length);
  const [best] = ranked;
  if (best === undefined) return;
  take(entity, best.slot, numberFor(best.slot.property, mention.value), mention);
  entity.core += own ? 1 : 0.5;
  fillUnit(entity, best.slot, mention.unit ?? '');
}

function quantityScore({ property, named, words }: Slot, mention: Mention, entity: ReadonlySet<string>): number {
  const byRole = roleScore(mention.role, named, entity);
  if (byRole >= 0.8) return 3 + byRole;
  const time = mention.unit === 'hour' && words.has(canonical('hours'));
  if (!time && (!words.has(canonical('quantity')) || mention.unit === 'day' || mention.unit === 'week')) return 0;
  if (past.test(property.name)) return 0;
  const strange = [...words].filter(
    (word) => odd.has(word) && !(words.has(canonical('entry')) && word === canonical('unit')),
  ).length;
  const strangers = named.byName.filter(
    (word) => word !== canonical('quantity') && !quantityWords.has(word) && !entity.has(word),
  ).length;
  const fitting =
    Math.min(1, named.byName.filter((word) => entity.has(word)).length) +
    1.5 * Math.min(1, named.byName.filter((word) => quantityWords.has(word)).length);
  return (
    2 +
    (time ? 1 : 0) +
    0.4 * Math.min(2, fitting) -
    0.2 * strangers -
    1.5 * strange +
    (property.unit !== undefined ? 0.3 : 0) +
    (property.required ? 1 : 0)
  );
}

/** The unit properties that belong to a quantity: the one of the specification, that of the same name, else the nearest by name. */
function fillUnit(entity: Entity, { property, named }: Slot, unit: string): void {
  const candidates = entity.properties.filter((slot) => isOpen(entity, slot) && slot.property.type === 'Edm.String');
  const told = candidates.filter(({ property: { name } }) => name === property.unit || name === `${property.name}Unit`);
  const [nearest] = candidates
    .filter(({ words, property: other }) => words.has(canonical('unit')) && !/ISO/.test(other.name))
    .map((slot) => ({ slot, shared: slot.named.byName.filter((word) => named.byName.includes(word)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared);
  const chosen = told.length > 0 ? told : nearest === undefined ? [] : [nearest.slot];
  for (const slot of chosen) {
    const code = unitCode(slot, unit);
    if (code !== undefined) take(entity, slot, code);
  }
}

function unitCode({ property }: Slot, unit: string): string | undefined {
  const values = property.valueHelp?.values ?? [];
  if (values.length > 0) return matchCode(values, textWords(unit), [], textWords, true)?.code;
  return UNITS.find(({ text }) => text === unit)?.code;
}

function fillMoney(
  entity: Entity,
  mention: Mention,
  scoreOf: (slot: Slot, mention: Mention, entity: ReadonlySet<string>) => number,
  filling: Filling,
): void {
  const [best] = entity.properties
    .filter((slot) => isOpen(entity, slot) && isNumeric(slot.property))
    .map((slot) => ({ slot, score: scoreOf(slot, mention, entity.words) }))
    .filter(({ score }) => score >= 1)
    .sort((a, b) => b.score - a.score || a.slot.property.name.length - b.slot.property.name.length);
  if (best === undefined) return;
  take(entity, best.slot, numberFor(best.slot.property, mention.value), mention);
  entity.core += 1;
  const currency = entity.properties.find(({ property }) => property.name === best.slot.property.unit);
  const code = mention.unit ?? filling.currency;
  if (currency !== undefined && code !== undefined && isOpen(entity, currency))
    fillCurrency(entity, currency, code, true);
}

function priceScore({ named, words }: Slot, mention: Mention, entity: ReadonlySet<string>): number {
  const byRole = roleScore(mention.role, named, entity);
  if (byRole >= 0.8) return 3 + byRole;
  if (!words.has(canonical('price')) || words.has(canonical('quantity')) || words.has(canonical('unit'))) return 0;
  return 1 + (words.has(canonical('net')) ? 0.5 : 0) + (words.has(canonical('amount')) ? 0.3 : 0) - odds(named.byName);
}

function amountScore({ property, named, words }: Slot, mention: Mention, entity: ReadonlySet<string>): number {
  if (![...words].some((word) => amountWords.has(word)) || words.has(canonical('quantity'))) return 0;
  const told = roleScore(mention.role, named, entity);
  const strange = odds(named.byName.filter((word) => word !== canonical('target')));
  const bonus =
    words.has(canonical('gross')) || words.has(canonical('target')) ? 1 : words.has(canonical('total')) ? 0.5 : 0;
  return 1 + told + bonus + (property.required ? 1.5 : 0) - strange;
}

function odds(words: readonly string[]): number {
  return 1.5 * words.filter((word) => odd.has(word) && word !== canonical('price')).length;
}

function fillCurrencies(entity: Entity, { currency, candidates, purpose }: Filling): void {
  const named = candidates.some(
    ({ mention, own }) => own && (mention.kind === 'currency' || mention.unit === currency),
  );
  if (currency === undefined || (purpose === 'read' && !named)) return;
  for (const slot of entity.properties) {
    if (!isOpen(entity, slot) || !slot.words.has(canonical('currency'))) continue;
    if (slot.words.has(canonical('rate')) || isNumeric(slot.property)) continue;
    if (named || slot.property.required) fillCurrency(entity, slot, currency, slot.property.required);
  }
}

function fillCurrency(entity: Entity, slot: Slot, code: string, without: boolean): void {
  const values = slot.property.valueHelp?.values ?? [];
  const known =
    values.length === 0
      ? without && CURRENCIES.some((currency) => currency.code === code)
      : values.some((value) => value.code === code);
  if (!known) return;
  take(entity, slot, code);
  entity.codes += 1;
}
