import type { Fact } from '../../graph/index.ts';
import type { FactLists } from './fact-lists.ts';
import { LabelIndex } from './label-index.ts';
import { NameIndex } from './name-index.ts';
import { below, type Tag } from './tags.ts';

/** Counts one metadata document (as tags) of a service, by the definitions of the audit. `extra` are its annotation documents. */
export function countMetadata(service: string, root: Tag, extra: readonly Tag[], lists: FactLists): void {
  const [document] = root.children;
  if (document === undefined) return;
  new Count(service, document, extra, lists).run();
}

class Count {
  readonly #service: string;
  readonly #document: Tag;
  readonly #lists: FactLists;
  readonly #schemas: readonly Tag[];
  readonly #names: NameIndex;
  readonly #labels: LabelIndex;
  #namespace = '';

  constructor(service: string, document: Tag, extra: readonly Tag[], lists: FactLists) {
    this.#service = service;
    this.#document = document;
    this.#lists = lists;
    this.#schemas = [...below(document)].filter(
      ({ name, parent }) => name === 'Schema' && parent?.name === 'DataServices',
    );
    if (document.name === 'Schema') this.#schemas = [document];
    this.#names = new NameIndex(document, this.#schemas);
    this.#labels = new LabelIndex([document, ...extra], this.#names);
  }

  run(): void {
    const { attributes } = this.#document;
    const modern =
      /\/odata\/ns\/edm/.test([...attributes.values()].join(' ')) || /^4/.test(attributes.get('Version') ?? '');
    const version = modern ? 'V4' : 'V2';
    this.#lists.add(['services', `services${version}`], this.#service, { version });
    for (const schema of this.#schemas) this.#schema(schema, schema.attributes.get('Namespace') ?? '');
  }

  #full(name: string): string {
    return this.#names.full(name, this.#namespace);
  }

  #schema(schema: Tag, namespace: string): void {
    this.#namespace = namespace;
    this.#lists.add(['schemas'], `${this.#service} ${namespace}`);
    for (const tag of schema.children) {
      const name = qualify(namespace, nameOf(tag));
      if (tag.name === 'EntityType' || tag.name === 'ComplexType') this.#type(tag, name, tag.name === 'ComplexType');
      else if (tag.name === 'EnumType') {
        const members = tag.children.filter((child) => child.name === 'Member').map(nameOf);
        this.#lists.add(['enumTypes'], `${this.#service} ${name}`, { holds: members.join(' ') });
      } else if (tag.name === 'Association') {
        const ends = endsOf(tag).map(
          ({ attributes }) => `${this.#full(attributes.get('Type') ?? '')} ${attributes.get('Multiplicity') ?? ''}`,
        );
        this.#lists.add(['associations'], `${this.#service} ${name}`, { holds: ends.join(' to ') });
      } else if (tag.name === 'Action' || tag.name === 'Function') this.#operation(tag, name);
      else if (tag.name === 'EntityContainer') this.#container(tag, name);
    }
  }

  #type(tag: Tag, name: string, complex: boolean): void {
    const id = `${this.#service}#${name}`;
    const { attributes } = tag;
    const base = attributes.get('BaseType');
    this.#lists.add([complex ? 'complexTypes' : 'entityTypes'], id, {
      abstract: attributes.get('Abstract') === 'true',
      open: attributes.get('OpenType') === 'true',
      hasStream: (attributes.get('HasStream') ?? attributes.get('m:HasStream')) === 'true',
      baseType: base === undefined ? undefined : this.#full(base),
      label: this.#labels.of(name, tag) ?? this.#labels.typeName(name),
    });
    const key =
      tag.children.find((child) => child.name === 'Key')?.children.filter((child) => child.name === 'PropertyRef') ??
      [];
    const keys = key.map(nameOf);
    if (!complex) {
      for (const [place, property] of keys.entries())
        this.#lists.add(['keyProperties'], `${id}/${property}`, { place });
    }
    for (const child of tag.children) {
      const member = `${id}/${nameOf(child)}`;
      const label = this.#labels.of(`${name}/${nameOf(child)}`, child);
      if (child.name === 'Property') {
        const facts = { ...this.#facets(child), key: keys.includes(nameOf(child)), label };
        this.#lists.add([complex ? 'complexTypeProperties' : 'properties'], member, facts);
      } else if (child.name === 'NavigationProperty') this.#navigation(child, member, complex, label);
    }
  }

  #facets(tag: Tag): Fact['facts'] {
    const written = typeOf(tag) ?? 'Edm.String';
    const item = /^Collection\((.*)\)$/.exec(written)?.[1];
    const type = this.#full(item ?? written);
    const lent = this.#names.definition(type);
    const facet = (name: string) => tag.attributes.get(name) ?? lent?.attributes.get(name);
    const scale = facet('Scale')?.toLowerCase();
    const variable = sap(tag, 'variable-scale') === 'true' ? 'variable' : undefined;
    return {
      type,
      collection: item !== undefined || ['List', 'Bag'].includes(tag.attributes.get('CollectionKind') ?? ''),
      nullable: tag.attributes.get('Nullable')?.toLowerCase() !== 'false',
      maxLength: facet('MaxLength')?.toLowerCase() === 'max' ? 'max' : numberOf(facet('MaxLength')),
      precision: numberOf(facet('Precision')),
      scale: variable ?? (scale === 'variable' || scale === 'floating' ? scale : numberOf(scale)),
    };
  }

  #navigation(tag: Tag, id: string, complex: boolean, label: string | undefined): void {
    const { attributes } = tag;
    const relationship = attributes.get('Relationship');
    const end =
      relationship === undefined ? undefined : this.#names.associationEnd(relationship, attributes.get('ToRole') ?? '');
    const written = relationship === undefined ? (attributes.get('Type') ?? '') : (end?.attributes.get('Type') ?? '');
    const item = /^Collection\((.*)\)$/.exec(written)?.[1];
    const target = this.#full(item ?? written);
    const single = attributes.get('Nullable') === 'false' ? '1' : '0..1';
    const cardinality =
      relationship === undefined ? (item === undefined ? single : '*') : end?.attributes.get('Multiplicity');
    const known = this.#names.isStructured(target);
    const facts = {
      cardinality: known ? cardinality : undefined,
      target: known ? `${this.#service}#${target}` : undefined,
      containsTarget: attributes.get('ContainsTarget') === 'true',
      label,
    };
    const byCardinality: Readonly<Record<string, string>> = {
      '*': 'navigationToMany',
      '1': 'navigationToOne',
      '0..1': 'navigationToZeroOrOne',
    };
    const row = byCardinality[facts.cardinality ?? ''];
    this.#lists.add(
      complex ? ['complexTypeNavigationProperties'] : ['navigationProperties', ...(row ? [row] : [])],
      id,
      facts,
    );
  }

  #container(tag: Tag, container: string): void {
    this.#lists.add(['entityContainers'], `${this.#service} ${container}`);
    for (const child of tag.children) {
      const { attributes } = child;
      const name = nameOf(child);
      if (child.name === 'EntitySet' || child.name === 'Singleton') {
        const type = this.#full(attributes.get('EntityType') ?? attributes.get('Type') ?? '');
        this.#lists.add(
          [child.name === 'EntitySet' ? 'entitySets' : 'singletons'],
          `${this.#service} ${container}/${name}`,
          {
            type: this.#names.isStructured(type) ? `${this.#service}#${type}` : undefined,
            label: this.#labels.of(`${container}/${name}`, child),
          },
        );
      } else if (child.name === 'AssociationSet') {
        const ends = endsOf(child).map((end) => end.attributes.get('EntitySet') ?? '');
        const holds = [this.#full(attributes.get('Association') ?? ''), ...ends].join(' ');
        this.#lists.add(['associationSets'], `${this.#service} ${container}/${name}`, { holds });
      } else if (child.name === 'FunctionImport' || child.name === 'ActionImport') this.#import(child, name);
    }
  }

  #import(tag: Tag, name: string): void {
    const target = tag.attributes.get('Function') ?? tag.attributes.get('Action');
    const id = `${this.#service} ${name}`;
    if (target !== undefined) {
      const row = tag.name === 'ActionImport' ? 'actionImports' : 'functionImports';
      this.#lists.add([row], id, { stands: this.#full(target) });
      return;
    }
    const bindable = tag.attributes.get('IsBindable') === 'true';
    const parameters = tag.children.filter((child) => child.name === 'Parameter').slice(bindable ? 1 : 0);
    const fallback = bindable && tag.attributes.get('IsSideEffecting') !== 'false' ? 'POST' : 'GET';
    const facts = this.#signature(tag, parameters, tag.attributes.get('m:HttpMethod')?.toUpperCase() ?? fallback, true);
    this.#lists.add(['functionImports'], id, { stands: undefined, ...facts });
    const binding = bindable ? typeOf(tag.children.find((child) => child.name === 'Parameter')) : undefined;
    this.#lists.add(
      ['operations'],
      `${this.#service} FunctionImport ${name}(${this.#bindingType(binding)}) ${parameterNames(parameters)}`,
      facts,
    );
  }

  #operation(tag: Tag, name: string): void {
    const bound = tag.attributes.get('IsBound') === 'true';
    const all = tag.children.filter((child) => child.name === 'Parameter');
    const parameters = bound ? all.slice(1) : all;
    const binding = this.#bindingType(bound ? typeOf(all[0]) : undefined);
    const facts = this.#signature(tag, parameters, tag.name === 'Action' ? 'POST' : 'GET', false);
    const id = `${name}(${binding}) ${parameterNames(parameters)}`;
    this.#lists.add([tag.name === 'Action' ? 'actions' : 'functions'], `${this.#service} ${id}`, facts);
    this.#lists.add(['operations'], `${this.#service} ${tag.name} ${id}`, facts);
  }

  #bindingType(written: string | undefined): string {
    return written === undefined ? '' : written.replace(/[^()]+(?=\)|$)/, (name) => this.#full(name));
  }

  #signature(tag: Tag, parameters: readonly Tag[], method: string, legacy: boolean): Fact['facts'] {
    const returns = tag.children.find((child) => child.name === 'ReturnType');
    const written = tag.attributes.get('ReturnType') ?? returns?.attributes.get('Type');
    const item = written && /^Collection\((.*)\)$/.exec(written)?.[1];
    const types = parameters.map((parameter) => {
      const { type, maxLength } = this.#facets(parameter);
      const nullable = parameter.attributes.get('Nullable')?.toLowerCase();
      return `${nameOf(parameter)} ${type} ${maxLength ?? ''} ${legacy ? nullable === 'true' : nullable !== 'false'}`;
    });
    return {
      method,
      returnType: written === undefined ? undefined : this.#full(item ?? written),
      returnCollection: item !== undefined,
      parameters: types.join(', '),
    };
  }
}

function nameOf(tag: Tag): string {
  return tag.attributes.get('Name') ?? '';
}

function qualify(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}.${name}`;
}

function endsOf(tag: Tag): Tag[] {
  return tag.children.filter((child) => child.name === 'End');
}

function typeOf(tag: Tag | undefined): string | undefined {
  return tag?.attributes.get('Type');
}

function parameterNames(parameters: readonly Tag[]): string {
  return parameters.map(nameOf).sort().join(',');
}

/** A SAP attribute under whatever prefix the document binds to it. */
function sap(tag: Tag, name: string): string | undefined {
  for (const [key, value] of tag.attributes) if (key.endsWith(`:${name}`)) return value;
  return undefined;
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+\s*$/.test(text) ? Number(text) : undefined;
}
