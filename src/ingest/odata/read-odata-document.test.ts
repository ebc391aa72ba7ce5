import { describe, expect, it } from 'vitest';
import { readSample, v2, v4 } from '../../../test/sample-metadata.ts';
import { readODataDocument } from './index.ts';

describe('types of V4', () => {
  it('reads inheritance, abstract, open and media types in any order', () => {
    const { attributes, graph, rules } = readSample(
      v4(`<EntityType Name="Photo" BaseType="Self.Thing" HasStream="true" OpenType="true"/>
        <EntityType Name="Thing" Abstract="true"><Key><PropertyRef Name="ID"/></Key><Property Name="ID" Type="Edm.Int32" Nullable="false"/></EntityType>`),
    );
    expect(attributes('EntityType', 'S#N.Photo')).toEqual({
      name: 'Photo',
      namespace: 'N',
      keys: ['ID'],
      baseType: 'N.Thing',
      hasStream: true,
      open: true,
    });
    expect(attributes('EntityType', 'S#N.Thing')).toMatchObject({ abstract: true, keys: ['ID'] });
    expect(graph.out('EXTENDS', { kind: 'EntityType', id: 'S#N.Photo' })).toMatchObject([{ to: 'S#N.Thing' }]);
    expect(rules).toEqual([]);
  });

  it('keeps key aliases and nested paths', () => {
    const { attributes, rules } = readSample(
      v4(`<ComplexType Name="Info"><Property Name="ID" Type="Edm.String" Nullable="false"/></ComplexType>
        <EntityType Name="T"><Key><PropertyRef Name="Info/ID" Alias="InfoID"/><PropertyRef Name="No"/></Key>
        <Property Name="Info" Type="N.Info" Nullable="false"/><Property Name="No" Type="Edm.Int32" Nullable="false"/></EntityType>`),
    );
    expect(attributes('EntityType', 'S#N.T')).toMatchObject({
      keys: ['Info/ID', 'No'],
      keyAliases: { InfoID: 'Info/ID' },
    });
    expect(attributes('Property', 'S#N.T/No')).toMatchObject({ key: true });
    expect(rules).toEqual([]);
  });

  it('says which key names nothing', () => {
    const { findings, attributes } = readSample(
      v4(`<EntityType Name="T"><Key>
<PropertyRef Name="Gone"/><PropertyRef Name="A/B"/></Key><Property Name="A" Type="Edm.Int32" Nullable="false"/></EntityType>`),
    );
    expect(findings.filter(({ rule }) => rule === 'unknown-key-property')).toMatchObject([
      { severity: 'warning', path: 'sample.edmx', line: 5, column: 1 },
      { message: expect.stringContaining('A/B') },
    ]);
    expect(attributes('EntityType', 'S#N.T').keys).toEqual(['Gone', 'A/B']);
  });

  it.each([
    [
      'a circle',
      '<EntityType Name="A" BaseType="N.B"/><EntityType Name="B" BaseType="N.C"/><EntityType Name="C" BaseType="N.B"/>',
      'cyclic-base-type',
    ],
    ['itself', '<ComplexType Name="A" BaseType="N.A"/>', 'cyclic-base-type'],
    ['nothing', '<EntityType Name="A" BaseType="N.Gone"/>', 'unknown-type'],
    ['another kind', '<EntityType Name="A" BaseType="N.B"/><ComplexType Name="B"/>', 'unfit-base-type'],
  ])('reports a base type that is %s once and reads on', (_, schema, rule) => {
    const { rules, graph } = readSample(v4(schema));
    expect(rules).toEqual([rule]);
    expect(graph.node('EntityType', 'S#N.A')).toMatchObject({ kind: 'EntityType', id: 'S#N.A' });
  });

  it('keeps the first of two types, members and sets of one name', () => {
    const { findings, attributes } = readSample(
      v4(`<EntityType Name="T"><Property Name="P" Type="Edm.Int32"/>
<Property Name="P" Type="Edm.String"/><NavigationProperty Name="P" Type="N.T"/></EntityType>
<ComplexType Name="T"/>
<EntityContainer Name="C"><EntitySet Name="E" EntityType="N.T"/>
<EntitySet Name="E" EntityType="N.Other"/></EntityContainer>`),
    );
    expect(
      findings.filter(({ severity }) => severity === 'warning').map(({ rule, line }) => `${line} ${rule}`),
    ).toEqual(['6 duplicate-type', '5 duplicate-property', '5 duplicate-property', '8 duplicate-entity-set']);
    expect(attributes('Property', 'S#N.T/P').type).toBe('Edm.Int32');
  });

  it('reports facets that are no numbers and drops only those', () => {
    const { attributes, findings } = readSample(
      v4(
        '<EntityType Name="T"><Property Name="P" Type="Edm.Decimal" Precision="many" Scale="floating" MaxLength="-1"/></EntityType>',
      ),
    );
    expect(attributes('Property', 'S#N.T/P')).toEqual({
      name: 'P',
      type: 'Edm.Decimal',
      nullable: true,
      scale: 'floating',
    });
    expect(findings.filter(({ rule }) => rule === 'unreadable-facet').map(({ message }) => message)).toEqual([
      expect.stringContaining('MaxLength="-1"'),
      expect.stringContaining('Precision="many"'),
    ]);
  });

  it('reads the remaining facets', () => {
    const { attributes } = readSample(
      v4(
        '<EntityType Name="T"><Property Name="P" Type="Edm.GeographyPoint" SRID="4326" Unicode="false" DefaultValue="x" Nullable="false"/></EntityType>',
      ),
    );
    expect(attributes('Property', 'S#N.T/P')).toMatchObject({
      srid: '4326',
      unicode: false,
      defaultValue: 'x',
      nullable: false,
    });
  });

  it('keeps an unknown type as it is written', () => {
    const { attributes, findings } = readSample(
      v4(
        '<EntityType Name="T"><Property Name="A" Type="Self.Gone"/><Property Name="B" Type="Collection(X.Y)"/></EntityType>',
      ),
    );
    expect(attributes('Property', 'S#N.T/A').type).toBe('Self.Gone');
    expect(attributes('Property', 'S#N.T/B')).toMatchObject({ type: 'X.Y', collection: true });
    expect(findings[0]).toMatchObject({ rule: 'unknown-type', message: expect.stringContaining('Self.Gone (N.Gone)') });
  });

  it('reports schemas without a namespace, odd flags and type definitions of no type', () => {
    const { rules, attributes } = readSample(
      v4(
        '<TypeDefinition Name="D" UnderlyingType="N.D"/><EntityType Name="T"><Property Name="P" Type="N.D" Nullable="maybe"/></EntityType>',
      ).replace(' Namespace="N"', ' Namespace=""'),
    );
    expect(rules).toEqual(['missing-namespace', 'unknown-type', 'unknown-type', 'unreadable-facet']);
    expect(attributes('Property', 'S#T/P').nullable).toBe(true);
  });

  it('warns of types that nobody declares and notes those of other files', () => {
    const { findings } = readSample(
      v4(
        `<EntityType Name="T"><Property Name="A" Type="N.Gone"/><Property Name="B" Type="Other.X"/><Property Name="C"/>
        <Property Name="D" Type="Other.X"/></EntityType>`,
        '<edmx:Reference Uri="other.xml"><edmx:Include Namespace="Other"/></edmx:Reference>',
      ),
    );
    expect(findings.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual([
      'warning unknown-type',
      'info external-type',
      'warning missing-type',
      'info no-container',
    ]);
  });
});

describe('navigation and containers of V4', () => {
  const model = `<EntityType Name="Order"><Key><PropertyRef Name="ID"/></Key><Property Name="ID" Type="Edm.Int32" Nullable="false"/>
    <NavigationProperty Name="Items" Type="Collection(N.Item)" ContainsTarget="true" Partner="Order"><OnDelete Action="Cascade"/></NavigationProperty>
    <NavigationProperty Name="Buyer" Type="N.Party" Nullable="false"><ReferentialConstraint Property="BuyerID" ReferencedProperty="ID"/></NavigationProperty>
    <NavigationProperty Name="Gone" Type="N.Gone"/><NavigationProperty Name="None"/></EntityType>
    <EntityType Name="Item"/><EntityType Name="Party"/>`;

  it('reads cardinality, containment, partner and constraints', () => {
    const { attributes, graph, rules } = readSample(v4(model));
    expect(attributes('NavigationProperty', 'S#N.Order/Items')).toEqual({
      name: 'Items',
      containsTarget: true,
      partner: 'Order',
      onDelete: 'Cascade',
    });
    expect(attributes('NavigationProperty', 'S#N.Order/Buyer')).toEqual({
      name: 'Buyer',
      nullable: false,
      referentialConstraints: { BuyerID: 'ID' },
    });
    expect(
      [...graph.edges('NAVIGATES_TO')].map(({ to, attributes: { cardinality } }) => `${to} ${cardinality}`),
    ).toEqual(['S#N.Item *', 'S#N.Party 1']);
    expect(rules).toEqual(['unknown-type', 'missing-type']);
  });

  it('reads singletons, bindings and extended containers', () => {
    const { attributes, graph, findings } = readSample(
      v4(`${model}<EntityContainer Name="Base"><EntitySet Name="Parties" EntityType="Self.Party"/></EntityContainer>
        <EntityContainer Name="Main" Extends="Self.Base"><EntitySet Name="Orders" EntityType="N.Order">
          <NavigationPropertyBinding Path="Buyer" Target="Parties"/>
          <NavigationPropertyBinding Path="Self.Order/Gone" Target="Self.Base/Parties"/>
          <NavigationPropertyBinding Path="Items" Target="Orders/Items"/>
          <NavigationPropertyBinding Path="None" Target="Nowhere"/>
        </EntitySet><Singleton Name="Me" Type="N.Party"/></EntityContainer>`),
    );
    expect(attributes('EntitySet', 'S/Me')).toEqual({ name: 'Me', container: 'N.Main', singleton: true });
    expect(
      [...graph.edges('BINDS')].map(({ from, to, attributes: { navigation } }) => `${from} ${navigation} ${to}`),
    ).toEqual(['S/Orders Buyer S/Parties', 'S/Orders N.Order/Gone S/Parties']);
    expect(findings.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['unresolved-binding', 'unknown-binding-target']),
    );
  });

  it('reports containers that extend nothing or themselves, and sets of no type', () => {
    const { rules } = readSample(
      v4(`<ComplexType Name="X"/><EntityContainer Name="A" Extends="Other.C"><EntitySet Name="E"/><EntitySet Name="F" EntityType="N.X"/>
        <EntitySet EntityType="N.X"/></EntityContainer>
        <EntityContainer Name="B" Extends="N.D"/><EntityContainer Name="D" Extends="N.B"/><EntityContainer Name="D"/>`),
    );
    expect(rules).toEqual([
      'duplicate-container',
      'unknown-extended-container',
      'cyclic-extends',
      'missing-type',
      'unfit-set-type',
      'missing-name',
    ]);
  });
});

