import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSample, v2, v4 } from '../../../test/sample-metadata.ts';

/** A model as plain data: what is written as XML and must come back as the same facts. */
interface ModelProperty {
  readonly name: string;
  readonly type: string;
  readonly collection: boolean;
  readonly nullable: boolean;
  readonly maxLength: number | 'max' | undefined;
  readonly precision: number | undefined;
  readonly scale: number | 'variable' | undefined;
  readonly label: string | undefined;
}

interface ModelType {
  readonly name: string;
  readonly complex: boolean;
  readonly abstract: boolean;
  /** Index of an earlier type of the same kind, where there is one. */
  readonly base: number;
  readonly properties: readonly ModelProperty[];
  readonly navigations: readonly {
    readonly name: string;
    readonly target: number;
    readonly cardinality: '1' | '0..1' | '*';
  }[];
}

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,11}$/);
const label = fc.option(
  fc
    .string({
      unit: fc.constantFrom('a', 'Ü', ' ', '&', '<', '>', '"', "'", '😀', '1', '{', ']'),
      minLength: 1,
      maxLength: 12,
    })
    .map((text) => `x${text.replaceAll(']>', '')}x`),
  { nil: undefined },
);
const property: fc.Arbitrary<ModelProperty> = fc.record({
  name,
  type: fc.constantFrom('Edm.String', 'Edm.Decimal', 'Edm.Int32', 'Edm.Boolean', 'Edm.Guid', 'Edm.DateTimeOffset'),
  collection: fc.boolean(),
  nullable: fc.boolean(),
  maxLength: fc.option(fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constant('max' as const)), { nil: undefined }),
  precision: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
  scale: fc.option(fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constant('variable' as const)), { nil: undefined }),
  label,
});
const type: fc.Arbitrary<ModelType> = fc.record({
  name,
  complex: fc.boolean(),
  abstract: fc.boolean(),
  base: fc.nat(9),
  properties: fc.uniqueArray(property, { selector: (one) => one.name, maxLength: 5 }),
  navigations: fc.array(
    fc.record({ name, target: fc.nat(9), cardinality: fc.constantFrom('1' as const, '0..1' as const, '*' as const) }),
    { maxLength: 3 },
  ),
});
const model = fc
  .uniqueArray(type, { selector: (one) => one.name, minLength: 1, maxLength: 6 })
  .map((types) => types.map((one) => ({ ...one, navigations: withoutClashes(one) })));

