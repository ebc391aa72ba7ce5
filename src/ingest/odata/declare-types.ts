import { isEdmType } from './edm-types.ts';
import { type CsdlElement, childrenOf, isTrue } from './element.ts';
import type { DeclaredType, Model, StructuredType } from './model.ts';

/** Enters every type of the schemas into the model, still without members, so that they can name each other in any order. */
export function declareTypes(model: Model): void {
  for (const schema of model.document.schemas) {
    const namespace = schema.attributes.Namespace ?? '';
    if (namespace === '') {
      const problem = 'The Schema has no Namespace.';
      model.diagnostics.warning('missing-namespace', schema, problem, 'What it declares goes by its bare names.');
    }
    for (const element of schema.children) {
      switch (element.name) {
        case 'EntityType':
        case 'ComplexType':
        case 'EnumType':
        case 'TypeDefinition':
          declare(model, namespace, element);
      }
    }
  }
}

function declare(model: Model, namespace: string, element: CsdlElement): void {
  const name = nameOf(model, element);
  if (name === undefined) return;
  const qualified = qualify(namespace, name);
  if (model.types.has(qualified)) {
    model.diagnostics.warning(
      'duplicate-type',
      element,
      `The ${element.name} ${qualified} is declared a second time.`,
      'The first declaration is kept, this one is dropped with its members.',
    );
    return;
  }
  model.types.set(qualified, makeType(model, namespace, name, qualified, element));
}

function makeType(
  model: Model,
  namespace: string,
  name: string,
  qualified: string,
  element: CsdlElement,
): DeclaredType {
  const { attributes } = element;
  const underlyingType = (fallback: string) => model.document.aliases.name(attributes.UnderlyingType ?? fallback);
  if (element.name === 'EnumType') {
    return {
      kind: 'enum',
      element,
      annotations: undefined,
      qualified,
      flags: isTrue(attributes.IsFlags),
      underlyingType: underlyingType('Edm.Int32'),
      members: childrenOf(element, 'Member').map((member) => ({ name: member.attributes.Name ?? '', element: member })),
    };
  }
  if (element.name === 'TypeDefinition') {
    if (!isEdmType(underlyingType('Edm.String'))) {
      const problem = `TypeDefinition ${qualified} has the UnderlyingType ${attributes.UnderlyingType}, which is no built-in type.`;
      model.diagnostics.warning('unknown-type', element, problem, 'Values of that type are not checked.');
    }
    return {
      kind: 'definition',
      element,
      annotations: undefined,
      qualified,
      underlyingType: underlyingType('Edm.String'),
    };
  }
  const complex = element.name === 'ComplexType';
  return {
    kind: complex ? 'complex' : 'entity',
    element,
    annotations: undefined,
    qualified,
    id: `${model.service}#${qualified}`,
    attributes: {
      name,
      namespace,
      keys: [],
      ...(complex ? { complex } : {}),
      ...(isTrue(attributes.Abstract) ? { abstract: true } : {}),
      ...(isTrue(attributes.OpenType) ? { open: true } : {}),
      ...(isTrue(attributes.HasStream) || isTrue(attributes['m:HasStream']) ? { hasStream: true } : {}),
    },
    properties: new Map(),
    navigations: new Map(),
    base: undefined,
  };
}

/** The Name of an element; a missing one is reported and the element dropped. */
export function nameOf(model: Model, element: CsdlElement): string | undefined {
  const name = element.attributes.Name?.trim();
  if (name) return name;
  model.diagnostics.warning(
    'missing-name',
    element,
    `The ${element.name} has no Name.`,
    'It cannot be referred to and is dropped with everything in it.',
  );
  return undefined;
}

/** The Name of a new member of a type; a missing or taken one is reported and the member dropped. */
export function memberName(model: Model, owner: StructuredType, element: CsdlElement): string | undefined {
  const name = nameOf(model, element);
  if (name === undefined || !(owner.properties.has(name) || owner.navigations.has(name))) return name;
  const problem = `${owner.qualified} has a second member ${name}.`;
  model.diagnostics.warning('duplicate-property', element, problem, 'The first one is kept, this one is dropped.');
  return undefined;
}

/** `Namespace.Name`, or the bare name where the schema has no namespace. */
export function qualify(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}.${name}`;
}
