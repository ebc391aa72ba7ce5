import { describe, expect, it } from 'vitest';
import { readSample, v2, v4 } from '../../../test/sample-metadata.ts';

const list = (values: string, term = 'ValueList', qualifier = '') =>
  `<Annotation Term="Common.${term}"${qualifier}><Record>${values}</Record></Annotation>`;
const parameter = (type: string, local: string, column: string) =>
  `<Record Type="Common.ValueListParameter${type}">${local ? `<PropertyValue Property="LocalDataProperty" PropertyPath="${local}"/>` : ''}<PropertyValue Property="ValueListProperty" String="${column}"/></Record>`;
const collection = (path: string, ...parameters: string[]) =>
  `<PropertyValue Property="CollectionPath" String="${path}"/><PropertyValue Property="Parameters"><Collection>${parameters.join('')}</Collection></PropertyValue>`;

const service = (property: string, attributes = '') =>
  v4(`<EntityType Name="T"><Key><PropertyRef Name="ID"/></Key><Property Name="ID" Type="Edm.Int32" Nullable="false"/>
    <Property Name="P" Type="Edm.String" ${attributes}>${property}</Property></EntityType>
    <EntityType Name="Code"><Key><PropertyRef Name="Key"/></Key>
      <Property Name="Key" Type="Edm.String" Nullable="false"><Annotation Term="Common.Text" Path="Long"/></Property>
      <Property Name="Short" Type="Edm.String"/><Property Name="Long" Type="Edm.String"/></EntityType>
    <EntityContainer Name="C"><EntitySet Name="Ts" EntityType="N.T"/><EntitySet Name="Codes" EntityType="N.Code"/></EntityContainer>`);

const helps = (source: string) => {
  const { graph, findings } = readSample(source);
  return {
    helps: [...graph.nodes('ValueHelp')].map(({ id, attributes }) => ({ id, ...attributes })),
    edges: [...graph.edges('HAS_VALUE_HELP')].map(({ from, attributes }) => ({ from, ...attributes })),
    findings: findings.map(({ severity, rule }) => `${severity} ${rule}`),
  };
};

describe('value lists of annotations', () => {
  it('reads collection, parameters, value and text column', () => {
    const read = helps(
      service(
        list(
          collection(
            'Codes',
            parameter('InOut', 'P', 'Key'),
            parameter('DisplayOnly', '', 'Short'),
            parameter('DisplayOnly', '', 'Long'),
            parameter('In', 'ID', 'Short'),
            '<Record Type="Common.ValueListParameterConstant"><PropertyValue Property="ValueListProperty" String="Short"/><PropertyValue Property="Constant" String="X"/></Record>',
          ),
        ),
      ),
    );
    expect(read.helps).toEqual([
      {
        id: 'S#N.T/P@annotation',
        origin: 'annotation',
        fixed: false,
        resolved: true,
        entitySet: 'Codes',
        valueProperty: 'Key',
        textProperty: 'Long',
        parameters: [
          { direction: 'InOut', local: 'P', target: 'Key' },
          { direction: 'DisplayOnly', target: 'Short' },
          { direction: 'DisplayOnly', target: 'Long' },
          { direction: 'In', local: 'ID', target: 'Short' },
          { direction: 'Constant', target: 'Short', constant: 'X' },
        ],
      },
    ]);
    expect(read.edges).toEqual([
      {
        from: 'S#N.T/P',
        fixed: false,
        resolved: true,
        entitySet: 'Codes',
        valueProperty: 'Key',
        textProperty: 'Long',
      },
    ]);
    expect(read.findings).toEqual([]);
  });

  it('takes the first column shown as text where the value names none of them, and closes fixed lists', () => {
    const read = helps(
      service(
        `${list(collection('N.C/Codes', parameter('Out', 'P', 'Key'), parameter('DisplayOnly', '', 'Short')))}<Annotation Term="Common.ValueListWithFixedValues"/>`,
      ),
    );
    expect(read.edges).toMatchObject([{ fixed: true, textProperty: 'Short', valueProperty: 'Key' }]);
  });

  it('keeps several lists, the unqualified one first', () => {
    const read = helps(
      service(
        list(collection('Ts', parameter('InOut', 'P', 'P')), 'ValueList', ' Qualifier="Other"') +
          list(collection('Codes', parameter('InOut', 'P', 'Key'))),
      ),
    );
    expect(read.helps.map(({ id, entitySet }) => [id, entitySet])).toEqual([
      ['S#N.T/P@annotation', 'Codes'],
      ['S#N.T/P@annotation#Other', 'Ts'],
    ]);
  });

  it.each<[string, string, string[], number]>([
    ['names no collection', list(''), ['warning broken-value-list'], 0],
    [
      'names a missing collection',
      list(collection('Gone', parameter('InOut', 'P', 'Key'))),
      ['warning broken-value-list'],
      0,
    ],
    [
      'names a missing column',
      list(collection('Codes', parameter('InOut', 'P', 'Gone'))),
      ['warning broken-value-list'],
      1,
    ],
    [
      'lies in another service',
      list(
        `<PropertyValue Property="CollectionRoot" String="../other/$metadata"/>${collection('Codes', parameter('InOut', 'P', 'Key'))}`,
      ),
      ['info unresolved-value-list'],
      1,
    ],
    [
      'is a reference',
      '<Annotation Term="Common.ValueListReferences"><Collection><String>../a</String><String>../b</String></Collection></Annotation>',
      ['info unresolved-value-list', 'info unresolved-value-list'],
      2,
    ],
  ])('says where a list %s', (_, annotation, findings, count) => {
    const read = helps(service(annotation));
    expect(read.findings).toEqual(findings);
    expect(read.helps).toHaveLength(count);
  });

  it('keeps the address of what lies elsewhere', () => {
    const read = helps(
      service(
        list(
          `<PropertyValue Property="CollectionRoot" String="../other"/>${collection('Codes', parameter('InOut', 'P', 'Key'), parameter('DisplayOnly', '', 'Name'))}`,
        ),
      ),
    );
    expect(read.edges).toMatchObject([
      { resolved: false, reference: '../other', entitySet: 'Codes', valueProperty: 'Key', textProperty: 'Name' },
    ]);
  });
});

