import {
  annotationElements,
  annotationsByMember,
  facetAttributes,
  type JsonScope,
  makeElement,
  scalarAttributes,
} from './csdl-json-elements.ts';
import { containerElement, operationElements } from './csdl-json-operations.ts';
import type { Diagnostics } from './diagnostics.ts';
import { appendChild, appendChildren, type CsdlElement } from './element.ts';
import { JsonError, type JsonMember, type JsonValue, parseJson } from './json-value.ts';
import type { SourceText } from './source-text.ts';

/**
 * Reads CSDL JSON (OASIS CSDL JSON 4.01) into the same elements as CSDL XML, so that one reader understands both.
 * Undefined: refused, an error finding says why.
 */
export function parseCsdlJson(source: SourceText, diagnostics: Diagnostics): CsdlElement | undefined {
  let root: JsonValue;
  try {
    root = parseJson(source.text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const problem = `The JSON is not well-formed: ${error.message}.`;
    diagnostics.error(
      'not-well-formed',
      { source, offset: error.offset },
      problem,
      'Nothing is loaded from this file.',
    );
    return undefined;
  }
  const scope: JsonScope = { source, diagnostics };
  if (root.kind !== 'object' || !root.members.some(({ name }) => name === '$Version' || name === '$EntityContainer')) {
    const problem = 'The JSON has neither $Version nor $EntityContainer, so this is no CSDL JSON.';
    diagnostics.error('no-metadata', { source, offset: root.offset }, problem, 'Nothing is loaded from this file.');
    return undefined;
  }
  const services = makeElement(scope, 'DataServices', root.offset, {});
  const edmx = makeElement(scope, 'Edmx', root.offset, { Version: textOf(root, '$Version') ?? '4.01' }, [services]);
  for (const member of membersOf(scope, root)) {
    if (member.name === '$Reference') appendChildren(edmx, references(scope, member.value));
    else if (!member.name.startsWith('$') && !member.name.includes('@')) services.children.push(schema(scope, member));
  }
  return edmx;
}

/** The members of an object; a repeated name is reported and dropped. */
function membersOf(scope: JsonScope, value: JsonValue): JsonMember[] {
  if (value.kind !== 'object') return [];
  const seen = new Set<string>();
  return value.members.filter(({ name, offset }) => {
    if (!seen.has(name)) return seen.add(name);
    const problem = `The member "${name}" stands here a second time.`;
    scope.diagnostics.warning(
      'duplicate-member',
      { ...scope, offset },
      problem,
      'The first one is kept, this one is dropped.',
    );
    return false;
  });
}

function textOf(value: JsonValue, name: string): string | undefined {
  if (value.kind !== 'object') return undefined;
  const found = value.members.find((member) => member.name === name)?.value;
  return found?.kind === 'scalar' && found.value !== null ? String(found.value) : undefined;
}

function references(scope: JsonScope, value: JsonValue): CsdlElement[] {
  return membersOf(scope, value).map(({ name, offset, value: reference }) => {
    const includes = membersOf(scope, reference)
      .filter((member) => member.name === '$Include')
      .flatMap((member) => (member.value.kind === 'array' ? member.value.items : []))
      .map((item) => makeElement(scope, 'Include', item.offset, scalarAttributes(item)));
    return makeElement(scope, 'Reference', offset, { Uri: name }, includes);
  });
}

function schema(scope: JsonScope, { name, offset, value }: JsonMember): CsdlElement {
  const alias = textOf(value, '$Alias');
  const element = makeElement(scope, 'Schema', offset, alias ? { Namespace: name, Alias: alias } : { Namespace: name });
  for (const member of membersOf(scope, value)) {
    if (member.name === '$Annotations') {
      for (const group of membersOf(scope, member.value)) {
        const annotations = annotationElements(scope, group.value);
        appendChild(element, makeElement(scope, 'Annotations', group.offset, { Target: group.name }, annotations));
      }
    } else if (!member.name.startsWith('$') && !member.name.includes('@'))
      appendChildren(element, schemaMember(scope, member));
  }
  appendChildren(element, annotationElements(scope, value));
  return element;
}

function schemaMember(scope: JsonScope, member: JsonMember): CsdlElement[] {
  const { name, offset, value } = member;
  if (value.kind === 'array') return operationElements(scope, member);
  const kind = textOf(value, '$Kind') ?? '';
  switch (kind) {
    case 'EntityType':
    case 'ComplexType':
      return [structuredType(scope, kind, member)];
    case 'EnumType':
      return [enumType(scope, member)];
    case 'TypeDefinition':
    case 'Term': {
      const attributes = { Name: name, ...scalarAttributes(value), ...facetAttributes(value) };
      return [makeElement(scope, kind, offset, attributes, annotationElements(scope, value))];
    }
    case 'EntityContainer':
      return [containerElement(scope, member)];
  }
  const problem = `The schema member ${name} has the $Kind "${kind}", which CSDL JSON does not know.`;
  scope.diagnostics.warning(
    'unexpected-element',
    { ...scope, offset },
    problem,
    'It is dropped with everything in it.',
  );
  return [];
}

function structuredType(scope: JsonScope, kind: string, { name, offset, value }: JsonMember): CsdlElement {
  const element = makeElement(scope, kind, offset, { Name: name, ...scalarAttributes(value) });
  for (const member of membersOf(scope, value)) {
    if (member.name === '$Key') element.children.push(key(scope, member));
    else if (!member.name.startsWith('$') && !member.name.includes('@')) {
      element.children.push(
        textOf(member.value, '$Kind') === 'NavigationProperty' ? navigation(scope, member) : property(scope, member),
      );
    }
  }
  appendChildren(element, annotationElements(scope, value));
  return element;
}

function key(scope: JsonScope, { offset, value }: JsonMember): CsdlElement {
  const items = value.kind === 'array' ? value.items : [];
  const references = items.flatMap((item) => {
    if (item.kind === 'scalar') return [makeElement(scope, 'PropertyRef', item.offset, { Name: String(item.value) })];
    return membersOf(scope, item).map((alias) =>
      makeElement(scope, 'PropertyRef', alias.offset, {
        Alias: alias.name,
        Name: alias.value.kind === 'scalar' ? String(alias.value.value) : '',
      }),
    );
  });
  return makeElement(scope, 'Key', offset, {}, references);
}

function property(scope: JsonScope, { name, offset, value }: JsonMember): CsdlElement {
  const attributes = { Name: name, ...facetAttributes(value) };
  return makeElement(scope, 'Property', offset, attributes, annotationElements(scope, value));
}

function navigation(scope: JsonScope, { name, offset, value }: JsonMember): CsdlElement {
  const attributes = { Name: name, ...scalarAttributes(value), ...facetAttributes(value) };
  const element = makeElement(scope, 'NavigationProperty', offset, attributes, annotationElements(scope, value));
  for (const member of membersOf(scope, value)) {
    if (member.name === '$OnDelete' && member.value.kind === 'scalar') {
      element.children.push(makeElement(scope, 'OnDelete', member.offset, { Action: String(member.value.value) }));
    } else if (member.name === '$ReferentialConstraint') {
      for (const pair of membersOf(scope, member.value)) {
        if (pair.name.includes('@') || pair.value.kind !== 'scalar') continue;
        const constraint = { Property: pair.name, ReferencedProperty: String(pair.value.value) };
        element.children.push(makeElement(scope, 'ReferentialConstraint', pair.offset, constraint));
      }
    }
  }
  return element;
}

function enumType(scope: JsonScope, { name, offset, value }: JsonMember): CsdlElement {
  const element = makeElement(scope, 'EnumType', offset, { Name: name, ...scalarAttributes(value) });
  const annotations = annotationsByMember(scope, value);
  for (const member of membersOf(scope, value)) {
    if (member.name.startsWith('$') || member.name.includes('@')) continue;
    const number = member.value.kind === 'scalar' ? { Value: String(member.value.value) } : {};
    const attributes = { Name: member.name, ...number };
    element.children.push(makeElement(scope, 'Member', member.offset, attributes, annotations.get(member.name)));
  }
  appendChildren(element, annotations.get('') ?? []);
  return element;
}
