import type { Diagnostics } from './diagnostics.ts';
import type { CsdlElement } from './element.ts';
import type { JsonValue } from './json-value.ts';
import type { SourceText } from './source-text.ts';
import { mayBeUnderstood } from './terms.ts';

/** What the conversion of one file carries along. */
export interface JsonScope {
  readonly source: SourceText;
  readonly diagnostics: Diagnostics;
}

/** An element as the XML reader would make it. */
export function makeElement(
  { source }: JsonScope,
  name: string,
  offset: number,
  attributes: Readonly<Record<string, string>>,
  children: CsdlElement[] = [],
): CsdlElement {
  const namespace = 'http://docs.oasis-open.org/odata/ns/edm';
  return { name, namespace, attributes, sap: undefined, children, text: '', source, offset };
}

/** `$Name` members with a scalar value as attributes: `$BaseType` as BaseType. */
export function scalarAttributes(value: JsonValue): Record<string, string> {
  const attributes: Record<string, string> = {};
  if (value.kind !== 'object') return attributes;
  for (const { name, value: member } of value.members) {
    if (!name.startsWith('$') || name.includes('@') || name === '$Kind' || name === '$Collection') continue;
    if (member.kind === 'scalar' && member.value !== null) attributes[name.slice(1)] ??= String(member.value);
  }
  return attributes;
}

/**
 * Type and facets of a property, parameter, return type or term. The defaults of JSON are not those of XML: no `$Type` is Edm.String, no
 * `$Nullable` is not nullable, no `$Scale` is variable.
 */
export function facetAttributes(value: JsonValue): Record<string, string> {
  const { Type = 'Edm.String', Nullable = 'false', ...rest } = scalarAttributes(value);
  const collection =
    value.kind === 'object' &&
    value.members.some(
      ({ name, value: flag }) => name === '$Collection' && flag.kind === 'scalar' && flag.value === true,
    );
  const scale = Type === 'Edm.Decimal' && rest.Scale === undefined ? { Scale: 'variable' } : {};
  return { ...rest, ...scale, Type: collection ? `Collection(${Type})` : Type, Nullable };
}

/** Annotation elements for the `@Term#Qualifier` members of an object. */
export function annotationElements(scope: JsonScope, value: JsonValue): CsdlElement[] {
  return annotationsByMember(scope, value).get('') ?? [];
}

/** Annotation elements of an object and its members: `@Term` stands under the empty name, `member@Term` under that of the member. */
export function annotationsByMember(scope: JsonScope, value: JsonValue): Map<string, CsdlElement[]> {
  const found = new Map<string, CsdlElement[]>();
  if (value.kind !== 'object') return found;
  for (const { name, offset, value: content } of value.members) {
    const at = name.indexOf('@');
    if (at < 0 || name.indexOf('@', at + 1) >= 0) continue;
    const [term = '', qualifier] = name.slice(at + 1).split('#');
    if (!mayBeUnderstood(term)) continue;
    const attributes: Record<string, string> =
      qualifier === undefined ? { Term: term } : { Term: term, Qualifier: qualifier };
    const element = withValue(scope, 'Annotation', offset, attributes, content);
    const member = name.slice(0, at);
    const list = found.get(member);
    if (list) list.push(element);
    else found.set(member, [element]);
  }
  return found;
}

/** Dynamic expressions of CSDL JSON that the reader looks at; others become an element without meaning. */
const pathMembers = new Set([
  '$Path',
  '$PropertyPath',
  '$NavigationPropertyPath',
  '$AnnotationPath',
  '$ModelElementPath',
]);

/** An element that carries an annotation value: scalars as attribute, arrays as Collection, objects as Record. */
function withValue(
  scope: JsonScope,
  name: string,
  offset: number,
  attributes: Record<string, string>,
  value: JsonValue,
): CsdlElement {
  if (value.kind === 'scalar')
    return makeElement(scope, name, offset, { ...attributes, ...scalarExpression(value.value) });
  if (value.kind === 'array') {
    const items = value.items.map((item) => collectionItem(scope, item));
    return makeElement(scope, name, offset, attributes, [makeElement(scope, 'Collection', value.offset, {}, items)]);
  }
  const dynamic = value.members.find((one) => one.name.startsWith('$'));
  if (dynamic === undefined) return makeElement(scope, name, offset, attributes, [record(scope, value)]);
  if (pathMembers.has(dynamic.name) && dynamic.value.kind === 'scalar') {
    const path = { [dynamic.name.slice(1)]: String(dynamic.value.value) };
    return makeElement(scope, name, offset, { ...attributes, ...path });
  }
  return makeElement(scope, name, offset, attributes, [makeElement(scope, dynamic.name.slice(1), dynamic.offset, {})]);
}

function scalarExpression(value: string | number | boolean | null): Record<string, string> {
  if (typeof value === 'string') return { String: value };
  if (typeof value === 'number') return { Decimal: String(value) };
  return value === null ? { Null: '' } : { Bool: String(value) };
}

function collectionItem(scope: JsonScope, item: JsonValue): CsdlElement {
  if (item.kind === 'object' && !item.members.some((one) => one.name.startsWith('$'))) return record(scope, item);
  const [name = 'String', text = ''] = item.kind === 'scalar' ? scalarItem(item.value) : ['Path', pathText(item)];
  return { ...makeElement(scope, name, item.offset, {}), text };
}

function scalarItem(value: string | number | boolean | null): [string, string] {
  const [[name, text] = ['String', '']] = Object.entries(scalarExpression(value));
  return [name, text];
}

function pathText(item: JsonValue): string {
  if (item.kind !== 'object') return '';
  const path = item.members.find((one) => pathMembers.has(one.name))?.value;
  return path?.kind === 'scalar' ? String(path.value) : '';
}

function record(scope: JsonScope, value: JsonValue): CsdlElement {
  const members = value.kind === 'object' ? value.members : [];
  const type = members.find(({ name }) => name === '@type' || name === '@odata.type')?.value;
  const attributes = type?.kind === 'scalar' ? { Type: String(type.value).replace(/^.*#/, '') } : {};
  const values = members
    .filter(({ name }) => !name.includes('@'))
    .map(({ name, offset, value: content }) => withValue(scope, 'PropertyValue', offset, { Property: name }, content));
  return makeElement(scope, 'Record', value.offset, attributes, [...values, ...annotationElements(scope, value)]);
}
