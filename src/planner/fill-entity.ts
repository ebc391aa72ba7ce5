import { type Entity, emptyEntity, type Filling, type Property, take } from './entity.ts';
import { fillAmounts } from './fill-amounts.ts';
import { fillCodes } from './fill-codes.ts';
import { fillDates } from './fill-dates.ts';
import { fillIdentifiers } from './fill-identifiers.ts';
import { fillNames, fillTexts } from './fill-texts.ts';

const technical = /^(IsActiveEntity|HasActiveEntity|HasDraftEntity|DraftUUID|DraftEntity\w*|.*_(ac|fc|oc))$/i;

/** Fills the properties of an entity as far as the text gives them. */
export function fillEntity(properties: readonly Property[], name: string, filling: Filling): Entity {
  const writable = properties.filter((property) => isUsable(property, filling.purpose));
  const entity = emptyEntity(writable, name);
  fillIdentifiers(entity, filling);
  fillTexts(entity, filling);
  fillNames(entity, filling);
  fillAmounts(entity, filling);
  fillDates(entity, filling);
  fillCodes(entity, filling);
  fillComplex(entity, filling);
  return entity;
}

function isUsable(property: Property, purpose: Filling['purpose']): boolean {
  if (technical.test(property.name)) return false;
  if (purpose === 'create') return property.creatable;
  if (purpose === 'update') return property.updatable || property.key === true;
  return property.filterable !== false;
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