function withoutClashes({ navigations, properties }: ModelType): ModelType['navigations'] {
  const taken = new Set(properties.map((one) => one.name));
  return navigations.filter((one) => !taken.has(one.name) && taken.add(one.name));
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const attribute = (key: string, value: unknown) => (value === undefined ? '' : ` ${key}="${escaped(String(value))}"`);

function baseOf(types: readonly ModelType[], index: number): ModelType | undefined {
  const base = types[types[index]?.base ?? -1];
  return base && types.indexOf(base) < index && base.complex === types[index]?.complex ? base : undefined;
}

/** The entity type that a navigation leads to. */
function targetOf(types: readonly ModelType[], target: number): ModelType | undefined {
  const entities = types.filter((one) => !one.complex);
  return entities[target % entities.length];
}

function propertyXml(one: ModelProperty, labelXml: (text: string) => { attributes: string; children: string }): string {
  const said = one.label === undefined ? { attributes: '', children: '' } : labelXml(one.label);
  const written = one.collection ? `Collection(${one.type})` : one.type;
  return `<Property${attribute('Name', one.name)}${attribute('Type', written)}${attribute('Nullable', one.nullable)}${attribute('MaxLength', one.maxLength)}${attribute('Precision', one.precision)}${attribute('Scale', one.scale)}${said.attributes}>${said.children}</Property>`;
}

function toV4(types: readonly ModelType[]): string {
  const labelXml = (text: string) => ({
    attributes: '',
    children: `<Annotation Term="Common.Label"${attribute('String', text)}/>`,
  });
  const declared = types.map((one, index) => {
    const base = baseOf(types, index);
    const navigations = one.navigations.map(({ name: written, target, cardinality }) => {
      const to = targetOf(types, target);
      if (to === undefined) return '';
      const full = cardinality === '*' ? `Collection(Self.${to.name})` : `Self.${to.name}`;
      return `<NavigationProperty${attribute('Name', written)}${attribute('Type', full)}${cardinality === '1' ? ' Nullable="false"' : ''}/>`;
    });
    return `<${one.complex ? 'ComplexType' : 'EntityType'}${attribute('Name', one.name)}${attribute('BaseType', base && `N.${base.name}`)}${one.abstract ? ' Abstract="true"' : ''}>${one.properties.map((each) => propertyXml(each, labelXml)).join('')}${navigations.join('')}</${one.complex ? 'ComplexType' : 'EntityType'}>`;
  });
  const sets = types
    .filter((one) => !one.complex)
    .map((one) => `<EntitySet${attribute('Name', one.name)} EntityType="N.${one.name}"/>`);
  return v4(`${declared.join('\n')}<EntityContainer Name="The_Container">${sets.join('')}</EntityContainer>`);
}

function toV2(types: readonly ModelType[]): string {
  const labelXml = (text: string) => ({ attributes: attribute('sap:label', text), children: '' });
  const associations: string[] = [];
  const declared = types.map((one, index) => {
    const base = baseOf(types, index);
    const navigations = one.navigations.map(({ name: written, target, cardinality }) => {
      const to = targetOf(types, target);
      if (to === undefined) return '';
      const association = `A${associations.length}`;
      associations.push(
        `<Association Name="${association}"><End Role="F" Type="N.${one.name}" Multiplicity="*"/><End Role="T" Type="N.${to.name}" Multiplicity="${cardinality}"/></Association>`,
      );
      return `<NavigationProperty${attribute('Name', written)} Relationship="N.${association}" FromRole="F" ToRole="T"/>`;
    });
    return `<${one.complex ? 'ComplexType' : 'EntityType'}${attribute('Name', one.name)}${attribute('BaseType', base && `N.${base.name}`)}${one.abstract ? ' Abstract="true"' : ''}>${one.properties.map((each) => propertyXml(each, labelXml)).join('')}${navigations.join('')}</${one.complex ? 'ComplexType' : 'EntityType'}>`;
  });
  const sets = types
    .filter((one) => !one.complex)
    .map((one) => `<EntitySet${attribute('Name', one.name)} EntityType="N.${one.name}"/>`);
  return v2(
    `${declared.join('\n')}${associations.join('')}<EntityContainer Name="The_Container">${sets.join('')}</EntityContainer>`,
  );
}

function toJson(types: readonly ModelType[]): string {
  const schema: Record<string, unknown> = { $Alias: 'Self' };
  for (const [index, one] of types.entries()) {
    const base = baseOf(types, index);
    const members: [string, unknown][] = [];
    for (const each of one.properties) {
      members.push([
        each.name,
        {
          $Type: each.type,
          $Collection: each.collection,
          $Nullable: each.nullable,
          $MaxLength: each.maxLength,
          $Precision: each.precision,
          $Scale: each.scale,
          '@Common.Label': each.label,
        },
      ]);
    }
    for (const { name: written, target, cardinality } of one.navigations) {
      const to = targetOf(types, target);
      if (to === undefined) continue;
      members.push([
        written,
        {
          $Kind: 'NavigationProperty',
          $Type: `Self.${to.name}`,
          $Collection: cardinality === '*',
          $Nullable: cardinality === '0..1',
        },
      ]);
    }
    schema[one.name] = {
      $Kind: one.complex ? 'ComplexType' : 'EntityType',
      $BaseType: base && `N.${base.name}`,
      $Abstract: one.abstract ? true : undefined,
      ...Object.fromEntries(members),
    };
  }
  const sets = types
    .filter((one) => !one.complex)
    .map((one) => [one.name, { $Collection: true, $Type: `N.${one.name}` }]);
  schema.The_Container = { $Kind: 'EntityContainer', ...Object.fromEntries(sets) };
  const include = { $Include: [{ $Namespace: 'com.sap.vocabularies.Common.v1', $Alias: 'Common' }] };
  return JSON.stringify({
    $Version: '4.01',
    $EntityContainer: 'N.The_Container',
    $Reference: { 'https://example.com': include },
    N: schema,
  });
}

/** The facts that a model states. */
function factsOf(types: readonly ModelType[], scaleDefault?: 'variable'): string[] {
  return types
    .flatMap((one, index) => [
      `${one.complex ? 'complex' : 'entity'} ${one.name} ${one.abstract} extends ${baseOf(types, index)?.name}`,
      ...(one.complex ? [] : [`set ${one.name}`]),
      ...one.properties.map(
        ({ name: written, type: typed, collection, nullable, maxLength, precision, scale, label: text }) => {
          const shown = scale ?? (typed === 'Edm.Decimal' ? scaleDefault : undefined);
          return `${one.name}/${written} ${typed} ${collection} ${nullable} ${maxLength} ${precision} ${shown} ${text}`;
        },
      ),
      ...one.navigations.flatMap(({ name: written, target, cardinality }) => {
        const to = targetOf(types, target);
        return to === undefined ? [] : [`${one.name}/${written} -> ${to.name} ${cardinality}`];
      }),
    ])
    .sort();
}

/** The facts that the reader found. */
function factsRead(source: string): { facts: string[]; rules: readonly string[] } {
  const { graph, rules } = readSample(source);
  const facts: string[] = [];
  for (const { id, attributes } of graph.nodes('EntityType')) {
    const base = graph.out('EXTENDS', { kind: 'EntityType', id })[0]?.to.slice(4);
    facts.push(
      `${attributes.complex ? 'complex' : 'entity'} ${attributes.name} ${attributes.abstract === true} extends ${base}`,
    );
  }
  for (const { attributes } of graph.nodes('EntitySet')) facts.push(`set ${attributes.name}`);
  for (const { id, attributes } of graph.nodes('Property')) {
    const { type: typed, collection, nullable, maxLength, precision, scale, label: text } = attributes;
    facts.push(`${id.slice(4)} ${typed} ${collection === true} ${nullable} ${maxLength} ${precision} ${scale} ${text}`);
  }
  for (const { from, to, attributes } of graph.edges('NAVIGATES_TO')) {
    facts.push(`${from.slice(4)} -> ${to.slice(4)} ${attributes.cardinality}`);
  }
  return { facts: facts.sort(), rules };
}

describe('any model', () => {
  it.each<[string, (types: readonly ModelType[]) => string, 'variable' | undefined]>([
    ['V4 XML', toV4, undefined],
    ['V2 XML', toV2, undefined],
    ['CSDL JSON', toJson, 'variable'],
  ])('comes back from %s', (_, write, scaleDefault) => {
    fc.assert(
      fc.property(model, (types) => {
        // An object literal of JSON cannot hold that name as a member of its own.
        fc.pre(!JSON.stringify(types).includes('"__proto__"'));
        expect(factsRead(write(types))).toEqual({ facts: factsOf(types, scaleDefault), rules: [] });
      }),
      { numRuns: 300 },
    );
  });
});