describe('operations of V4', () => {
  const source =
    v4(`<EntityType Name="T"><Key><PropertyRef Name="ID"/></Key><Property Name="ID" Type="Edm.Int32" Nullable="false"/></EntityType>
    <TypeDefinition Name="Short" UnderlyingType="Edm.String" MaxLength="5"/>
    <Action Name="Post" IsBound="true"><Parameter Name="it" Type="Self.T"/><Parameter Name="Reason" Type="N.Short" Nullable="false"/><Parameter Name="Note" Type="Edm.String"/></Action>
    <Action Name="Post" IsBound="true"><Parameter Name="all" Type="Collection(N.T)"/></Action>
    <Action Name="Reset"/>
    <Function Name="Find" IsComposable="true"><Parameter Name="b" Type="Edm.String" Nullable="false"/><Parameter Name="a" Type="Edm.Int32" Nullable="false"/><ReturnType Type="Collection(N.T)"/></Function>
    <Function Name="Find"><Parameter Name="a" Type="Edm.Int32" Nullable="false"/><ReturnType Type="N.T"/></Function>
    <Action Name="Lost" IsBound="true"/>
    <EntityContainer Name="C"><EntitySet Name="Ts" EntityType="N.T"/>
      <ActionImport Name="ResetAll" Action="Self.Reset"/><FunctionImport Name="Find" Function="N.Find" EntitySet="Ts"/>
      <ActionImport Name="Broken" Action="N.Gone"/></EntityContainer>`);

  it('reads bound ones with their binding type, unbound ones by their import', () => {
    const { attributes, graph } = readSample(source);
    expect(attributes('Operation', 'S#N.Post(N.T)')).toEqual({
      name: 'Post',
      operationType: 'Action',
      qualifiedName: 'N.Post',
      method: 'POST',
      bound: true,
      bindingType: 'N.T',
      parameters: [
        {
          name: 'Reason',
          type: 'N.Short',
          underlyingType: 'Edm.String',
          nullable: false,
          required: true,
          maxLength: 5,
        },
        { name: 'Note', type: 'Edm.String', nullable: true, required: false },
      ],
    });
    expect(attributes('Operation', 'S#N.Post(Collection(N.T))')).toMatchObject({ bindingCollection: true });
    expect(graph.out('HAS_OPERATION', { kind: 'EntityType', id: 'S#N.T' })).toHaveLength(2);
    expect(attributes('Operation', 'S/ResetAll')).toMatchObject({
      name: 'ResetAll',
      qualifiedName: 'N.Reset',
      bound: false,
    });
  });

  it('tells overloads apart by their parameters', () => {
    const { attributes, graph } = readSample(source);
    expect(attributes('Operation', 'S/Find(a,b)')).toMatchObject({
      operationType: 'Function',
      method: 'GET',
      composable: true,
      returnType: 'N.T',
      returnCollection: true,
      entitySet: 'Ts',
    });
    expect(attributes('Operation', 'S/Find(a)')).toMatchObject({ returnType: 'N.T' });
    const exposed = graph.out('EXPOSES', { kind: 'Service', id: 'S' }).map(({ to }) => to);
    expect(exposed).toEqual(expect.arrayContaining(['S/Find(a,b)', 'S/Find(a)', 'S/ResetAll', 'S/Broken']));
  });

  it('keeps what is broken and says so', () => {
    const { rules, attributes } = readSample(source);
    expect(rules).toEqual(['missing-binding-parameter', 'unknown-operation']);
    expect(attributes('Operation', 'S/Broken').parameters).toEqual([]);
  });

  it('gives operations of two containers different ids', () => {
    const { graph, rules } = readSample(
      v4(`<Action Name="Do"/><Action Name="Do" IsBound="false"/>
        <EntityContainer Name="A"><ActionImport Name="Do" Action="N.Do"/></EntityContainer>
        <EntityContainer Name="B"><ActionImport Name="Do" Action="N.Do"/></EntityContainer>`),
    );
    expect([...graph.nodes('Operation')].map(({ id }) => id)).toEqual(['S/Do()', 'S/N.B/Do()']);
    expect(rules).toEqual(['duplicate-operation', 'name-clash', 'name-clash', 'duplicate-operation']);
  });
});

