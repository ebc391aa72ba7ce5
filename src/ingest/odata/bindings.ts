import { edge } from '../../graph/index.ts';
import { findSet } from './containers.ts';
import { childrenOf } from './element.ts';
import { lineUpwards } from './endless-lines.ts';
import type { Container, EntitySet, Model, Navigation, StructuredType } from './model.ts';

/** Draws BINDS edges: which set a navigation property of a set leads to (V4 bindings, V1 to V3 association sets). */
export function drawBindings(model: Model): void {
  for (const container of model.containers.values()) {
    for (const set of container.sets.values()) {
      for (const binding of childrenOf(set.element, 'NavigationPropertyBinding')) {
        const path = model.document.aliases.path(binding.attributes.Path ?? '');
        const target = model.document.aliases.path(binding.attributes.Target ?? '');
        const bound = targetSet(model, container, target);
        if (bound === 'elsewhere') {
          const problem = `The navigation ${path} of ${set.attributes.name} is bound to ${target}, which is no set of this file.`;
          model.diagnostics.info(
            'unresolved-binding',
            binding,
            problem,
            'The target set of that navigation is not drawn.',
          );
        } else if (bound === undefined) {
          const problem = `The navigation ${path} of ${set.attributes.name} is bound to ${target}, which does not exist.`;
          model.diagnostics.warning('unknown-binding-target', binding, problem, 'The binding is dropped.');
        } else bind(model, set, bound, path);
      }
    }
    drawAssociationSets(model, container);
  }
}

/** The set that a binding target names. `elsewhere`: a contained collection, or a container of another file. */
function targetSet(model: Model, container: Container, target: string): EntitySet | 'elsewhere' | undefined {
  const [first = '', ...rest] = target.split('/');
  const direct = findSet(container, first);
  if (direct) return rest.length === 0 ? direct : 'elsewhere';
  if (!first.includes('.')) return undefined;
  const other = model.containers.get(first);
  if (other === undefined) {
    return model.document.included.has(first.slice(0, first.lastIndexOf('.'))) ? 'elsewhere' : undefined;
  }
  const set = findSet(other, rest[0] ?? '');
  return set && rest.length > 1 ? 'elsewhere' : set;
}

function drawAssociationSets(model: Model, container: Container): void {
  for (const element of childrenOf(container.element, 'AssociationSet')) {
    const association = model.document.aliases.name(element.attributes.Association ?? '');
    const sets = new Map<string, EntitySet>();
    for (const end of childrenOf(element, 'End')) {
      const set = findSet(container, end.attributes.EntitySet ?? '');
      if (set) sets.set(end.attributes.Role ?? '', set);
      else {
        const problem = `AssociationSet ${element.attributes.Name ?? ''} names the EntitySet ${end.attributes.EntitySet ?? ''}, which does not exist.`;
        const effect = 'Which sets that association joins is unknown.';
        model.diagnostics.warning('unknown-binding-target', end, problem, effect);
      }
    }
    for (const [role, set] of sets) {
      for (const navigation of navigationsOver(association, set.type)) {
        const target = sets.get(navigation.association?.to ?? '');
        if (target && navigation.association?.from === role) bind(model, set, target, navigation.attributes.name);
      }
    }
  }
}

/** More navigation properties of one type over one association than this say nothing new. */
const maximumPerAssociation = 100;

const navigationsByAssociation = new WeakMap<StructuredType, Map<string, Navigation[]>>();

/** The navigation properties of a type, inherited ones too, that use an association. */
function navigationsOver(association: string, type: StructuredType | undefined): readonly Navigation[] {
  const found: Navigation[] = [];
  for (const one of lineUpwards<StructuredType>(type)) {
    let known = navigationsByAssociation.get(one);
    if (known === undefined) {
      known = new Map();
      for (const navigation of one.navigations.values()) {
        const name = navigation.association?.name;
        if (name === undefined) continue;
        const list = known.get(name);
        if (list === undefined) known.set(name, [navigation]);
        else if (list.length < maximumPerAssociation) list.push(navigation);
      }
      navigationsByAssociation.set(one, known);
    }
    found.push(...(known.get(association) ?? []));
  }
  return found;
}

function bind(model: Model, from: EntitySet, to: EntitySet, navigation: string): void {
  model.patch.edges.push(
    edge('BINDS', { kind: 'EntitySet', id: from.id }, { kind: 'EntitySet', id: to.id }, { navigation }),
  );
}
