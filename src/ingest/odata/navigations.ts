import type { NavigationPropertyAttributes } from '../../graph/index.ts';
import { edge } from '../../graph/index.ts';
import { memberName, nameOf } from './declare-types.ts';
import { booleanOf, type CsdlElement, childOf, childrenOf, isTrue } from './element.ts';
import type { Model, StructuredType } from './model.ts';
import { documentation } from './properties.ts';
import { applySapToNavigation } from './sap-attributes.ts';
import type { TypeResolver } from './type-resolver.ts';

/** One end of a V1 to V3 association. */
interface AssociationEnd {
  readonly type: string;
  readonly multiplicity: string;
  readonly element: CsdlElement;
}

/** A V1 to V3 association: its ends by role, and the constraint that names the foreign key. */
export interface Association {
  readonly qualified: string;
  readonly namespace: string;
  readonly ends: ReadonlyMap<string, AssociationEnd>;
  readonly constraint: CsdlElement | undefined;
}

const cardinalities: Readonly<Record<string, '1' | '0..1' | '*'>> = { '1': '1', '0..1': '0..1', '*': '*' };

/** All associations of the schemas by qualified name. */
export function readAssociations(model: Model): Map<string, Association> {
  const associations = new Map<string, Association>();
  for (const schema of model.document.schemas) {
    const namespace = schema.attributes.Namespace ?? '';
    for (const element of childrenOf(schema, 'Association')) {
      const name = nameOf(model, element);
      if (name === undefined) continue;
      const qualified = namespace === '' ? name : `${namespace}.${name}`;
      if (associations.has(qualified)) {
        model.diagnostics.warning(
          'duplicate-association',
          element,
          `The Association ${qualified} is declared a second time.`,
          'The first declaration is kept, this one is dropped.',
        );
        continue;
      }
      const ends = new Map<string, AssociationEnd>();
      for (const end of childrenOf(element, 'End')) {
        const type = end.attributes.Type ?? '';
        const role = end.attributes.Role ?? type.slice(type.lastIndexOf('.') + 1);
        ends.set(role, { type, multiplicity: (end.attributes.Multiplicity ?? '').trim(), element: end });
      }
      associations.set(qualified, {
        qualified,
        namespace,
        ends,
        constraint: childOf(element, 'ReferentialConstraint'),
      });
    }
  }
  return associations;
}

/** Reads a NavigationProperty into its type and draws where it leads, with its cardinality. */
export function readNavigation(
  model: Model,
  resolver: TypeResolver,
  associations: ReadonlyMap<string, Association>,
  owner: StructuredType,
  element: CsdlElement,
): void {
  const name = memberName(model, owner, element);
  if (name === undefined) return;
  const id = `${owner.id}/${name}`;
  const attributes: NavigationPropertyAttributes = { name };
  if (isTrue(element.attributes.ContainsTarget)) attributes.containsTarget = true;
  if (element.attributes.Partner) attributes.partner = element.attributes.Partner;
  if (element.sap) applySapToNavigation(attributes, element.sap);
  const description = documentation(element);
  if (description !== undefined) attributes.description ??= description;
  const legacy = element.attributes.Relationship !== undefined;
  const target = legacy
    ? legacyTarget(model, resolver, associations, owner, element, attributes)
    : directTarget(model, resolver, owner, element, attributes);
  if (target?.type) {
    model.patch.edges.push(
      edge(
        'NAVIGATES_TO',
        { kind: 'NavigationProperty', id },
        { kind: 'EntityType', id: target.type.id },
        { cardinality: target.cardinality },
      ),
    );
  }
  owner.navigations.set(name, {
    id,
    attributes,
    element,
    annotations: undefined,
    owner,
    target: target?.type,
    association: legacy
      ? {
          name: model.document.aliases.name(element.attributes.Relationship ?? ''),
          from: element.attributes.FromRole ?? '',
          to: element.attributes.ToRole ?? '',
        }
      : undefined,
  });
}

interface Target {
  readonly type: StructuredType | undefined;
  readonly cardinality: '1' | '0..1' | '*';
}

const noTarget = 'The navigation property is kept, but where it leads is unknown.';

