import type { Description } from '../tools/index.ts';
import { type Entity, isOpen, take } from './entity.ts';
import { canonical } from './words.ts';

/** What an earlier call of the run made, by the names of its keys. */
export interface Reference {
  readonly set: string;
  readonly service: string;
  readonly keys: Readonly<Record<string, unknown>>;
  /** Keys of its first item. */
  readonly itemKeys: Readonly<Record<string, unknown>>;
  /** The payload that it was made with. */
  readonly payload: Readonly<Record<string, unknown>>;
}

const reference = canonical('reference');

/** Puts the numbers of what was made before where properties of the same name, or for a reference document, wait for them. */
export function fillReferences(
  entity: Entity,
  description: Description,
  references: readonly Reference[],
  level: 'header' | 'item',
): void {
  const single = (description.keys ?? []).length === 1 ? description.keys?.[0] : undefined;
  const latest = references.at(-1);
  let named = false;
  for (const made of [...references].reverse()) {
    for (const slot of entity.properties) {
      const { property } = slot;
      if (!isOpen(entity, slot) || property.name === single || made.set === description.id) continue;
      const value = made.keys[property.name] ?? (level === 'item' ? made.itemKeys[property.name] : undefined);
      if (value === undefined || (property.valueHelp?.values?.length ?? 0) > 0) continue;
      take(entity, slot, value);
      entity.core += 1;
      named = true;
    }
  }
  if (latest === undefined || named) return;
  if (!fillReferenceDocument(entity, latest)) fillOwner(entity, description, latest);
}

/** Properties for a reference document and its item take the numbers of what was made last. */
function fillReferenceDocument(entity: Entity, made: Reference): boolean {
  let filled = false;
  for (const slot of entity.properties) {
    const { property, named } = slot;
    if (!isOpen(entity, slot) || property.type !== 'Edm.String' || (property.valueHelp?.values?.length ?? 0) > 0)
      continue;
    if (!named.byName.includes(reference) || !named.byName.includes(canonical('document'))) continue;
    const rest = named.byName.filter((word) => word !== reference && word !== canonical('document') && word !== 'sd');
    const isItem = rest.length === 1 && rest[0] === canonical('item');
    if (rest.length > 0 && !isItem) continue;
    const value = Object.values(isItem ? itemOnly(made) : made.keys).at(-1);
    if (typeof value !== 'string') continue;
    take(entity, slot, value);
    entity.core += 1;
    filled = true;
  }
  return filled;
}

/** A key of a dependent entity that is named otherwise than in its owner, as the supplier that a business partner becomes. */
function fillOwner(entity: Entity, description: Description, made: Reference): void {
  const keys = description.keys ?? [];
  const values = Object.values(made.keys);
  const [value] = values;
  if (keys.length < 2 || values.length !== 1 || made.service !== description.service || typeof value !== 'string')
    return;
  const slot = entity.properties.find((candidate) => candidate.property.name === keys[0]);
  if (slot === undefined || !isOpen(entity, slot) || slot.property.type !== 'Edm.String') return;
  if (Number(slot.property.maxLength ?? 0) < value.length) return;
  take(entity, slot, value);
  entity.core += 1;
}

function itemOnly({ keys, itemKeys }: Reference): Record<string, unknown> {
  return Object.fromEntries(Object.entries(itemKeys).filter(([name]) => !(name in keys)));
}

/** Where a clause wants "the same …", the values of equal names that an earlier call was made with. */
export function copySame(
  payload: Record<string, unknown>,
  description: Description,
  clause: string,
  references: readonly Reference[],
): void {
  if (!/\bsame\b/i.test(clause)) return;
  const wanted = [...clause.matchAll(/\bsame ((?:[\w-]+ ?){1,3})/gi)]
    .flatMap((match) => (match[1] ?? '').split(' '))
    .map(canonical);
  const everything = wanted.includes(canonical('data')) || wanted.includes(canonical('terms'));
  for (const made of [...references].reverse()) {
    for (const property of description.properties ?? []) {
      const { name, label, creatable } = property;
      const value = made.payload[name];
      if (!creatable || value === undefined || Array.isArray(value) || name in payload) continue;
      const words = new Set(
        `${name} ${label}`
          .replace(/([a-z])([A-Z])/g, '$1 $2')
          .split(/\W+/)
          .map(canonical),
      );
      if (everything || wanted.some((word) => words.has(word))) payload[name] = value;
    }
  }
}
