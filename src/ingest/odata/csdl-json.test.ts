import { describe, expect, it } from 'vitest';
import { readSample, v4 } from '../../../test/sample-metadata.ts';

const xml =
  v4(`<EntityType Name="Base" Abstract="true"><Key><PropertyRef Name="ID"/></Key><Property Name="ID" Type="Edm.Int32" Nullable="false"/></EntityType>
  <EntityType Name="Order" BaseType="Self.Base" OpenType="true" HasStream="true">
    <Property Name="Text" Type="Edm.String" Nullable="false" MaxLength="40"><Annotation Term="Common.Label" String="Order text"/></Property>
    <Property Name="Price" Type="Edm.Decimal" Precision="9" Scale="2"><Annotation Term="Measures.ISOCurrency" Path="Currency"/></Property>
    <Property Name="Free" Type="Edm.Decimal" Nullable="false" Scale="variable"/>
    <Property Name="Tags" Type="Collection(Edm.String)" Nullable="false"/>
    <Property Name="Kind" Type="N.Kind" Nullable="false"/>
    <Property Name="Short" Type="N.Short" Nullable="false"/>
    <Property Name="Currency" Type="Edm.String" Nullable="false"><Annotation Term="Common.FieldControl" EnumMember="Common.FieldControlType/Mandatory"/></Property>
    <NavigationProperty Name="Items" Type="Collection(N.Item)" ContainsTarget="true" Partner="Order" Nullable="false"><OnDelete Action="Cascade"/></NavigationProperty>
    <NavigationProperty Name="Prior" Type="N.Order" Nullable="true"><ReferentialConstraint Property="Text" ReferencedProperty="Text"/></NavigationProperty>
  </EntityType>
  <EntityType Name="Item"><Key><PropertyRef Name="Pos/No" Alias="PosNo"/></Key><Property Name="Pos" Type="N.Pos" Nullable="false"/>
    <NavigationProperty Name="Order" Type="N.Order" Nullable="false" Partner="Items"/></EntityType>
  <ComplexType Name="Pos"><Property Name="No" Type="Edm.Int16" Nullable="false"/></ComplexType>
  <EnumType Name="Kind" IsFlags="true" UnderlyingType="Edm.Byte"><Member Name="A" Value="1"><Annotation Term="Core.Description" String="First"/></Member><Member Name="B" Value="2"/></EnumType>
  <TypeDefinition Name="Short" UnderlyingType="Edm.String" MaxLength="5"/>
  <Action Name="Post" IsBound="true"><Parameter Name="it" Type="N.Order" Nullable="false"/><Parameter Name="Reason" Type="Edm.String" Nullable="false" MaxLength="9"/></Action>
  <Function Name="Find"><Parameter Name="Ids" Type="Collection(Edm.Int32)" Nullable="false"/><ReturnType Type="Collection(N.Order)" Nullable="false"/></Function>
  <EntityContainer Name="C"><EntitySet Name="Orders" EntityType="N.Order"><NavigationPropertyBinding Path="Prior" Target="Orders"/>
      <Annotation Term="Capabilities.InsertRestrictions"><Record><PropertyValue Property="Insertable" Bool="false"/>
        <PropertyValue Property="NonInsertableProperties"><Collection><PropertyPath>Price</PropertyPath></Collection></PropertyValue></Record></Annotation></EntitySet>
    <Singleton Name="Latest" Type="N.Order"/><FunctionImport Name="Find" Function="N.Find" EntitySet="Orders"/></EntityContainer>
  <Annotations Target="Self.Order/Text"><Annotation Term="Common.ValueList"><Record>
    <PropertyValue Property="CollectionPath" String="Orders"/><PropertyValue Property="Parameters"><Collection>
      <Record Type="Common.ValueListParameterInOut"><PropertyValue Property="LocalDataProperty" PropertyPath="Text"/><PropertyValue Property="ValueListProperty" String="Text"/></Record>
    </Collection></PropertyValue></Record></Annotation></Annotations>`);

