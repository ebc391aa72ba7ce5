const primitives = new Set([
  ...[
    'Binary',
    'Boolean',
    'Byte',
    'Date',
    'DateTime',
    'DateTimeOffset',
    'Decimal',
    'Double',
    'Duration',
    'Guid',
    'Int16',
  ],
  ...['Int32', 'Int64', 'SByte', 'Single', 'Stream', 'String', 'Time', 'TimeOfDay', 'Float', 'Untyped'],
  ...['Geography', 'GeographyPoint', 'GeographyLineString', 'GeographyPolygon', 'GeographyMultiPoint'],
  ...['GeographyMultiLineString', 'GeographyMultiPolygon', 'GeographyCollection', 'Geometry', 'GeometryPoint'],
  ...['GeometryLineString', 'GeometryPolygon', 'GeometryMultiPoint', 'GeometryMultiLineString', 'GeometryMultiPolygon'],
  ...['GeometryCollection', 'PrimitiveType', 'ComplexType', 'EntityType', 'AnnotationPath', 'PropertyPath'],
  ...['NavigationPropertyPath', 'AnyPropertyPath', 'ModelElementPath'],
]);

/** True for `Edm.String` and the other built-in types of all versions, the abstract ones included. */
export function isEdmType(qualified: string): boolean {
  return qualified.startsWith('Edm.') && primitives.has(qualified.slice(4));
}

/** `Edm.String` for a bare `String`, which old schemas may write; undefined for what is no built-in type. */
export function bareEdmType(name: string): string | undefined {
  return primitives.has(name) ? `Edm.${name}` : undefined;
}

/** A type as written: `Collection(NS.Type)` (in V1 to V3 also with `Bag` and `List`) has the item `NS.Type`. */
export function splitCollection(type: string): { item: string; collection: boolean } {
  const match = /^\s*(?:Collection|Bag|List)\s*\(\s*([^()]*?)\s*\)\s*$/.exec(type);
  return match ? { item: match[1] ?? '', collection: true } : { item: type.trim(), collection: false };
}
