import { edge, type OperationAttributes } from '../../graph/index.ts';
import type { CsdlElement } from './element.ts';
import type { Container, Model, Operation, Parameter } from './model.ts';

/** Real operations have a handful of overloads; what goes beyond this many is reported and left out where it would multiply. */
export const maximumOverloads = 100;

/** An operation whose id is not settled: overloads share `base` until the names of their parameters tell them apart. */
export interface OperationDraft {
  readonly base: string;
  readonly container: Container | undefined;
  readonly importName: string | undefined;
  readonly element: CsdlElement;
  readonly attributes: OperationAttributes;
  readonly parameters: readonly Parameter[];
  /** Where the operation hangs: the service, a type, a set. */
  readonly owners: readonly { readonly kind: 'Service' | 'EntityType' | 'EntitySet'; readonly id: string }[];
}

/** Gives every operation its id, enters it into model and container and draws where it hangs. */
export function settleOperations(model: Model, drafts: readonly OperationDraft[]): void {
  const sharing = new Map<string, number>();
  const nameOf = (draft: OperationDraft) => `${draft.container?.qualified ?? ''} ${draft.base}`;
  for (const draft of drafts) sharing.set(nameOf(draft), (sharing.get(nameOf(draft)) ?? 0) + 1);
  const taken = new Map<string, Container | undefined>();
  for (const draft of drafts) {
    const overloaded = (sharing.get(nameOf(draft)) ?? 0) > 1;
    let id = overloaded ? overloadId(draft, draft.base) : draft.base;
    if (taken.has(id) && taken.get(id) !== draft.container && draft.container && draft.importName) {
      const base = `${model.service}/${draft.container.qualified}/${draft.importName}`;
      id = overloaded ? overloadId(draft, base) : base;
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
function overloadId({ attributes, parameters }: OperationDraft, base: string): string {
  const names = parameters.map((parameter) => parameter.attributes.name).sort();
  // A bindable import of V3 is told apart by its binding type first.
  if (attributes.operationType === 'FunctionImport' && attributes.bindingType) names.unshift(attributes.bindingType);
  if (!base.endsWith(')')) return `${base}(${names.join(',')})`;
  return names.length === 0 ? base : `${base.slice(0, -1)},${names.join(',')})`;
}