const json = {
  $Version: '4.0',
  $EntityContainer: 'N.C',
  $Reference: {
    'https://example.com/v': {
      $Include: ['Core', 'Capabilities', 'Measures'].map((name) => ({
        $Namespace: `Org.OData.${name}.V1`,
        $Alias: name,
      })),
    },
    'https://example.com/c': { $Include: [{ $Namespace: 'com.sap.vocabularies.Common.v1', $Alias: 'Common' }] },
  },
  N: {
    $Alias: 'Self',
    Base: { $Kind: 'EntityType', $Abstract: true, $Key: ['ID'], ID: { $Type: 'Edm.Int32' } },
    Order: {
      $Kind: 'EntityType',
      $BaseType: 'Self.Base',
      $OpenType: true,
      $HasStream: true,
      Text: { $MaxLength: 40, '@Common.Label': 'Order text' },
      Price: {
        $Type: 'Edm.Decimal',
        $Nullable: true,
        $Precision: 9,
        $Scale: 2,
        '@Measures.ISOCurrency': { $Path: 'Currency' },
      },
      Free: { $Type: 'Edm.Decimal' },
      Tags: { $Collection: true },
      Kind: { $Type: 'N.Kind' },
      Short: { $Type: 'N.Short' },
      Currency: { '@Common.FieldControl': 'Mandatory' },
      Items: {
        $Kind: 'NavigationProperty',
        $Collection: true,
        $Type: 'N.Item',
        $ContainsTarget: true,
        $Partner: 'Order',
        $OnDelete: 'Cascade',
      },
      Prior: {
        $Kind: 'NavigationProperty',
        $Type: 'N.Order',
        $Nullable: true,
        $ReferentialConstraint: { Text: 'Text', 'Text@Core.Description': 'why' },
      },
    },
    Item: {
      $Kind: 'EntityType',
      $Key: [{ PosNo: 'Pos/No' }],
      Pos: { $Type: 'N.Pos' },
      Order: { $Kind: 'NavigationProperty', $Type: 'N.Order', $Partner: 'Items' },
    },
    Pos: { $Kind: 'ComplexType', No: { $Type: 'Edm.Int16' } },
    Kind: { $Kind: 'EnumType', $IsFlags: true, $UnderlyingType: 'Edm.Byte', A: 1, 'A@Core.Description': 'First', B: 2 },
    Short: { $Kind: 'TypeDefinition', $UnderlyingType: 'Edm.String', $MaxLength: 5 },
    Post: [
      {
        $Kind: 'Action',
        $IsBound: true,
        $Parameter: [
          { $Name: 'it', $Type: 'N.Order' },
          { $Name: 'Reason', $MaxLength: 9 },
        ],
      },
    ],
    Find: [
      {
        $Kind: 'Function',
        $Parameter: [{ $Name: 'Ids', $Type: 'Edm.Int32', $Collection: true }],
        $ReturnType: { $Type: 'N.Order', $Collection: true },
      },
    ],
    C: {
      $Kind: 'EntityContainer',
      Orders: {
        $Collection: true,
        $Type: 'N.Order',
        $NavigationPropertyBinding: { Prior: 'Orders' },
        '@Capabilities.InsertRestrictions': { Insertable: false, NonInsertableProperties: ['Price'] },
      },
      Latest: { $Type: 'N.Order' },
      Find: { $Function: 'N.Find', $EntitySet: 'Orders' },
    },
    $Annotations: {
      'Self.Order/Text': {
        '@Common.ValueList': {
          CollectionPath: 'Orders',
          Parameters: [
            {
              '@type': 'https://example.com/c#Common.ValueListParameterInOut',
              LocalDataProperty: 'Text',
              ValueListProperty: 'Text',
            },
          ],
        },
      },
    },
  },
};

