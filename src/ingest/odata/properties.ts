import type { PropertyAttributes } from '../../graph/index.ts';
import { memberName } from './declare-types.ts';
import { booleanOf, type CsdlElement, childOf } from './element.ts';
import { readFacets } from './facets.ts';
import type { DeclaredType, Model, StructuredType } from './model.ts';
import { applySapToProperty } from './sap-attributes.ts';
import type { TypeResolver } from './type-resolver.ts';

/** Reads a Property element into its type; false names are reported, the rest of the type is not harmed. */
export function readProperty(model: Model, resolver: TypeResolver, owner: StructuredType, element: CsdlElement): void {
  const name = memberName(model, owner, element);
  if (name === undefined) return;
  const written = writtenType(element);
  if (written === undefined) {
    model.diagnostics.warning(
      'missing-type',
      element,
      `Property ${name} of ${owner.qualified} has no Type.`,
      'It is read as Edm.String.',
    );
  }
  const use = resolver.resolve(
    written ?? 'Edm.String',
    owner.attributes.namespace,
    element,
    'The property is kept with the type as written; its values are not checked.',
  );
  const nullable = booleanOf(element.attributes.Nullable);
  if (nullable === undefined && element.attributes.Nullable !== undefined) {
    const problem = `Property ${name} of ${owner.qualified} has Nullable="${element.attributes.Nullable}", which is neither true nor false.`;
    model.diagnostics.warning('unreadable-facet', element, problem, 'It is read as nullable.');
  }
  const attributes: PropertyAttributes = { name, type: use.name, nullable: nullable !== false };
  if (use.collection || isCollectionKind(element.attributes.CollectionKind)) attributes.collection = true;
  lendFacets(model, attributes, use.declared);
  readFacets(element, attributes, model.diagnostics);
  if (element.attributes.ConcurrencyMode === 'Fixed') attributes.concurrency = true;
  if (element.attributes['annotation:StoreGeneratedPattern'] === 'Computed') attributes.computed = true;
  if (element.sap) applySapToProperty(attributes, element.sap);
  const description = documentation(element);
  if (description !== undefined) attributes.description ??= description;
  owner.properties.set(name, {
    id: `${owner.id}/${name}`,
    attributes,
    element,
    annotations: undefined,
    type: use.declared,
    owner,
  });
}

/** A TypeDefinition lends underlying type and facets, an EnumType its underlying type and whether members combine. */
function lendFacets(model: Model, attributes: PropertyAttributes, type: DeclaredType | undefined): void {
  if (type?.kind === 'definition') {
    attributes.underlyingType = type.underlyingType;
    readFacets(type.element, attributes, model.diagnostics);
  } else if (type?.kind === 'enum') {
    attributes.underlyingType = type.underlyingType;
    if (type.flags) attributes.flags = true;
  }
}

/** The type of a property or parameter: the Type attribute, or in V3 a nested CollectionType or ReferenceType. */
export function writtenType(element: CsdlElement): string | undefined {
  if (element.attributes.Type !== undefined) return element.attributes.Type;
  const collection = childOf(element, 'CollectionType');
  if (collection !== undefined) {
    const item = collection.attributes.ElementType ?? childOf(collection, 'TypeRef')?.attributes.Type;
    if (item !== undefined) return `Collection(${item})`;
  }
  return childOf(element, 'ReferenceType')?.attributes.Type ?? childOf(element, 'TypeRef')?.attributes.Type;
}

/** Summary, else LongDescription of a Documentation child (V1 to V3), in one line. */
export function documentation(element: CsdlElement): string | undefined {
  const found = childOf(element, 'Documentation');
  if (found === undefined) return undefined;
  const text =
    childOf(found, 'Summary')?.text.trim() || childOf(found, 'LongDescription')?.text.trim() || found.text.trim();
  return text ? text.replace(/\s+/g, ' ') : undefined;
}

function isCollectionKind(kind: string | undefined): boolean {
  return kind === 'List' || kind === 'Bag';
}
