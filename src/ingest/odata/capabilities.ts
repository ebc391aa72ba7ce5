import type { EntitySetAttributes } from '../../graph/index.ts';
import {
  type Annotation,
  boolOf,
  constantOf,
  enumMembersOf,
  pathOf,
  pathsOf,
  propertyValue,
  recordsOf,
} from './annotation.ts';
import type { CsdlElement } from './element.ts';
import { bestText } from './member-terms.ts';
import type { Container, EntitySet, Model } from './model.ts';
import { findNavigation } from './structured-types.ts';

/** Capabilities stated for the whole container hold for each set of it, unless the set says otherwise. */
export function applyToContainer(set: EntitySet, container: Container): void {
  for (const annotation of container.annotations ?? []) {
    if (annotation.term.startsWith('Capabilities.')) applyCapability(set, annotation);
  }
}

/** Applies what annotations say about a set: capabilities, label, optimistic concurrency, draft. */
export function applyToSet(model: Model, set: EntitySet): void {
  const { attributes } = set;
  for (const annotation of set.annotations ?? []) {
    const { term, element, aliases } = annotation;
    switch (term) {
      case 'Core.OptimisticConcurrency':
        attributes.concurrency = pathsOf(element);
        break;
      case 'Common.DraftRoot':
      case 'Common.DraftNode':
        attributes.draft = draftOf(term === 'Common.DraftRoot', recordsOf(element)[0], (name) => aliases.path(name));
        break;
      case 'Common.Label':
      case 'Core.Description':
      case 'Core.LongDescription':
      case 'Common.QuickInfo':
        bestText(attributes, annotation);
        break;
      default:
        applyCapability(set, annotation);
        if (term === 'Capabilities.NavigationRestrictions') applyToNavigations(model, set, element);
    }
  }
}

function draftOf(
  root: boolean,
  record: CsdlElement | undefined,
  resolve: (name: string) => string,
): NonNullable<EntitySetAttributes['draft']> {
  const draft: { root: boolean; [action: string]: string | boolean } = { root };
  for (const value of record?.children ?? []) {
    const action = constantOf(value);
    const property = value.attributes.Property;
    if (property !== undefined && action !== undefined) draft[property] = resolve(action);
  }
  return draft;
}

/** A Bool of a restriction record; undefined where it is absent or depends on the instance. */
function flag(record: CsdlElement | undefined, property: string): boolean | undefined {
  const value = propertyValue(record, property);
  return value && boolOf(value);
}

function paths(record: CsdlElement | undefined, property: string): string[] | undefined {
  const value = propertyValue(record, property);
  return value && pathsOf(value);
}

function assign<K extends keyof EntitySetAttributes>(
  target: EntitySetAttributes,
  key: K,
  value: EntitySetAttributes[K] | undefined,
): void {
  if (value !== undefined) target[key] = value;
}

function applyCapability({ attributes }: EntitySet, { term, element }: Annotation): void {
  const record = recordsOf(element)[0];
  switch (term) {
    case 'Capabilities.InsertRestrictions':
      assign(attributes, 'insertable', flag(record, 'Insertable'));
      assign(attributes, 'requiredOnInsert', paths(record, 'RequiredProperties'));
      assign(attributes, 'nonInsertableProperties', paths(record, 'NonInsertableProperties'));
      assign(attributes, 'nonInsertableNavigation', paths(record, 'NonInsertableNavigationProperties'));
      break;
    case 'Capabilities.UpdateRestrictions':
      assign(attributes, 'updatable', flag(record, 'Updatable'));
      assign(attributes, 'nonUpdatableProperties', paths(record, 'NonUpdatableProperties'));
      break;
    case 'Capabilities.DeleteRestrictions':
      assign(attributes, 'deletable', flag(record, 'Deletable'));
      break;
    case 'Capabilities.ReadRestrictions':
      assign(attributes, 'readable', flag(record, 'Readable'));
      break;
    case 'Capabilities.SearchRestrictions':
      assign(attributes, 'searchable', flag(record, 'Searchable'));
      break;
    case 'Capabilities.FilterRestrictions':
      assign(attributes, 'filterable', flag(record, 'Filterable'));
      assign(attributes, 'requiresFilter', flag(record, 'RequiresFilter'));
      assign(attributes, 'requiredFilterProperties', paths(record, 'RequiredProperties'));
      assign(attributes, 'nonFilterableProperties', paths(record, 'NonFilterableProperties'));
      assign(attributes, 'filterExpressions', filterExpressions(propertyValue(record, 'FilterExpressionRestrictions')));
      break;
    case 'Capabilities.SortRestrictions':
      assign(attributes, 'sortable', flag(record, 'Sortable'));
      assign(attributes, 'nonSortableProperties', paths(record, 'NonSortableProperties'));
      break;
    case 'Capabilities.ExpandRestrictions':
      assign(attributes, 'expandable', flag(record, 'Expandable'));
      assign(attributes, 'nonExpandableProperties', paths(record, 'NonExpandableProperties'));
      break;
    case 'Capabilities.CountRestrictions':
      assign(attributes, 'countable', flag(record, 'Countable'));
      break;
    case 'Capabilities.TopSupported':
      assign(attributes, 'topSupported', boolOf(element));
      break;
    case 'Capabilities.SkipSupported':
      assign(attributes, 'skipSupported', boolOf(element));
      break;
    case 'Capabilities.DeepInsertSupport':
      assign(attributes, 'deepInsertSupported', flag(record, 'Supported'));
      break;
  }
}

function filterExpressions(value: CsdlElement | undefined): Record<string, readonly string[]> | undefined {
  if (value === undefined) return undefined;
  const allowed: Record<string, string[]> = {};
  for (const record of recordsOf(value)) {
    const property = propertyValue(record, 'Property');
    const expressions = propertyValue(record, 'AllowedExpressions');
    const path = property && (pathOf(property) ?? constantOf(property));
    if (path === undefined || expressions === undefined) continue;
    const words = enumMembersOf(expressions);
    const said =
      words.length > 0 ? words : (constantOf(expressions) ?? '').split(/[\s,]+/).filter((word) => word !== '');
    allowed[path] = [...(allowed[path] ?? []), ...said];
  }
  return allowed;
}

/** NavigationRestrictions of a set say what may be done through its navigation properties. */
function applyToNavigations(model: Model, set: EntitySet, element: CsdlElement): void {
  const restricted = propertyValue(recordsOf(element)[0], 'RestrictedProperties');
  if (restricted === undefined || set.type === undefined) return;
  for (const record of recordsOf(restricted)) {
    const value = propertyValue(record, 'NavigationProperty');
    const path = value && (pathOf(value) ?? constantOf(value));
    if (path === undefined) continue;
    const insert = propertyValue(record, 'InsertRestrictions');
    const deep = propertyValue(record, 'DeepInsertSupport');
    const creatable = insert && flag(recordsOf(insert)[0], 'Insertable');
    const insertable = deep && flag(recordsOf(deep)[0], 'Supported');
    if (insertable === false) {
      set.attributes.nonInsertableNavigation = [...(set.attributes.nonInsertableNavigation ?? []), path];
    }
    const navigation = findNavigation(set.type, path);
    if (navigation === undefined) {
      if (path.includes('/')) continue;
      const problem = `NavigationRestrictions of ${set.attributes.name} name ${path}, which is no navigation property of ${set.type.qualified}.`;
      model.diagnostics.warning('unknown-navigation', record, problem, 'That restriction is dropped.');
      continue;
    }
    if (creatable !== undefined) navigation.attributes.creatable = creatable;
    if (insertable !== undefined) navigation.attributes.insertable = insertable;
  }
}
