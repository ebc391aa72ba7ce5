import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from '@sap-ux/edmx-parser';
import { expect, it } from 'vitest';
import { describeWithShared } from '../../../test/shared.ts';
import { MemoryGraph } from '../../graph/index.ts';
import { readODataDocument } from './index.ts';

/** What both readers must agree on, as lines that name one fact each. */
type Facts = Set<string>;

/** Files that break a rule of CSDL, where both readers may differ: which facts, and what each makes of them. */
const differing: Readonly<Record<string, RegExp>> = {
  // Unqualified type names: we look for the only type of that name, the oracle leaves them as written.
  'pyodata-master-v2.edmx': /^Type of |^Property EXAMPLE_SRV\.EnumTest\/CountryOfOrigin/,
  'sapcloudsdk-v2-MultipleNamespace.edmx': /^Type of SomeEntitySet/,
  'sapcloudsdk-v4-DoubleAtomLink.edmx': /^Type of SomeEntitySet/,
  // CollectionKind="List": a collection, which the oracle does not know.
  'sapcloudsdkjs-COMMON_SRV.edmx': /\/ComplexTypeProperty: /,
  'sapcloudsdkjs-v2-test-srv.edmx': /\/ComplexTypeProperty: /,
  'sapcloudsdkjs-v4-test-srv.edmx': /\/ComplexTypeProperty: /,
  'successfactors-ECEmployeeProfile.edmx': /\/(backgroundPropertyLists|socialAccounts): /,
  // Schemas without a namespace: the oracle writes ".Name".
  'sapcloudsdk-v4-EmptyNamespace.edmx': /SomeEntityType/,
  'sapcloudsdk-v4-NoNamespace.edmx': /SomeEntityType/,
  'sapcloudsdk-v4-MultipleSchemas.edmx': /(^|[ .])SomeEntityType/,
};

/** Not well-formed: refused here; the oracle throws or reads a part. */
const notWellFormed = new Set([
  'malformed-truncated-EAM_OBJPG_MAINTENANCEORDER_SRV.edmx',
  'sapcloudsdk-v2-syntactically-incorrect.edmx',
  'sapcloudsdk-v4-syntactically-inconsistent.edmx',
]);

function ours(content: Uint8Array): Facts {
  const { patch } = readODataDocument({ service: { id: 'S' }, file: 'f', content });
  const graph = MemoryGraph.from(patch);
  const facts: Facts = new Set();
  for (const set of graph.nodes('EntitySet')) {
    const type = graph.out('OF_TYPE', set)[0]?.to.slice(2);
    facts.add(`${set.attributes.singleton ? 'Singleton' : 'EntitySet'} ${set.attributes.name}`);
    if (type !== undefined) facts.add(`Type of ${set.attributes.name}: ${type}`);
    for (const { to, attributes } of graph.out('BINDS', set)) {
      facts.add(
        `Binding ${set.attributes.name}/${attributes.navigation} to ${graph.node('EntitySet', to)?.attributes.name}`,
      );
    }
  }
  for (const type of graph.nodes('EntityType')) {
    const name = type.id.slice(2);
    facts.add(`${type.attributes.complex ? 'ComplexType' : 'EntityType'} ${name}`);
    // The oracle knows keys by property and in the order of those: paths into complex properties and the order are not compared.
    const keys = type.attributes.keys.filter((key) => !key.includes('/'));
    if (keys.length > 0) facts.add(`Key ${name}: ${keys.sort().join(',')}`);
    for (const { to } of graph.out('HAS_PROPERTY', type)) {
      const property = graph.node('Property', to)?.attributes;
      if (property === undefined) continue;
      const { type: written, collection, nullable, maxLength, precision } = property;
      const full = collection ? `Collection(${written})` : written;
      // The oracle reads "Max" as 5000 and "max" as no number.
      const length = maxLength === 'max' ? '(max)' : maxLength;
      facts.add(`Property ${to.slice(2)}: ${full} ${nullable} ${length} ${precision}`);
    }
    for (const { to: id } of graph.out('HAS_NAVIGATION', type)) {
      facts.add(`NavigationProperty ${id.slice(2)}`);
      for (const { to, attributes } of graph.out('NAVIGATES_TO', { kind: 'NavigationProperty', id })) {
        facts.add(`Navigation ${id.slice(2)} to ${to.slice(2)} ${attributes.cardinality === '*'}`);
      }
    }
  }
  return facts;
}

