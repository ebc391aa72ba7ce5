import { edge, type OperationAttributes, type OperationParameter } from '../../graph/index.ts';
import { findSet } from './containers.ts';
import { nameOf, qualify } from './declare-types.ts';
import { booleanOf, type CsdlElement, childOf, childrenOf, isTrue } from './element.ts';
import { readFacets } from './facets.ts';
import type { Container, Model, Operation, OperationDeclaration, Parameter } from './model.ts';
import { documentation, writtenType } from './properties.ts';
import { applySapToOperation, applySapToParameter, sapAttribute } from './sap-attributes.ts';
import type { TypeResolver } from './type-resolver.ts';

/** Reads function imports of V1 to V3, and the actions and functions of V4 with their imports. */
export function readOperations(model: Model, resolver: TypeResolver): void {
  const declarations = declaredOperations(model, resolver);
  const imported = new Set<OperationDeclaration>();
  const drafts: Draft[] = [];
  for (const container of model.containers.values()) {
    const namespace = container.qualified.slice(0, Math.max(container.qualified.lastIndexOf('.'), 0));
    for (const element of container.element.children) {
      if (element.name !== 'FunctionImport' && element.name !== 'ActionImport') continue;
      const name = nameOf(model, element);
      if (name === undefined) continue;
      const target = element.attributes.Function ?? element.attributes.Action;
      if (target === undefined) drafts.push(legacyImport(model, resolver, container, namespace, element, name));
      else drafts.push(...modernImports(model, declarations, imported, container, element, name, target));
    }
  }
  for (const overloads of declarations.values()) {
    for (const declaration of overloads) {
      if (!imported.has(declaration)) drafts.push(bareOperation(model, declaration));
    }
  }
  settleIds(model, drafts);
}

/** An operation whose id is not settled: overloads share `base` until the names of their parameters tell them apart. */
interface Draft {
  readonly base: string;
  readonly container: Container | undefined;
  readonly importName: string | undefined;
  readonly element: CsdlElement;
  readonly attributes: OperationAttributes;
  readonly parameters: readonly Parameter[];
  /** Where the operation hangs: the service, a type, a set. */
  readonly owners: readonly { readonly kind: 'Service' | 'EntityType' | 'EntitySet'; readonly id: string }[];
}

function settleIds(model: Model, drafts: readonly Draft[]): void {
  const sharing = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const list = sharing.get(draft.base);
    if (list) list.push(draft);
    else sharing.set(draft.base, [draft]);
  }
  const taken = new Map<string, Container | undefined>();
  for (const draft of drafts) {
    const overloaded = (sharing.get(draft.base)?.length ?? 0) > 1;
    let id = overloaded ? overloadId(draft) : draft.base;
    if (taken.get(id) !== draft.container && taken.has(id) && draft.container && draft.importName) {
      id = `${model.service}/${draft.container.qualified}/${draft.importName}`;
      const problem = `${draft.element.name} ${draft.importName} has a name that another container uses as well.`;
      model.diagnostics.warning('name-clash', draft.element, problem, `It gets the id ${id}.`);
    }
    if (taken.has(id)) {
      const problem = `The ${draft.element.name} ${draft.attributes.name} is declared a second time with the same parameters.`;
      model.diagnostics.warning(
        'duplicate-operation',
        draft.element,
        problem,
        'The first one is kept, this one is dropped.',
      );
      continue;
    }
    taken.set(id, draft.container);
    const operation: Operation = {
      id,
      attributes: draft.attributes,
      element: draft.element,
      annotations: undefined,
      parameters: draft.parameters,
    };
    model.operations.push(operation);
    if (draft.container && draft.importName) {
      const list = draft.container.imports.get(draft.importName);
      if (list) list.push(operation);
      else draft.container.imports.set(draft.importName, [operation]);
    }
    for (const owner of draft.owners) {
      const kind = owner.kind === 'Service' ? 'EXPOSES' : 'HAS_OPERATION';
      model.patch.edges.push(edge(kind, owner, { kind: 'Operation', id }, {}));
    }
  }
}

/** Overloads append their sorted parameter names: `SVC#NS.Name(BindingType,a,b)`, `SVC/Name(a,b)`. */
function overloadId({ base, attributes, parameters }: Draft): string {
  const names = parameters.map((parameter) => parameter.attributes.name).sort();
  // A bindable import of V3 is told apart by its binding type first.
  if (attributes.operationType === 'FunctionImport' && attributes.bindingType) names.unshift(attributes.bindingType);
  if (!base.endsWith(')')) return `${base}(${names.join(',')})`;
  return names.length === 0 ? base : `${base.slice(0, -1)},${names.join(',')})`;
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

function readParameters(
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

function returnOf(
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

/** A FunctionImport of V1 to V3 declares its parameters itself. */
function legacyImport(
  model: Model,
  resolver: TypeResolver,
  container: Container,
  namespace: string,
  element: CsdlElement,
  name: string,
): Draft {
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
  const owners: Draft['owners'][number][] = [{ kind: 'Service', id: model.service }];
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

/** An ActionImport or FunctionImport of V4 makes the unbound overloads of its target callable. */
function modernImports(
  model: Model,
  declarations: ReadonlyMap<string, readonly OperationDeclaration[]>,
  imported: Set<OperationDeclaration>,
  container: Container,
  element: CsdlElement,
  name: string,
  target: string,
): Draft[] {
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
  return overloads.map((declaration) => {
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
function bareOperation(model: Model, declaration: OperationDeclaration): Draft {
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

function bindTo(attributes: OperationAttributes, { attributes: binding }: Parameter): void {
  if (binding.type !== undefined) attributes.bindingType = binding.type;
  if (binding.collection) attributes.bindingCollection = true;
}
