import type { Annotation } from './annotation.ts';
import { findSet } from './containers.ts';
import type { CsdlDocument } from './document.ts';
import type { CsdlElement } from './element.ts';
import { lineUpwards } from './endless-lines.ts';
import type { Container, DeclaredType, Model, Operation, StructuredType } from './model.ts';
import { maximumOverloads } from './operation-draft.ts';
import { findNavigation, findProperty } from './structured-types.ts';

interface Annotatable {
  annotations: Annotation[] | undefined;
}

/** What became of an annotation group. `passed`: the target exists, but the graph has no place for what is said about it. */
type Outcome = 'attached' | 'passed' | 'elsewhere' | 'missing';

/** Finds what the Target of an Annotations element names. */
export class AnnotationTargets {
  readonly #model: Model;
  readonly #namespaces: ReadonlySet<string>;
  readonly #operations = new Map<string, Operation[]>();
  readonly #others = new Set<string>();

  constructor(model: Model) {
    this.#model = model;
    this.#namespaces = new Set(model.document.schemas.map((schema) => schema.attributes.Namespace ?? ''));
    const crowded = new Set<string>();
    for (const operation of model.operations) {
      const name = operation.attributes.qualifiedName;
      if (name === undefined) continue;
      const overloads = this.#operations.get(name);
      if (overloads === undefined) this.#operations.set(name, [operation]);
      else if (overloads.length < maximumOverloads) overloads.push(operation);
      else if (!crowded.has(name)) {
        crowded.add(name);
        const problem = `${name} has more than ${maximumOverloads} overloads.`;
        const effect = `Annotations by target are applied to the first ${maximumOverloads} only.`;
        model.diagnostics.warning('too-many-overloads', operation.element, problem, effect);
      }
    }
    for (const schema of model.document.schemas) {
      for (const element of schema.children) {
        if (['Term', 'ValueTerm', 'Association', 'Action', 'Function'].includes(element.name)) {
          this.#others.add(`${schema.attributes.Namespace ?? ''}.${element.attributes.Name ?? ''}`);
        }
      }
    }
  }

  /** Attaches the annotations of a group to its target and reports a target that does not exist. */
  attach(document: CsdlDocument, group: CsdlElement, annotations: readonly Annotation[]): Outcome {
    const written = group.attributes.Target ?? '';
    const target = document.aliases.path(written);
    const [first = '', ...rest] = splitPath(target);
    const found = this.#find(first, rest);
    if (Array.isArray(found)) {
      for (const one of found) {
        one.annotations ??= [];
        for (const annotation of annotations) one.annotations.push(annotation);
      }
      return 'attached';
    }
    if (found === 'missing' && annotations.length > 0) {
      this.#model.diagnostics.warning(
        'unknown-annotation-target',
        group,
        `Annotations describe ${written || 'nothing: they have no Target'}, which does not exist.`,
        `What they say is dropped: ${[...new Set(annotations.map((one) => one.term))].join(', ')}.`,
      );
    }
    return found;
  }

  #find(first: string, rest: readonly string[]): Annotatable[] | Exclude<Outcome, 'attached'> {
    const type = this.#model.types.get(first);
    if (type !== undefined) return this.#inType(type, rest);
    const container = this.#model.containers.get(first);
    if (container !== undefined) return this.#inContainer(container, rest);
    const bracket = first.indexOf('(');
    const name = bracket < 0 ? first : first.slice(0, bracket);
    const overloads = this.#operations.get(name);
    if (overloads !== undefined) {
      const signature = bracket < 0 ? undefined : first.slice(bracket + 1, -1);
      return inOperations(matching(overloads, signature), rest);
    }
    if (this.#namespaces.has(first) || this.#others.has(name)) return 'passed';
    const namespace = name.slice(0, Math.max(name.lastIndexOf('.'), 0));
    return this.#namespaces.has(namespace) || name === '' ? 'missing' : 'elsewhere';
  }

  #inType(type: DeclaredType, rest: readonly string[]): Annotatable[] | 'passed' | 'missing' {
    const [member, ...deeper] = rest;
    if (member === undefined || member.startsWith('@')) return member === undefined ? [type] : 'passed';
    if (type.kind === 'enum') return type.members.some((one) => one.name === member) ? 'passed' : 'missing';
    if (type.kind === 'definition') return 'missing';
    return inStructured(type, member, deeper);
  }

  #inContainer(container: Container, rest: readonly string[]): Annotatable[] | 'passed' | 'missing' {
    const [member, ...deeper] = rest;
    if (member === undefined) return [container];
    const set = findSet(container, member);
    if (set !== undefined) {
      const [property, ...below] = deeper;
      if (property === undefined) return [set];
      return set.type === undefined ? 'missing' : inStructured(set.type, property, below);
    }
    for (const one of lineUpwards<Container>(container)) {
      const imports = one.imports.get(member);
      if (imports !== undefined) return inOperations(imports, deeper);
      if (one.element.children.some((child) => child.attributes.Name === member)) return 'passed';
    }
    return 'missing';
  }
}

function inStructured(
  type: StructuredType,
  member: string,
  deeper: readonly string[],
): Annotatable[] | 'passed' | 'missing' {
  const found = findProperty(type, member) ?? findNavigation(type, member);
  if (found === undefined) return member.includes('.') ? 'passed' : 'missing';
  return deeper.length === 0 ? [found] : 'passed';
}

function inOperations(operations: readonly Operation[], rest: readonly string[]): Annotatable[] | 'passed' | 'missing' {
  if (operations.length === 0) return 'missing';
  const [name, ...deeper] = rest;
  if (name === undefined) return [...operations];
  if (name === '$ReturnType' || deeper.length > 0) return 'passed';
  const parameters = operations.flatMap((one) => one.parameters.filter(({ attributes }) => attributes.name === name));
  if (parameters.length > 0) return parameters;
  // The binding parameter is no parameter of the graph's operation.
  return operations.some((one) => one.attributes.bound) ? 'passed' : 'missing';
}

function matching(overloads: readonly Operation[], signature: string | undefined): readonly Operation[] {
  if (signature === undefined) return overloads;
  const types = signature.trim() === '' ? [] : signature.split(',').map((type) => type.trim());
  return overloads.filter(({ attributes }) => {
    const own = attributes.parameters.map((one) => (one.collection ? `Collection(${one.type})` : (one.type ?? '')));
    if (!attributes.bound) return attributes.operationType === 'Action' || sameList(types, own);
    const binding = attributes.bindingCollection
      ? `Collection(${attributes.bindingType})`
      : (attributes.bindingType ?? '');
    return types[0] === binding && (types.length === 1 || sameList(types.slice(1), own));
  });
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Splits at slashes outside of brackets: `NS.Act(NS.Type)/Parameter`. */
function splitPath(path: string): string[] {
  return path.includes('(') ? path.split(/\/(?![^()]*\))/) : path.split('/');
}
