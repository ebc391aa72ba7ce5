import type { Aliases } from './aliases.ts';
import { booleanOf, type CsdlElement, childOf, childrenOf } from './element.ts';

/** One annotation of an understood term; `element` holds its value. */
export interface Annotation {
  /** Short name: `Common.Label`. */
  readonly term: string;
  readonly qualifier: string | undefined;
  readonly element: CsdlElement;
  /** Those of the document that the annotation stands in. */
  readonly aliases: Aliases;
}

/** The text of a constant String expression, as attribute or child. */
export function stringOf(element: CsdlElement): string | undefined {
  return element.attributes.String ?? childOf(element, 'String')?.text;
}

/** The value of a constant Bool expression; without any expression `fallback` (true for tagging terms). Undefined for dynamic ones. */
export function boolOf(element: CsdlElement, fallback: boolean | undefined = true): boolean | undefined {
  const written = element.attributes.Bool ?? childOf(element, 'Bool')?.text.trim();
  if (written !== undefined) return booleanOf(written);
  return hasExpression(element) ? undefined : fallback;
}

const constants = [
  ...['String', 'Int', 'Decimal', 'Float', 'Bool', 'Date', 'DateTimeOffset', 'TimeOfDay', 'Duration', 'Guid', 'Binary'],
  ...['EnumMember', 'DateTime', 'Time'],
];

/** The value of any constant expression as text. */
export function constantOf(element: CsdlElement): string | undefined {
  for (const name of constants) {
    const value = element.attributes[name] ?? childOf(element, name)?.text;
    if (value !== undefined) return name === 'String' ? value : value.trim();
  }
  return undefined;
}

const paths = [
  'PropertyPath',
  'Path',
  'NavigationPropertyPath',
  'AnyPropertyPath',
  'ModelElementPath',
  'AnnotationPath',
];

/** The path of any path expression. */
export function pathOf(element: CsdlElement): string | undefined {
  for (const name of paths) {
    const value = element.attributes[name] ?? childOf(element, name)?.text.trim();
    if (value) return value;
  }
  return undefined;
}

/** The paths of a Collection of paths; strings count too, as some generators write them. */
export function pathsOf(element: CsdlElement): string[] {
  const collection = childOf(element, 'Collection');
  if (collection === undefined) return [];
  return collection.children
    .filter((child) => paths.includes(child.name) || child.name === 'String')
    .map((child) => child.text.trim())
    .filter((path) => path !== '');
}

/** Member names of an EnumMember expression, without their type; CSDL JSON writes them as string. */
export function enumMembersOf(element: CsdlElement): string[] {
  const written = element.attributes.EnumMember ?? childOf(element, 'EnumMember')?.text ?? stringOf(element);
  if (written === undefined) return [];
  return written
    .split(/[\s,]+/)
    .map((member) => member.slice(member.lastIndexOf('/') + 1))
    .filter((member) => member !== '');
}

/** The records of a Collection, or the one Record. */
export function recordsOf(element: CsdlElement): CsdlElement[] {
  const collection = childOf(element, 'Collection');
  return childrenOf(collection ?? element, 'Record');
}

/** The PropertyValue of that name in a Record. */
export function propertyValue(record: CsdlElement | undefined, property: string): CsdlElement | undefined {
  return record?.children.find((child) => child.name === 'PropertyValue' && child.attributes.Property === property);
}

function hasExpression(element: CsdlElement): boolean {
  if (element.children.some((child) => child.name !== 'Annotation')) return true;
  for (const name in element.attributes) {
    if (name !== 'Term' && name !== 'Qualifier' && name !== 'Property' && !name.includes(':') && name !== 'xmlns')
      return true;
  }
  return false;
}