describe('V1 to V3', () => {
  const schema = `<EntityType Name="Header" m:HasStream="true"><Key><PropertyRef Name="ID"/></Key>
      <Property Name="ID" Type="Edm.String" Nullable="false" MaxLength="Max"/><Property Name="Changed" Type="Edm.DateTime" ConcurrencyMode="Fixed"/>
      <Property Name="Tags" Type="Edm.String" CollectionKind="List"/>
      <NavigationProperty Name="to_Item" Relationship="N.HeaderItem" FromRole="H" ToRole="I"/>
      <NavigationProperty Name="to_Gone" Relationship="N.Gone" FromRole="H" ToRole="I"/>
      <NavigationProperty Name="to_Role" Relationship="N.HeaderItem" FromRole="H" ToRole="X"/></EntityType>
    <EntityType Name="Item"><Key><PropertyRef Name="ID"/><PropertyRef Name="Pos"/></Key><Property Name="ID" Type="Edm.String" Nullable="false"/>
      <Property Name="Pos" Type="Edm.String" Nullable="false"/>
      <NavigationProperty Name="to_Header" Relationship="N.HeaderItem" FromRole="I" ToRole="H"/></EntityType>
    <Association Name="HeaderItem"><End Role="H" Type="N.Header" Multiplicity="1"><OnDelete Action="Cascade"/></End><End Role="I" Type="N.Item" Multiplicity="*"/>
      <ReferentialConstraint><Principal Role="H"><PropertyRef Name="ID"/></Principal><Dependent Role="I"><PropertyRef Name="ID"/></Dependent></ReferentialConstraint></Association>
    <Association Name="HeaderItem"/>
    <EntityContainer Name="C" m:IsDefaultEntityContainer="true">
      <EntitySet Name="Headers" EntityType="N.Header" sap:creatable="false" sap:requires-filter="true" sap:content-version="1"/>
      <EntitySet Name="Items" EntityType="N.Item" sap:label="Items of headers" sap:addressable="false"/>
      <AssociationSet Name="HI" Association="N.HeaderItem"><End Role="H" EntitySet="Headers"/><End Role="I" EntitySet="Items"/></AssociationSet>
      <AssociationSet Name="XX" Association="N.HeaderItem"><End Role="H" EntitySet="Nowhere"/></AssociationSet>
      <FunctionImport Name="Release" ReturnType="Collection(N.Header)" EntitySet="Headers" m:HttpMethod="POST" sap:action-for="N.Header" sap:applicable-path="Release_ac" sap:label="Release it">
        <Parameter Name="ID" Type="Edm.String" Mode="In" MaxLength="10" sap:label="Number"/>
        <Parameter Name="Date" Type="Edm.DateTime" Nullable="true"/><Parameter Name="Text" Type="Edm.String" sap:parameter="optional"/></FunctionImport>
      <FunctionImport Name="Ping" EntitySet="Nowhere" sap:action-for="N.Nothing"/>
    </EntityContainer>`;

  it('reads associations as cardinality, foreign key and binding', () => {
    const { attributes, graph } = readSample(v2(schema));
    expect(
      [...graph.edges('NAVIGATES_TO')].map(({ from, to, attributes: { cardinality } }) => [from, cardinality, to]),
    ).toEqual([
      ['S#N.Header/to_Item', '*', 'S#N.Item'],
      ['S#N.Item/to_Header', '1', 'S#N.Header'],
    ]);
    expect(attributes('NavigationProperty', 'S#N.Item/to_Header').referentialConstraints).toEqual({ ID: 'ID' });
    expect(attributes('NavigationProperty', 'S#N.Header/to_Item')).toMatchObject({ onDelete: 'Cascade' });
    expect([...graph.edges('BINDS')].map(({ from, to, attributes: { navigation } }) => [from, navigation, to])).toEqual(
      [
        ['S/Headers', 'to_Item', 'S/Items'],
        ['S/Items', 'to_Header', 'S/Headers'],
      ],
    );
  });

  it('reads function imports with their method, parameters and what they act on', () => {
    const { attributes, graph } = readSample(v2(schema));
    expect(attributes('Operation', 'S/Release')).toEqual({
      name: 'Release',
      operationType: 'FunctionImport',
      method: 'POST',
      bound: false,
      label: 'Release it',
      applicablePath: 'Release_ac',
      entitySet: 'Headers',
      returnType: 'N.Header',
      returnCollection: true,
      sap: { 'action-for': 'N.Header' },
      parameters: [
        { name: 'ID', type: 'Edm.String', nullable: false, required: true, mode: 'In', maxLength: 10, label: 'Number' },
        { name: 'Date', type: 'Edm.DateTime', nullable: true, required: false },
        { name: 'Text', type: 'Edm.String', nullable: false, required: false, optional: true },
      ],
    });
    expect(graph.in('HAS_OPERATION', { kind: 'Operation', id: 'S/Release' }).map(({ from }) => from)).toEqual([
      'S/Headers',
      'S#N.Header',
    ]);
    expect(attributes('Operation', 'S/Ping')).toMatchObject({ method: 'GET' });
  });

  it('reads what SAP and Microsoft add', () => {
    const { attributes } = readSample(v2(schema));
    expect(attributes('EntityType', 'S#N.Header')).toMatchObject({ hasStream: true });
    expect(attributes('Property', 'S#N.Header/ID')).toMatchObject({ maxLength: 'max', key: true });
    expect(attributes('Property', 'S#N.Header/Tags')).toMatchObject({ collection: true });
    expect(attributes('EntitySet', 'S/Headers')).toEqual({
      name: 'Headers',
      container: 'N.C',
      insertable: false,
      requiresFilter: true,
      concurrency: ['Changed'],
      sap: { 'content-version': '1' },
    });
    expect(attributes('EntitySet', 'S/Items')).toMatchObject({ label: 'Items of headers', addressable: false });
  });

  it('reports every name that leads nowhere', () => {
    const { rules } = readSample(v2(schema));
    expect([...rules].sort()).toEqual([
      'duplicate-association',
      'unknown-association',
      'unknown-binding-target',
      'unknown-entity-set',
      'unknown-role',
      'unknown-type',
    ]);
  });

  it('reads V3 actions: bindable, with nested collection types and documentation', () => {
    const { attributes, graph } = readSample(
      v2(
        `<EntityType Name="A"><Documentation><Summary>First
          of all</Summary></Documentation><Property Name="Tags"><CollectionType ElementType="Edm.String"/><Documentation><LongDescription>Long</LongDescription></Documentation></Property></EntityType><EntityType Name="B"/>
        <EntityContainer Name="C"><FunctionImport Name="Post" IsBindable="true" IsSideEffecting="true"><Parameter Name="it" Type="N.A"/></FunctionImport>
        <FunctionImport Name="Post" IsBindable="true" IsSideEffecting="false" IsComposable="true"><Parameter Name="it" Type="Collection(N.B)"/></FunctionImport></EntityContainer>`,
        '3.0;NetFx',
      ),
    );
    expect(attributes('Service', 'S').version).toBe('3.0');
    expect(attributes('Property', 'S#N.A/Tags')).toMatchObject({
      type: 'Edm.String',
      collection: true,
      description: 'Long',
    });
    expect(attributes('Operation', 'S/Post(N.A)')).toMatchObject({
      bound: true,
      method: 'POST',
      bindingType: 'N.A',
      parameters: [],
    });
    expect(attributes('Operation', 'S/Post(N.B)')).toMatchObject({
      method: 'GET',
      composable: true,
      bindingCollection: true,
    });
    expect(graph.in('HAS_OPERATION', { kind: 'Operation', id: 'S/Post(N.A)' })).toMatchObject([{ from: 'S#N.A' }]);
  });

  it('reads an odd multiplicity as optional', () => {
    const { graph, rules } = readSample(
      v2(`<EntityType Name="A"><NavigationProperty Name="x" Relationship="N.R" FromRole="A" ToRole="B"/></EntityType>
        <Association Name="R"><End Type="N.A"/><End Role="B" Type="N.A" Multiplicity="2"/></Association>`),
    );
    expect([...graph.edges('NAVIGATES_TO')]).toMatchObject([{ attributes: { cardinality: '0..1' } }]);
    expect(rules).toEqual(['unknown-multiplicity']);
  });

  it.each([
    ['http://schemas.microsoft.com/ado/2009/11/edm', '3.0'],
    ['http://schemas.microsoft.com/ado/2006/04/edm', '2.0'],
    ['http://docs.oasis-open.org/odata/ns/edm', '4.0'],
  ])('tells the version of a bare schema by its namespace %s', (namespace, version) => {
    const { attributes } = readSample(`<Schema Namespace="N" xmlns="${namespace}"><EntityType Name="T"/></Schema>`);
    expect(attributes('Service', 'S').version).toBe(version);
  });
});

