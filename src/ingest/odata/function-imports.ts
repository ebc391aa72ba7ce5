import type { OperationAttributes } from '../../graph/index.ts';
import { findSet } from './containers.ts';
import { booleanOf, type CsdlElement, isTrue } from './element.ts';
import type { Container, Model } from './model.ts';
import type { OperationDraft } from './operation-draft.ts';
import { bindTo, readParameters, returnOf } from './operation-signature.ts';
import { documentation } from './properties.ts';
import { applySapToOperation, sapAttribute } from './sap-attributes.ts';
import type { TypeResolver } from './type-resolver.ts';

/** A FunctionImport of V1 to V3 declares its parameters itself. */
export function readFunctionImport(
  model: Model,
  resolver: TypeResolver,
  container: Container,
  namespace: string,
  element: CsdlElement,
  name: string,
): OperationDraft {
  const bindable = isTrue(element.attributes.IsBindable);
  const all = readParameters(model, resolver, namespace, element, true);
  const sideEffecting = booleanOf(element.attributes.IsSideEffecting);
  const binding = bindable ? all[0] : undefined;
  const parameters = bindable ? all.slice(1) : all;
  const attributes: OperationAttributes = {
    name,
    operationType: 'FunctionImport',
    method: element.attributes['m:HttpMethod']?.toUpperCase() ?? (bindable && sideEffecting !== false ? 'POST' : 'GET'),
    parameters: parameters.map((parameter) => parameter.attributes),
    bound: bindable,
    ...returnOf(resolver, namespace, element),
  };
  if (isTrue(element.attributes.IsComposable)) attributes.composable = true;
  if (element.sap) applySapToOperation(attributes, element.sap);
  const description = documentation(element);
  if (description !== undefined) attributes.description ??= description;
  const owners: OperationDraft['owners'][number][] = [{ kind: 'Service', id: model.service }];
  if (binding) {
    bindTo(attributes, binding);
    const type = model.types.get(binding.attributes.type ?? '');
    if (type?.kind === 'entity') owners.push({ kind: 'EntityType', id: type.id });
  }
  const setName = element.attributes.EntitySet;
  if (setName !== undefined) {
    const set = findSet(container, setName) ?? findSet(container, setName.slice(setName.lastIndexOf('.') + 1));
    attributes.entitySet = setName;
    if (set) owners.push({ kind: 'EntitySet', id: set.id });
    else {
      const problem = `FunctionImport ${name} names the EntitySet ${setName}, which does not exist.`;
      model.diagnostics.warning('unknown-entity-set', element, problem, 'The operation is kept without a set.');
    }
  }
  const actionFor = sapAttribute(element.sap, 'action-for');
  if (actionFor !== undefined) {
    const type = model.types.get(model.document.aliases.name(actionFor));
    if (type?.kind === 'entity') owners.push({ kind: 'EntityType', id: type.id });
    else {
      const problem = `FunctionImport ${name} is an action for ${actionFor}, which does not exist.`;
      model.diagnostics.warning('unknown-type', element, problem, 'The operation is kept without that type.');
    }
  }
  return { base: `${model.service}/${name}`, container, importName: name, element, attributes, parameters, owners };
}
