import type { OperationAttributes, OperationParameter } from '../../graph/index.ts';
import { nameOf } from './declare-types.ts';
import { booleanOf, type CsdlElement, childOf, childrenOf } from './element.ts';
import { readFacets } from './facets.ts';
import type { Model, Parameter } from './model.ts';
import { documentation, writtenType } from './properties.ts';
import { applySapToParameter } from './sap-attributes.ts';
import type { TypeResolver } from './type-resolver.ts';

/** The parameters of an action, function or import; those of V1 to V3 are required unless they say Nullable="true". */
export function readParameters(
  model: Model,
  resolver: TypeResolver,
  namespace: string,
  element: CsdlElement,
  legacy: boolean,
): Parameter[] {
  const parameters: Parameter[] = [];
  for (const child of childrenOf(element, 'Parameter')) {
    const name = nameOf(model, child);
    if (name === undefined) continue;
    const written = writtenType(child) ?? 'Edm.String';
    const use = resolver.resolve(written, namespace, child, 'The parameter is kept with the type as written.');
    const attributes: OperationParameter = { name, type: use.name };
    if (use.collection) attributes.collection = true;
    const nullable = booleanOf(child.attributes.Nullable);
    attributes.nullable = legacy ? nullable === true : nullable !== false;
    attributes.required = !attributes.nullable;
    if (child.attributes.Mode) attributes.mode = child.attributes.Mode;
    if (use.declared?.kind === 'definition') {
      attributes.underlyingType = use.declared.underlyingType;
      readFacets(use.declared.element, attributes, model.diagnostics);
    }
    readFacets(child, attributes, model.diagnostics);
    if (child.sap) applySapToParameter(attributes, child.sap);
    if (attributes.optional) attributes.required = false;
    const description = documentation(child);
    if (description !== undefined) attributes.description ??= description;
    parameters.push({ attributes, element: child, annotations: undefined });
  }
  return parameters;
}

/** What an operation returns. */
export function returnOf(
  resolver: TypeResolver,
  namespace: string,
  element: CsdlElement,
): Pick<OperationAttributes, 'returnType' | 'returnCollection'> {
  const child = childOf(element, 'ReturnType');
  const written = element.attributes.ReturnType ?? (child && (child.attributes.Type ?? writtenType(child)));
  if (written === undefined) return {};
  const use = resolver.resolve(written, namespace, child ?? element, 'What the operation returns is unknown.');
  return use.collection ? { returnType: use.name, returnCollection: true } : { returnType: use.name };
}

/** Notes what an operation is bound to. */
export function bindTo(attributes: OperationAttributes, { attributes: binding }: Parameter): void {
  if (binding.type !== undefined) attributes.bindingType = binding.type;
  if (binding.collection) attributes.bindingCollection = true;
}
