import {
  annotationElements,
  facetAttributes,
  type JsonScope,
  makeElement,
  scalarAttributes,
} from './csdl-json-elements.ts';
import { appendChildren, type CsdlElement } from './element.ts';
import type { JsonMember, JsonValue } from './json-value.ts';

/** The overloads of an action or function, which CSDL JSON keeps in one array. */
export function operationElements(scope: JsonScope, { name, value }: JsonMember): CsdlElement[] {
  const overloads = value.kind === 'array' ? value.items : [];
  return overloads.flatMap((overload) => {
    const kind = memberOf(overload, '$Kind');
    const element = kind?.kind === 'scalar' && kind.value === 'Function' ? 'Function' : 'Action';
    const children: CsdlElement[] = [];
    const parameters = memberOf(overload, '$Parameter');
    for (const parameter of parameters?.kind === 'array' ? parameters.items : []) {
      children.push(
        makeElement(
          scope,
          'Parameter',
          parameter.offset,
          facetAttributes(parameter),
          annotationElements(scope, parameter),
        ),
      );
    }
    const returns = memberOf(overload, '$ReturnType');
    if (returns) children.push(makeElement(scope, 'ReturnType', returns.offset, facetAttributes(returns)));
    const attributes = { Name: name, ...scalarAttributes(overload) };
    const operation = makeElement(scope, element, overload.offset, attributes, children);
    appendChildren(operation, annotationElements(scope, overload));
    return [operation];
  });
}

/** A container with its sets, singletons and imports, told apart by what they name. */
export function containerElement(scope: JsonScope, { name, offset, value }: JsonMember): CsdlElement {
  const container = makeElement(scope, 'EntityContainer', offset, { Name: name, ...scalarAttributes(value) });
  for (const member of value.kind === 'object' ? value.members : []) {
    if (!member.name.startsWith('$') && !member.name.includes('@')) container.children.push(child(scope, member));
  }
  appendChildren(container, annotationElements(scope, value));
  return container;
}

function child(scope: JsonScope, { name, offset, value }: JsonMember): CsdlElement {
  const { Type, ...attributes } = scalarAttributes(value);
  const collection = memberOf(value, '$Collection');
  const annotations = annotationElements(scope, value);
  if (attributes.Action !== undefined || attributes.Function !== undefined) {
    const kind = attributes.Action === undefined ? 'FunctionImport' : 'ActionImport';
    return makeElement(scope, kind, offset, { Name: name, ...attributes }, annotations);
  }
  const isSet = collection?.kind === 'scalar' && collection.value === true;
  const typed = Type === undefined ? {} : isSet ? { EntityType: Type } : { Type };
  const bindings = memberOf(value, '$NavigationPropertyBinding');
  const bound = (bindings?.kind === 'object' ? bindings.members : []).map((binding) =>
    makeElement(scope, 'NavigationPropertyBinding', binding.offset, {
      Path: binding.name,
      Target: binding.value.kind === 'scalar' ? String(binding.value.value) : '',
    }),
  );
  const kind = isSet ? 'EntitySet' : 'Singleton';
  return makeElement(scope, kind, offset, { Name: name, ...attributes, ...typed }, [...bound, ...annotations]);
}

function memberOf(value: JsonValue, name: string): JsonValue | undefined {
  return value.kind === 'object' ? value.members.find((member) => member.name === name)?.value : undefined;
}