/** The part of the oracle's answer that is looked at (its types come with another package). */
interface OracleSchema {
  readonly entitySets: readonly { readonly name: string; readonly entityTypeName: string }[];
  readonly singletons: readonly { readonly name: string; readonly entityTypeName: string }[];
  readonly associations: readonly {
    readonly fullyQualifiedName: string;
    readonly associationEnd: readonly OracleEnd[];
  }[];
  readonly entityTypes: readonly {
    readonly fullyQualifiedName: string;
    readonly keys: readonly { readonly name: string }[];
    readonly entityProperties: readonly OracleProperty[];
    readonly navigationProperties: readonly OracleNavigation[];
  }[];
  readonly complexTypes: readonly {
    readonly fullyQualifiedName: string;
    readonly properties: readonly OracleProperty[];
    readonly navigationProperties: readonly OracleNavigation[];
  }[];
}

interface OracleEnd {
  readonly role: string;
  readonly type: string;
  readonly multiplicity: string;
}

interface OracleProperty {
  readonly fullyQualifiedName: string;
  readonly type: string;
  readonly nullable?: boolean;
  readonly maxLength?: number;
  readonly precision?: number;
}

type OracleNavigation =
  | { readonly name: string; readonly targetTypeName: string; readonly isCollection: boolean }
  | { readonly name: string; readonly relationship: string; readonly toRole: string };

function theirs(content: Uint8Array): Facts {
  const text = Buffer.from(content).toString('utf8');
  const schema: OracleSchema = parse(text.replace(/^\uFEFF/, '')).schema;
  const facts: Facts = new Set();
  const known = new Set([...schema.entityTypes, ...schema.complexTypes].map((type) => type.fullyQualifiedName));
  for (const [kind, sets] of [
    ['EntitySet', schema.entitySets],
    ['Singleton', schema.singletons],
  ] as const) {
    for (const set of sets) {
      facts.add(`${kind} ${set.name}`);
      if (known.has(set.entityTypeName)) facts.add(`Type of ${set.name}: ${set.entityTypeName}`);
    }
  }
  const ends = new Map(schema.associations.map((one) => [one.fullyQualifiedName, one.associationEnd]));
  for (const type of schema.entityTypes) {
    facts.add(`EntityType ${type.fullyQualifiedName}`);
    addMembers(facts, type.fullyQualifiedName, type.entityProperties, type.navigationProperties, ends, known);
    const keys = type.keys.map((key) => key.name);
    if (keys.length > 0) facts.add(`Key ${type.fullyQualifiedName}: ${keys.sort().join(',')}`);
  }
  for (const type of schema.complexTypes) {
    facts.add(`ComplexType ${type.fullyQualifiedName}`);
    addMembers(facts, type.fullyQualifiedName, type.properties, type.navigationProperties, ends, known);
  }
  return facts;
}

function addMembers(
  facts: Facts,
  owner: string,
  properties: readonly OracleProperty[],
  navigations: readonly OracleNavigation[],
  ends: ReadonlyMap<string, readonly OracleEnd[]>,
  known: ReadonlySet<string>,
): void {
  for (const { fullyQualifiedName, type, nullable, maxLength, precision } of properties) {
    const length = maxLength === 5000 || Number.isNaN(maxLength) ? '(max)' : maxLength;
    facts.add(`Property ${fullyQualifiedName}: ${type} ${nullable !== false} ${length} ${precision}`);
  }
  for (const navigation of navigations) {
    facts.add(`NavigationProperty ${owner}/${navigation.name}`);
    const direct = 'targetTypeName' in navigation;
    const end = direct ? undefined : ends.get(navigation.relationship)?.find((one) => one.role === navigation.toRole);
    const target = direct ? navigation.targetTypeName : end?.type;
    const many = direct ? navigation.isCollection : end?.multiplicity === '*';
    if (target !== undefined && known.has(target))
      facts.add(`Navigation ${owner}/${navigation.name} to ${target} ${many}`);
  }
}

describeWithShared('reading OData against an independent parser', (shared) => {
  const files = ['sap-s4', 'other']
    .map((folder) => join(shared, 'data/odata', folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.edmx'))
        .map((name) => join(folder, name)),
    );

  it('has 293 documents', () => expect(files).toHaveLength(293));

  it.each(files.map((file) => [basename(file), file]))('agrees on %s', (name, file) => {
    const content = readFileSync(file);
    if (notWellFormed.has(name)) {
      expect(readODataDocument({ service: { id: 'S' }, file, content })).toMatchObject({ refused: true });
      return;
    }
    const mine = ours(content);
    const other = theirs(content);
    const differs = differing[name];
    const missing = [...other].filter((fact) => !mine.has(fact) && !differs?.test(fact));
    // Bindings and inherited keys are more than the oracle knows.
    const more = /^(Key|Binding) /;
    const extra = [...mine].filter((fact) => !other.has(fact) && !more.test(fact) && !differs?.test(fact));
    expect({ missing: missing.slice(0, 5), extra: extra.slice(0, 5) }).toEqual({ missing: [], extra: [] });
  });
});
