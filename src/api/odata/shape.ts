import type { OperationParameter } from '../../graph/index.ts';
import type { CatalogService } from '../spec/catalog.ts';
import type { StructuredType, TypedProperty } from '../spec/structured-type.ts';

/** The protocol families that differ in literals, bodies and batches. */
export type Dialect = 'v2' | 'v3' | 'v4';

/** What decides how a value of a property or parameter is written. */
export interface ValueShape {
  readonly name: string;
  /** The primitive type behind type definitions; for complex and enumeration types the type itself. */
  readonly primitive: string;
  readonly isEnum: boolean;
  readonly collection: boolean;
  /** The complex or entity type that values are objects of. */
  readonly structure?: StructuredType;
}

export function dialectOf(service: CatalogService): Dialect {
  return `v${service.version}`;
}

export function propertyShape(service: CatalogService, property: TypedProperty): ValueShape {
  const { name, primitive, isEnum, complexId, attributes } = property;
  const structure = isEnum
    ? undefined
    : complexId === undefined
      ? service.typeNamed(primitive)
      : service.type(complexId);
  return {
    name,
    primitive,
    isEnum,
    collection: attributes.collection === true,
    ...(structure !== undefined && { structure }),
  };
}

/** A declared type that is neither primitive nor structured nor a type definition is an enumeration. */
export function parameterShape(service: CatalogService, parameter: OperationParameter): ValueShape {
  const { name, type = 'Edm.String', underlyingType } = parameter;
  const structure = service.typeNamed(type);
  const primitive = underlyingType ?? type;
  return {
    name,
    primitive,
    isEnum: structure === undefined && !primitive.startsWith('Edm.'),
    collection: parameter.collection === true,
    ...(structure !== undefined && { structure }),
  };
}

/** True for media entities, whose value is a stream. */
export function hasStream(service: CatalogService, type: StructuredType): boolean {
  return type.lineage.some((id) => service.type(id)?.attributes.hasStream === true);
}
