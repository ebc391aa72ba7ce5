import { type CsdlElement, childOf, childrenOf } from './element.ts';
import { cutEndlessLines, lineUpwards } from './endless-lines.ts';
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
  cutEndlessLines(structured, (type, circle) => {
    const cycle = circle && [...circle.slice(0, 20), type].map((one) => one.qualified).join(' extends ');
    const problem = cycle
      ? `${type.element.name} ${type.qualified} is its own base type (${cycle}).`
      : `${type.element.name} ${type.qualified} has too many base types above it.`;
    const effect = 'The line is cut here: this type is read without its base type.';
    model.diagnostics.warning(cycle ? 'cyclic-base-type' : 'long-base-types', type.element, problem, effect);
  });
}

function isStructured(type: DeclaredType): type is StructuredType {
  return type.kind === 'entity' || type.kind === 'complex';
}

/** Sets the keys of all entity types, own or inherited, and marks their properties; runs when all properties are read. */
export function linkKeys(model: Model): void {
  const known = new Map<StructuredType, Key>();
  for (const type of model.types.values()) {
    if (type.kind !== 'entity') continue;
    for (const holder of lineUpwards<StructuredType>(type)) {
      const element = childOf(holder.element, 'Key');
      if (element === undefined) continue;
      const key = known.get(holder) ?? readKey(model, holder, element);
      known.set(holder, key);
      type.attributes.keys = key.paths;
      if (key.aliases) type.attributes.keyAliases = key.aliases;
      break;
    }
  }
}

interface Key {
  readonly paths: readonly string[];
  readonly aliases: Readonly<Record<string, string>> | undefined;
}

function readKey(model: Model, type: StructuredType, key: CsdlElement): Key {
  const paths: string[] = [];
  const aliases: Record<string, string> = {};
  for (const reference of childrenOf(key, 'PropertyRef')) {
    const path = reference.attributes.Name?.trim();
    if (!path) continue;
    paths.push(path);
    if (reference.attributes.Alias) aliases[reference.attributes.Alias] = path;
    const direct = findProperty(type, path);
    if (direct) direct.attributes.key = true;
    else if (!leadsToProperty(type, path)) {
      model.diagnostics.warning(
        'unknown-key-property',
        reference,
        `The key of ${type.qualified} names ${path}, which is no property of the type.`,
        'The key keeps that name, but its type is unknown.',
      );
    }
  }
  return { paths, aliases: Object.keys(aliases).length > 0 ? aliases : undefined };
}

/** Follows a path through complex properties and single-valued navigation; true where what it names may exist. */
function leadsToProperty(start: StructuredType, path: string): boolean {
  let type: StructuredType = start;
  const segments = path.split('/');
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1;
    const property = findProperty(type, segment);
    const navigation = property ? undefined : findNavigation(type, segment);
    if (property === undefined && navigation === undefined) return false;
    const next: DeclaredType | undefined = property ? property.type : navigation?.target;
    // What another file declares is not known here; a built-in type has no members.
    if (next === undefined) return last || !property?.attributes.type.startsWith('Edm.');
    if (next.kind !== 'entity' && next.kind !== 'complex') return last;
    type = next;
  }
  return true;
}

/** A property of the type or of its base types. */
export function findProperty(type: StructuredType, name: string) {
  for (const one of lineUpwards<StructuredType>(type)) {
    const property = one.properties.get(name);
    if (property) return property;
  }
  return undefined;
}

/** A navigation property of the type or of its base types. */
export function findNavigation(type: StructuredType, name: string) {
  for (const one of lineUpwards<StructuredType>(type)) {
    const navigation = one.navigations.get(name);
    if (navigation) return navigation;
  }
  return undefined;
}
