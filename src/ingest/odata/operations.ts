import type { OperationAttributes } from '../../graph/index.ts';
import { nameOf, qualify } from './declare-types.ts';
import { type CsdlElement, isTrue } from './element.ts';
import { readFunctionImport } from './function-imports.ts';
import type { Container, Model, OperationDeclaration } from './model.ts';
import { maximumOverloads, type OperationDraft, settleOperations } from './operation-draft.ts';
import { bindTo, readParameters, returnOf } from './operation-signature.ts';
import type { TypeResolver } from './type-resolver.ts';

/** Reads function imports of V1 to V3, and the actions and functions of V4 with their imports. */
export function readOperations(model: Model, resolver: TypeResolver): void {
  const declarations = declaredOperations(model, resolver);
  const imported = new Set<OperationDeclaration>();
  const drafts: OperationDraft[] = [];
  for (const container of model.containers.values()) {
    const namespace = container.qualified.slice(0, Math.max(container.qualified.lastIndexOf('.'), 0));
    for (const element of container.element.children) {
      if (element.name !== 'FunctionImport' && element.name !== 'ActionImport') continue;
      const name = nameOf(model, element);
      if (name === undefined) continue;
      const target = element.attributes.Function ?? element.attributes.Action;
      if (target === undefined) drafts.push(readFunctionImport(model, resolver, container, namespace, element, name));
      else {
        const imports = modernImports(model, declarations, imported, container, element, name, target);
        for (const draft of imports) drafts.push(draft);
      }
    }
  }
  for (const overloads of declarations.values()) {
    for (const declaration of overloads) {
      if (!imported.has(declaration)) drafts.push(bareOperation(model, declaration));
    }
  }
  settleOperations(model, drafts);
}

function declaredOperations(model: Model, resolver: TypeResolver): Map<string, OperationDeclaration[]> {
  const declarations = new Map<string, OperationDeclaration[]>();
  for (const schema of model.document.schemas) {
    const namespace = schema.attributes.Namespace ?? '';
    for (const element of schema.children) {
      if (element.name !== 'Action' && element.name !== 'Function') continue;
      const name = nameOf(model, element);
      if (name === undefined) continue;
      const qualified = qualify(namespace, name);
      const all = readParameters(model, resolver, namespace, element, false);
      const bound = isTrue(element.attributes.IsBound);
      const declaration: OperationDeclaration = {
        element,
        annotations: undefined,
        qualified,
        parameters: bound ? all.slice(1) : all,
        bindingParameter: bound ? all[0] : undefined,
        returns: returnOf(resolver, namespace, element),
      };
      if (bound && all[0] === undefined) {
        const problem = `The bound ${element.name} ${qualified} has no binding parameter.`;
        model.diagnostics.warning('missing-binding-parameter', element, problem, 'What it is bound to is unknown.');
      }
      const overloads = declarations.get(qualified);
      if (overloads) overloads.push(declaration);
      else declarations.set(qualified, [declaration]);
    }
  }
  return declarations;
}

/** An ActionImport or FunctionImport of V4 makes the unbound overloads of its target callable. */
function modernImports(
  model: Model,
  declarations: ReadonlyMap<string, readonly OperationDeclaration[]>,
  imported: Set<OperationDeclaration>,
  container: Container,
  element: CsdlElement,
  name: string,
  target: string,
): OperationDraft[] {
  const qualified = model.document.aliases.name(target);
  const overloads = (declarations.get(qualified) ?? []).filter((one) => one.bindingParameter === undefined);
  const base = `${model.service}/${name}`;
  const owners = [{ kind: 'Service' as const, id: model.service }];
  const action = element.name === 'ActionImport';
  const written = element.attributes.EntitySet;
  const entitySet = written === undefined ? {} : { entitySet: written.slice(written.lastIndexOf('/') + 1) };
  if (overloads.length === 0) {
    const problem = `${element.name} ${name} stands for ${qualified}, which this file does not declare as unbound.`;
    model.diagnostics.warning('unknown-operation', element, problem, 'The operation is kept without parameters.');
    const attributes: OperationAttributes = {
      name,
      operationType: action ? 'Action' : 'Function',
      qualifiedName: qualified,
      method: action ? 'POST' : 'GET',
      bound: false,
      parameters: [],
      ...entitySet,
    };
    return [{ base, container, importName: name, element, attributes, parameters: [], owners }];
  }
  if (overloads.length > maximumOverloads) {
    const problem = `${element.name} ${name} stands for ${overloads.length} overloads of ${qualified}.`;
    model.diagnostics.warning('too-many-overloads', element, problem, `The first ${maximumOverloads} are kept.`);
  }
  return overloads.slice(0, maximumOverloads).map((declaration) => {
    imported.add(declaration);
    const attributes: OperationAttributes = { ...declaredAttributes(declaration, name), ...entitySet };
    return {
      base,
      container,
      importName: name,
      element: declaration.element,
      attributes,
      parameters: declaration.parameters,
      owners,
    };
  });
}

/** A bound operation hangs on its type; an unbound one without import cannot be called and hangs nowhere. */
function bareOperation(model: Model, declaration: OperationDeclaration): OperationDraft {
  const { qualified, element, parameters, bindingParameter } = declaration;
  const name = qualified.slice(qualified.lastIndexOf('.') + 1);
  const attributes = declaredAttributes(declaration, name);
  const draft = { container: undefined, importName: undefined, element, attributes, parameters };
  if (bindingParameter === undefined) return { ...draft, base: `${model.service}#${qualified}`, owners: [] };
  bindTo(attributes, bindingParameter);
  const { type = '', collection } = bindingParameter.attributes;
  const bindingType = model.types.get(type);
  return {
    ...draft,
    base: `${model.service}#${qualified}(${collection ? `Collection(${type})` : type})`,
    owners:
      bindingType?.kind === 'entity' || bindingType?.kind === 'complex'
        ? [{ kind: 'EntityType', id: bindingType.id }]
        : [],
  };
}

function declaredAttributes(declaration: OperationDeclaration, name: string): OperationAttributes {
  const { element, parameters, qualified } = declaration;
  const action = element.name === 'Action';
  const attributes: OperationAttributes = {
    name,
    operationType: action ? 'Action' : 'Function',
    qualifiedName: qualified,
    method: action ? 'POST' : 'GET',
    bound: declaration.bindingParameter !== undefined,
    parameters: parameters.map((parameter) => parameter.attributes),
    ...declaration.returns,
  };
  if (isTrue(element.attributes.IsComposable)) attributes.composable = true;
  return attributes;
}