describe('documents as a whole', () => {
  it('keeps what the landscape says of the service', () => {
    const service = {
      id: 'X',
      title: 'Own title',
      description: 'Own words',
      url: 'https://example.com',
      required: 'annotated' as const,
    };
    const { patch } = readODataDocument({ service, file: 'f', content: v4('<EntityContainer Name="C"/>') });
    expect(patch.nodes[0]).toMatchObject({
      kind: 'Service',
      id: 'X',
      attributes: {
        title: 'Own title',
        description: 'Own words',
        url: 'https://example.com',
        required: 'annotated',
        protocol: 'odata',
        version: '4.0',
      },
    });
  });

  it('reads documents without a container as what they are', () => {
    const { findings, refused } = readSample(v4('<Term Name="T" Type="Edm.String"/><Annotations Target="N.T"/>'));
    expect(refused).toBe(false);
    expect(findings).toMatchObject([
      { severity: 'info', rule: 'no-container', message: expect.stringContaining('1 Term, 1 Annotations') },
    ]);
  });

  it('reads a bare type name of another schema where only one has it', () => {
    const { graph, rules } = readSample(
      `<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices>
      <Schema Namespace="A" xmlns="http://docs.oasis-open.org/odata/ns/edm"><EntityType Name="T"><Property Name="p" Type="String"/></EntityType></Schema>
      <Schema Namespace="B" xmlns="http://docs.oasis-open.org/odata/ns/edm"><EntityContainer Name="C"><EntitySet Name="Ts" EntityType="T"/></EntityContainer></Schema>
      </edmx:DataServices></edmx:Edmx>`,
    );
    expect(graph.out('OF_TYPE', { kind: 'EntitySet', id: 'S/Ts' })).toMatchObject([{ to: 'S#A.T' }]);
    expect(graph.node('Property', 'S#A.T/p')?.attributes.type).toBe('Edm.String');
    expect(rules).toEqual(['unqualified-type']);
  });
});
