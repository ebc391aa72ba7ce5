import { Aliases } from './aliases.ts';
import type { Diagnostics } from './diagnostics.ts';
import { type CsdlElement, childrenOf } from './element.ts';

/** One CSDL document: its schemas and what its names stand for. */
export interface CsdlDocument {
  readonly root: CsdlElement;
  /** OData protocol version: 1.0, 2.0, 3.0, 4.0, 4.01. */
  readonly version: string;
  readonly schemas: readonly CsdlElement[];
  readonly aliases: Aliases;
  /** Namespaces that references include, with the address they lie at. */
  readonly included: ReadonlyMap<string, string>;
}

/** Finds schemas, aliases and version of a document whose root is an Edmx or a Schema. */
export function openDocument(root: CsdlElement, diagnostics: Diagnostics): CsdlDocument {
  const services = root.name === 'Edmx' ? childrenOf(root, 'DataServices') : [];
  const schemas = root.name === 'Schema' ? [root] : services.flatMap((service) => childrenOf(service, 'Schema'));
  const aliases = new Aliases();
  const included = new Map<string, string>();
  for (const schema of schemas) {
    declareAlias(aliases, schema, schema.attributes.Alias, schema.attributes.Namespace ?? '', diagnostics);
  }
  for (const reference of root.children) {
    if (reference.name !== 'Reference' && reference.name !== 'AnnotationsReference') continue;
    for (const include of childrenOf(reference, 'Include')) {
      const namespace = include.attributes.Namespace ?? '';
      included.set(namespace, reference.attributes.Uri ?? reference.attributes.Url ?? '');
      declareAlias(aliases, include, include.attributes.Alias, namespace, diagnostics);
    }
  }
  for (const schema of schemas) {
    for (const using of childrenOf(schema, 'Using')) {
      const namespace = using.attributes.Namespace ?? '';
      if (!included.has(namespace)) included.set(namespace, '');
      declareAlias(aliases, using, using.attributes.Alias, namespace, diagnostics);
    }
  }
  return { root, version: versionOf(root, services[0], schemas), schemas, aliases, included };
}

function declareAlias(
  aliases: Aliases,
  place: CsdlElement,
  alias: string | undefined,
  namespace: string,
  diagnostics: Diagnostics,
): void {
  if (alias === undefined || alias === '') return;
  const holder = aliases.add(alias, namespace);
  if (holder === undefined) return;
  diagnostics.warning(
    'duplicate-alias',
    place,
    `The alias ${alias} is claimed for ${namespace}, but stands for ${holder} already.`,
    `${alias} keeps meaning ${holder}; ${namespace} can only be named in full.`,
  );
}

function versionOf(root: CsdlElement, services: CsdlElement | undefined, schemas: readonly CsdlElement[]): string {
  const edmx = root.attributes.Version ?? '';
  if (edmx.startsWith('4')) return edmx;
  const declared = services?.attributes['m:DataServiceVersion']?.trim();
  if (declared && /^\d/.test(declared)) return declared.replace(/;.*$/, '');
  const namespaces = new Set(schemas.map((schema) => schema.namespace));
  if (namespaces.has('http://docs.oasis-open.org/odata/ns/edm')) return '4.0';
  if (namespaces.has('http://schemas.microsoft.com/ado/2009/11/edm')) return '3.0';
  return root.name === 'Schema' && schemas.every((schema) => schema.namespace === '') ? '4.0' : '2.0';
}