describe('other allowed values', () => {
  it('reads AllowedValues with their names, also through a TypeDefinition', () => {
    const values = `<Annotation Term="Validation.AllowedValues"><Collection>
      <Record><PropertyValue Property="Value" String="A"/><Annotation Term="Core.Description" String="First"/></Record>
      <Record><PropertyValue Property="Value" Int="2"/></Record><Record/></Collection></Annotation>`;
    const read = helps(
      v4(`<TypeDefinition Name="D" UnderlyingType="Edm.String">${values}</TypeDefinition>
        <EntityType Name="T"><Property Name="P" Type="Edm.String">${values}</Property><Property Name="Q" Type="N.D"/></EntityType>`),
    );
    const expected = {
      origin: 'validation',
      fixed: true,
      resolved: true,
      values: [{ code: 'A', text: 'First' }, { code: '2' }],
    };
    expect(read.helps).toEqual([
      { id: 'S#N.T/P@validation', ...expected },
      { id: 'S#N.T/Q@validation', ...expected },
    ]);
    expect(read.edges).toMatchObject([{ codes: ['A', '2'] }, { codes: ['A', '2'] }]);
  });

  it('reads enumerations with the texts of their members', () => {
    const read = helps(
      v4(`<EnumType Name="E"><Member Name="A" Value="0"><Annotation Term="Core.Description" String="First"/></Member>
        <Member Name="B"><Annotation Term="Common.Label" String="Second"/></Member></EnumType>
        <EntityType Name="T"><Property Name="P" Type="Collection(N.E)"/></EntityType>`),
    );
    expect(read.helps).toMatchObject([
      {
        origin: 'enum',
        values: [
          { code: 'A', text: 'First' },
          { code: 'B', text: 'Second' },
        ],
      },
    ]);
  });

  it('lets an annotation replace sap:value-list, which alone stays unresolved', () => {
    const value =
      '<Annotation Term="com.sap.vocabularies.Common.v1.ValueList"><Record><PropertyValue Property="CollectionPath" String="Es"/></Record></Annotation>';
    const read = helps(
      v2(`<EntityType Name="T"><Property Name="P" Type="Edm.String" sap:value-list="fixed-values"/>
        <Property Name="Q" Type="Edm.String" sap:value-list="fixed-values">${value}</Property></EntityType>
        <EntityContainer Name="C"><EntitySet Name="Es" EntityType="N.T"/></EntityContainer>`),
    );
    expect(read.edges).toEqual([
      { from: 'S#N.T/P', resolved: false, fixed: true },
      { from: 'S#N.T/Q', resolved: true, fixed: true, entitySet: 'Es' },
    ]);
    expect(read.findings).toEqual(['info unresolved-value-list']);
  });
});