describe('CSDL JSON', () => {
  it('gives the same graph as its XML twin', () => {
    const fromJson = readSample(JSON.stringify(json));
    const fromXml = readSample(xml);
    const nodes = ({ graph }: typeof fromJson) =>
      (
        ['Service', 'EntitySet', 'EntityType', 'Property', 'NavigationProperty', 'Operation', 'ValueHelp'] as const
      ).flatMap((kind) => [...graph.nodes(kind)]);
    const edges = ({ graph }: typeof fromJson) =>
      (['EXPOSES', 'OF_TYPE', 'EXTENDS', 'NAVIGATES_TO', 'BINDS', 'HAS_OPERATION', 'HAS_VALUE_HELP'] as const).flatMap(
        (kind) => [...graph.edges(kind)],
      );
    expect(nodes(fromJson)).toEqual(nodes(fromXml));
    expect(edges(fromJson)).toEqual(edges(fromXml));
    expect(fromJson.findings).toEqual([]);
    expect(fromXml.findings).toEqual([]);
  });

  it('names line and column of what is wrong', () => {
    const { findings } = readSample(`{"$Version":"4.01",
 "N": {
  "T": {"$Kind": "EntityType",
    "P": {"$Type": "N.Gone"}, "P": {}},
  "X": {"$Kind": "Riddle"}
}}`);
    expect(findings.map(({ rule, line, column }) => `${line}:${column} ${rule}`)).toEqual([
      '4:31 duplicate-member',
      '5:3 unexpected-element',
      '4:5 unknown-type',
      '1:1 no-container',
    ]);
  });

  it.each([
    ['{"$Version":"4.01", }', 1, 'a member name was expected'],
    ['{"$Version":"4.01"\n', 2, 'the end of the file'],
    ['{"$Version" "4.01"}', 1, '":" was expected'],
    ['{"$Version":"4.01"} x', 1, 'no JSON'],
    ['{"$Version":"4.01"} 1', 1, 'the end was expected'],
    ['{"$Version":"a\\q"}', 1, 'JSON'],
    ['{"$Version":[1,]}', 1, 'a value was expected'],
    ['{"$Version":[1 2]}', 1, '"," was expected'],
    [`{"$Version":${'['.repeat(300)}`, 1, 'nested more than 256'],
  ])('refuses %s', (text, line, message) => {
    const { refused, findings } = readSample(text);
    expect(refused).toBe(true);
    expect(findings).toMatchObject([{ rule: 'not-well-formed', line, message: expect.stringContaining(message) }]);
  });

  it('refuses JSON that is no CSDL', () => {
    const { refused, findings } = readSample('{"openapi":"3.0.0"}');
    expect(refused).toBe(true);
    expect(findings).toMatchObject([{ rule: 'no-metadata', line: 1 }]);
  });

  it('reads expressions of every form without taking them for others', () => {
    const { attributes } = readSample(
      JSON.stringify({
        $Version: '4.01',
        N: {
          T: {
            $Kind: 'EntityType',
            P: {
              '@Core.Computed': { $If: [{ $Path: 'a' }, true, false] },
              '@Core.Immutable': true,
              '@Core.Permissions': 'Read',
              '@Org.OData.Validation.V1.Maximum': 5,
              '@com.sap.vocabularies.UI.v1.Hidden': { $Path: 'x' },
              '@com.sap.vocabularies.UI.v1.LineItem': [{ Value: 1 }],
              '@Org.OData.Core.V1.Description#Tablet': null,
              '@com.sap.vocabularies.Common.v1.ValueListReferences': ['../x', { $Path: 'y' }, 3, null],
              '@com.sap.vocabularies.Common.v1.Label@Core.Description': 'of an annotation',
            },
          },
        },
      }),
    );
    expect(attributes('Property', 'S#N.T/P')).toEqual({
      name: 'P',
      type: 'Edm.String',
      nullable: false,
      immutable: true,
      readOnly: true,
      creatable: false,
      updatable: false,
      maximum: 5,
    });
  });
});
