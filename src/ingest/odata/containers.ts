import type { EntitySetAttributes } from '../../graph/index.ts';
import { nameOf, qualify } from './declare-types.ts';
import { appendChildren, type CsdlElement, childrenOf, isTrue } from './element.ts';
import { cutEndlessLines, lineUpwards } from './endless-lines.ts';
import type { Container, EntitySet, Model, StructuredType } from './model.ts';
import { documentation } from './properties.ts';
import { applySapToSet } from './sap-attributes.ts';
import type { TypeResolver } from './type-resolver.ts';

/** Reads every EntityContainer with its sets and singletons; the default container of V1 to V3 first, so that its names stay short. */
export function readContainers(model: Model, resolver: TypeResolver): void {
  const found: { container: Container; namespace: string }[] = [];
  for (const schema of model.document.schemas) {
    const namespace = schema.attributes.Namespace ?? '';
    for (const element of childrenOf(schema, 'EntityContainer')) {
      const name = nameOf(model, element);
      if (name === undefined) continue;
      const qualified = qualify(namespace, name);
      const known = model.containers.get(qualified);
      if (known !== undefined) {
        const problem = `The EntityContainer ${qualified} is declared a second time.`;
        model.diagnostics.warning('duplicate-container', element, problem, 'Both are read as one container.');
        appendChildren(known.element, element.children);
        continue;
      }
      const container: Container = {
        element,
        annotations: undefined,
        qualified,
        sets: new Map(),
        imports: new Map(),
        base: undefined,
      };
      model.containers.set(qualified, container);
      found.push({ container, namespace });
    }
  }
  if (found.length === 0) reportNoContainer(model);
  linkExtendedContainers(model);
  found.sort((a, b) => Number(isDefault(b.container.element)) - Number(isDefault(a.container.element)));
  const taken = new Set<string>();
  for (const { container, namespace } of found) {
    for (const element of container.element.children) {
      if (element.name === 'EntitySet' || element.name === 'Singleton') {
        readSet(model, resolver, container, namespace, element, taken);
      }
    }
  }
}

/** A document without a container is a vocabulary, annotations, or types for others to use: it is read as what it is. */
function reportNoContainer(model: Model): void {
  const counts = new Map<string, number>();
  for (const schema of model.document.schemas) {
    for (const { name } of schema.children) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const content = [...counts].map(([name, count]) => `${count} ${name}`).join(', ') || 'nothing';
  const problem = `The document has no EntityContainer (it declares ${content}).`;
  model.diagnostics.info('no-container', model.document.root, problem, 'Nothing in it can be called.');
}

function isDefault(container: CsdlElement): boolean {
  return isTrue(container.attributes['m:IsDefaultEntityContainer']);
}

function linkExtendedContainers(model: Model): void {
  for (const container of model.containers.values()) {
    const written = container.element.attributes.Extends;
    if (written === undefined) continue;
    const name = model.document.aliases.name(written);
    const sibling = container.qualified.replace(/[^.]*$/, name);
    const base = model.containers.get(name) ?? model.containers.get(sibling);
    if (base === undefined) {
      const problem = `The EntityContainer ${container.qualified} extends ${name}, which this file does not declare.`;
      model.diagnostics.warning(
        'unknown-extended-container',
        container.element,
        problem,
        'The sets and operations that it takes over from there are missing.',
      );
      continue;
    }
    container.base = base;
  }
  cutEndlessLines(model.containers.values(), (container, circle) => {
    const problem = circle
      ? `The EntityContainer ${container.qualified} extends itself.`
      : `The EntityContainer ${container.qualified} extends too many others, one over the other.`;
    const effect = 'The line is cut here: it is read without the container that it extends.';
    model.diagnostics.warning(circle ? 'cyclic-extends' : 'long-extends', container.element, problem, effect);
  });
}

/** A set of the container or of those it extends. */
export function findSet(container: Container | undefined, name: string): EntitySet | undefined {
  for (const one of lineUpwards<Container>(container)) {
    const set = one.sets.get(name);
    if (set) return set;
  }
  return undefined;
}

function readSet(
  model: Model,
  resolver: TypeResolver,
  container: Container,
  namespace: string,
  element: CsdlElement,
  taken: Set<string>,
): void {
  const name = nameOf(model, element);
  if (name === undefined) return;
  if (container.sets.has(name)) {
    model.diagnostics.warning(
      'duplicate-entity-set',
      element,
      `The container ${container.qualified} has a second ${element.name} ${name}.`,
      'The first one is kept, this one is dropped.',
    );
    return;
  }
  let id = `${model.service}/${name}`;
  if (taken.has(id)) {
    id = `${model.service}/${container.qualified}/${name}`;
    model.diagnostics.warning(
      'name-clash',
      element,
      `${element.name} ${name} of the container ${container.qualified} has a name that another container uses as well.`,
      `It gets the id ${id}.`,
    );
  }
  taken.add(id);
  const attributes: EntitySetAttributes = { name, container: container.qualified };
  if (element.name === 'Singleton') attributes.singleton = true;
  if (element.sap) applySapToSet(attributes, element.sap);
  const description = documentation(element);
  if (description !== undefined) attributes.description = description;
  const type = typeOfSet(model, resolver, namespace, element, name);
  const concurrency = type && etagProperties(type);
  if (concurrency) attributes.concurrency = concurrency;
  const set: EntitySet = { id, attributes, element, annotations: undefined, type, container };
  container.sets.set(name, set);
  if (!model.setsByName.has(name)) model.setsByName.set(name, set);
}

function typeOfSet(
  model: Model,
  resolver: TypeResolver,
  namespace: string,
  element: CsdlElement,
  name: string,
): StructuredType | undefined {
  const written = element.attributes.EntityType ?? element.attributes.Type;
  const effect = 'The set is kept without a type, so nothing is known about its properties.';
  if (written === undefined) {
    model.diagnostics.warning('missing-type', element, `${element.name} ${name} names no type.`, effect);
    return undefined;
  }
  const { declared, name: typeName } = resolver.resolve(written, namespace, element, effect);
  if (declared?.kind === 'entity') return declared;
  if (declared !== undefined) {
    const problem = `${element.name} ${name} has the type ${typeName}, which is no EntityType.`;
    model.diagnostics.warning('unfit-set-type', element, problem, effect);
  }
  return undefined;
}

const etags = new WeakMap<StructuredType, readonly string[]>();

/** Properties with ConcurrencyMode="Fixed" (V1 to V3), inherited ones too; undefined where there are none. */
function etagProperties(type: StructuredType): readonly string[] | undefined {
  let names = etags.get(type);
  if (names === undefined) {
    names = [...lineUpwards<StructuredType>(type)].flatMap((one) =>
      [...one.properties.values()]
        .filter(({ attributes }) => attributes.concurrency)
        .map(({ attributes }) => attributes.name),
    );
    etags.set(type, names);
  }
  return names.length > 0 ? names : undefined;
}
