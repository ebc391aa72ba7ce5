import type { ServiceAttributes } from '../../graph/index.ts';
import { qualify } from './declare-types.ts';
import type { CsdlDocument } from './document.ts';
import { type CsdlElement, childrenOf } from './element.ts';

/** What a document declares without becoming a node: schemas, containers, enumerations, associations and their sets. */
export function declaresOf({ schemas, aliases }: CsdlDocument): NonNullable<ServiceAttributes['declares']> {
  const containers: string[] = [];
  const enumTypes: Record<string, string[]> = {};
  const associations: Record<string, string[]> = {};
  const associationSets: Record<string, string[]> = {};
  const name = (element: CsdlElement) => element.attributes.Name ?? '';
  for (const schema of schemas) {
    const namespace = schema.attributes.Namespace ?? '';
    for (const type of childrenOf(schema, 'EnumType')) {
      enumTypes[qualify(namespace, name(type))] ??= childrenOf(type, 'Member').map(name);
    }
    for (const association of childrenOf(schema, 'Association')) {
      associations[qualify(namespace, name(association))] ??= childrenOf(association, 'End').map(
        ({ attributes }) => `${aliases.name(attributes.Type ?? '')} ${attributes.Multiplicity?.trim() ?? ''}`,
      );
    }
    for (const container of childrenOf(schema, 'EntityContainer')) {
      containers.push(qualify(namespace, name(container)));
      for (const set of childrenOf(container, 'AssociationSet')) {
        const ends = childrenOf(set, 'End').map(({ attributes }) => attributes.EntitySet ?? '');
        const key = `${qualify(namespace, name(container))}/${name(set)}`;
        associationSets[key] ??= [aliases.name(set.attributes.Association ?? ''), ...ends];
      }
    }
  }
  return {
    schemas: schemas.map((schema) => schema.attributes.Namespace ?? ''),
    containers,
    enumTypes,
    associations,
    associationSets,
  };
}