function directTarget(
  model: Model,
  resolver: TypeResolver,
  owner: StructuredType,
  element: CsdlElement,
  attributes: NavigationPropertyAttributes,
): Target | undefined {
  const written = element.attributes.Type;
  if (written === undefined) {
    model.diagnostics.warning(
      'missing-type',
      element,
      `NavigationProperty ${attributes.name} of ${owner.qualified} has neither a Type nor a Relationship.`,
      noTarget,
    );
    return undefined;
  }
  const use = resolver.resolve(written, owner.attributes.namespace, element, noTarget);
  const nullable = booleanOf(element.attributes.Nullable);
  if (nullable !== undefined) attributes.nullable = nullable;
  const onDelete = childOf(element, 'OnDelete')?.attributes.Action;
  if (onDelete !== undefined) attributes.onDelete = onDelete;
  const constraints = childrenOf(element, 'ReferentialConstraint');
  if (constraints.length > 0) {
    const pairs: Record<string, string> = {};
    for (const { attributes: pair } of constraints) {
      if (pair.Property && pair.ReferencedProperty) pairs[pair.Property] = pair.ReferencedProperty;
    }
    attributes.referentialConstraints = pairs;
  }
  const cardinality = use.collection ? '*' : nullable === false ? '1' : '0..1';
  return { type: structured(model, use.declared, use.name, element), cardinality };
}

function legacyTarget(
  model: Model,
  resolver: TypeResolver,
  associations: ReadonlyMap<string, Association>,
  owner: StructuredType,
  element: CsdlElement,
  attributes: NavigationPropertyAttributes,
): Target | undefined {
  const written = model.document.aliases.name(element.attributes.Relationship ?? '');
  const association = associations.get(written) ?? associations.get(`${owner.attributes.namespace}.${written}`);
  if (association === undefined) {
    const problem = `NavigationProperty ${attributes.name} of ${owner.qualified} uses the Association ${written}, which this file does not declare.`;
    model.diagnostics.warning('unknown-association', element, problem, noTarget);
    return undefined;
  }
  const { FromRole = '', ToRole = '' } = element.attributes;
  const end = association.ends.get(ToRole);
  if (end === undefined) {
    const problem = `NavigationProperty ${attributes.name} of ${owner.qualified} leads to the role ${ToRole}, which the Association ${written} does not have.`;
    model.diagnostics.warning('unknown-role', element, problem, noTarget);
    return undefined;
  }
  const constraint = association.constraint;
  const dependent = constraint && childOf(constraint, 'Dependent');
  const principal = constraint && childOf(constraint, 'Principal');
  if (dependent && principal && dependent.attributes.Role === FromRole) {
    const principals = childrenOf(principal, 'PropertyRef');
    attributes.referentialConstraints = Object.fromEntries(
      childrenOf(dependent, 'PropertyRef').map((reference, index) => [
        reference.attributes.Name ?? '',
        principals[index]?.attributes.Name ?? '',
      ]),
    );
  }
  const onDelete = association.ends.get(FromRole);
  const action = onDelete && childOf(onDelete.element, 'OnDelete')?.attributes.Action;
  if (action !== undefined) attributes.onDelete = action;
  const cardinality = cardinalities[end.multiplicity];
  if (cardinality === undefined) {
    model.diagnostics.warning(
      'unknown-multiplicity',
      end.element,
      `The end ${ToRole} of the Association ${written} has Multiplicity="${end.multiplicity}", which is none of 1, 0..1 and *.`,
      'It is read as 0..1.',
    );
  }
  const use = resolver.resolve(end.type, association.namespace, end.element, noTarget);
  return { type: structured(model, use.declared, use.name, end.element), cardinality: cardinality ?? '0..1' };
}

function structured(
  model: Model,
  declared: { readonly kind: string } | undefined,
  name: string,
  place: CsdlElement,
): StructuredType | undefined {
  const type = model.types.get(name);
  if (type?.kind === 'entity' || type?.kind === 'complex') return type;
  if (declared !== undefined) {
    const problem = `A navigation leads to ${name}, which is no EntityType.`;
    model.diagnostics.warning('unfit-navigation', place, problem, noTarget);
  }
  return undefined;
}
