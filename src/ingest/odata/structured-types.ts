import { type CsdlElement, childOf, childrenOf } from './element.ts';
import type { DeclaredType, Model, StructuredType } from './model.ts';
import type { TypeResolver } from './type-resolver.ts';

/** Links every structured type to its base type; unknown and cyclic bases are reported and cut. */
export function linkBaseTypes(model: Model, resolver: TypeResolver): void {
  const structured = [...model.types.values()].filter(isStructured);
  for (const type of structured) {
    const written = type.element.attributes.BaseType;
    if (written === undefined || written === '') continue;
    const use = resolver.resolve(
      written,
      type.attributes.namespace,
      type.element,
      'Inherited keys, properties and navigation of that base type are missing.',
    );
    type.attributes.baseType = use.name;
    if (use.declared?.kind === type.kind) type.base = use.declared;
    else if (use.declared !== undefined) {
      model.diagnostics.warning(
        'unfit-base-type',
        type.element,
        `${type.element.name} ${type.qualified} cannot extend ${use.name}, which is of another kind.`,
        'The type is read without what it would inherit.',
      );
    }
  }
  cutEndlessLines(model, structured);
}

function isStructured(type: DeclaredType): type is StructuredType {
  return type.kind === 'entity' || type.kind === 'complex';
}

/** Longer lines of inheritance are cut: real ones have under ten types. */
const maximumLineage = 200;

/** Cuts circles, and lines of inheritance that are too long, at the type where they show; each type is visited once. */
function cutEndlessLines(model: Model, types: readonly StructuredType[]): void {
  const lengths = new Map<StructuredType, number>();
  for (const start of types) {
    const path: StructuredType[] = [];
    const onPath = new Set<StructuredType>();
    for (let type: StructuredType | undefined = start; type && !lengths.has(type); type = type.base) {
      if (onPath.has(type)) {
        const circle = path.slice(path.indexOf(type)).map((one) => one.qualified);
        const problem = `${type.element.name} ${type.qualified} is its own base type (${[...circle, type.qualified].join(' extends ')}).`;
        cut(model, type, 'cyclic-base-type', problem);
        break;
      }
      path.push(type);
      onPath.add(type);
    }
    for (const type of path.reverse()) {
      const above = type.base === undefined ? 0 : (lengths.get(type.base) ?? 0);
      if (above >= maximumLineage) {
        cut(model, type, 'long-base-types', `${type.qualified} has more than ${maximumLineage} base types above it.`);
      }
      lengths.set(type, type.base === undefined ? 1 : above + 1);
    }
  }
}

function cut(model: Model, type: StructuredType, rule: string, problem: string): void {
  type.base = undefined;
  model.diagnostics.warning(
    rule,
    type.element,
    problem,
    'The line is cut here: this type is read without its base type.',
  );
}

/** The type itself and its base types, from the type upwards. */
export function* lineage(type: StructuredType | undefined): Generator<StructuredType> {
  for (let one = type; one; one = one.base) yield one;
}

/** Sets the keys of all entity types, own or inherited, and marks their properties; runs when all properties are read. */
export function linkKeys(model: Model): void {
  for (const type of model.types.values()) {
    if (type.kind !== 'entity') continue;
    for (const holder of lineage(type)) {
      const key = childOf(holder.element, 'Key');
      if (key === undefined) continue;
      readKey(model, type, key, holder === type);
      break;
    }
  }
}

function readKey(model: Model, type: StructuredType, key: CsdlElement, own: boolean): void {
  const keys: string[] = [];
  const aliases: Record<string, string> = {};
  for (const reference of childrenOf(key, 'PropertyRef')) {
    const path = reference.attributes.Name?.trim();
    if (!path) continue;
    keys.push(path);
    if (reference.attributes.Alias) aliases[reference.attributes.Alias] = path;
    if (!own) continue;
    const direct = findProperty(type, path);
    if (direct) direct.attributes.key = true;
    else if (!path.includes('/')) {
      model.diagnostics.warning(
        'unknown-key-property',
        reference,
        `The key of ${type.qualified} names ${path}, which is no property of the type.`,
        'The key keeps that name, but its type is unknown.',
      );
    }
  }
  type.attributes.keys = keys;
  if (Object.keys(aliases).length > 0) type.attributes.keyAliases = aliases;
}

/** A property of the type or of its base types. */
export function findProperty(type: StructuredType, name: string) {
  for (const one of lineage(type)) {
    const property = one.properties.get(name);
    if (property) return property;
  }
  return undefined;
}

/** A navigation property of the type or of its base types. */
export function findNavigation(type: StructuredType, name: string) {
  for (const one of lineage(type)) {
    const navigation = one.navigations.get(name);
    if (navigation) return navigation;
  }
  return undefined;
}
