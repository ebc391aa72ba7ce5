import { below, type Tag } from './tags.ts';

/** Names of a metadata document: aliases, and where types and associations are declared. */
export class NameIndex {
  readonly #aliases = new Map<string, string>();
  readonly #declared = new Map<string, Tag>();

  constructor(document: Tag, schemas: readonly Tag[]) {
    const named = [...schemas, ...[...below(document)].filter(({ name }) => name === 'Include' || name === 'Using')];
    for (const { attributes } of named) {
      const alias = attributes.get('Alias');
      const namespace = attributes.get('Namespace');
      if (alias && namespace !== undefined && !this.#aliases.has(alias)) this.#aliases.set(alias, namespace);
    }
    for (const schema of schemas) {
      const namespace = schema.attributes.get('Namespace') ?? '';
      for (const tag of schema.children) {
        const name = `${namespace === '' ? '' : `${namespace}.`}${tag.attributes.get('Name') ?? ''}`;
        if (!this.#declared.has(name)) this.#declared.set(name, tag);
      }
    }
  }

  /** The name with its alias resolved; one without a namespace may belong to the namespace given. */
  full(name: string, namespace = ''): string {
    if (!name.includes('.')) return this.#declared.has(`${namespace}.${name}`) ? `${namespace}.${name}` : name;
    const dot = name.lastIndexOf('.');
    const resolved = this.#aliases.get(name.slice(0, Math.max(0, dot)));
    return resolved === undefined ? name : `${resolved}${name.slice(dot)}`;
  }

  isStructured(name: string): boolean {
    return ['EntityType', 'ComplexType'].includes(this.#declared.get(name)?.name ?? '');
  }

  /** The TypeDefinition of that name. */
  definition(name: string): Tag | undefined {
    const tag = this.#declared.get(name);
    return tag?.name === 'TypeDefinition' ? tag : undefined;
  }

  associationEnd(relationship: string, role: string): Tag | undefined {
    const association = this.#declared.get(this.full(relationship));
    return association?.children.find(({ name, attributes }) => name === 'End' && attributes.get('Role') === role);
  }
}
