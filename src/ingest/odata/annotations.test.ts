import { describe, expect, it } from 'vitest';
import { readSample, v2, v4 } from '../../../test/sample-metadata.ts';

const type = (property: string) =>
  v4(`<EntityType Name="T"><Key><PropertyRef Name="ID"/></Key><Property Name="ID" Type="Edm.Int32" Nullable="false"/>
    <Property Name="P" Type="Edm.String">${property}</Property></EntityType>`);

describe('terms of properties', () => {
  it.each<[string, object]>([
    ['<Annotation Term="Common.Label" String="Plate"/>', { label: 'Plate' }],
    ['<Annotation Term="com.sap.vocabularies.Common.v1.Label"><String>Plate</String></Annotation>', { label: 'Plate' }],
    [
      '<Annotation Term="Core.Description" String="D"/><Annotation Term="Common.QuickInfo" String="Q"/>',
      { description: 'D' },
    ],
    [
      '<Annotation Term="Common.QuickInfo" String="Q"/><Annotation Term="Core.LongDescription" String="L"/>',
      { description: 'Q' },
    ],
    ['<Annotation Term="Core.Computed"/>', { computed: true, creatable: false, updatable: false }],
    ['<Annotation Term="Core.Computed" Bool="false"/>', { computed: false }],
    ['<Annotation Term="Core.ComputedDefaultValue"><Bool>true</Bool></Annotation>', { computedDefault: true }],
    ['<Annotation Term="Core.Immutable" Bool="true"/>', { immutable: true, updatable: false }],
    ['<Annotation Term="UI.Hidden"/>', { hidden: true }],
    [
      '<Annotation Term="Core.Permissions" EnumMember="Core.Permission/Read"/>',
      { readOnly: true, creatable: false, updatable: false },
    ],
    [
      '<Annotation Term="Core.Permissions"><EnumMember>Core.Permission/Read Core.Permission/Write</EnumMember></Annotation>',
      { readOnly: false },
    ],
    ['<Annotation Term="Common.FieldControl" EnumMember="Common.FieldControlType/Mandatory"/>', { required: true }],
    ['<Annotation Term="Common.FieldControl" EnumMember="Common.FieldControlType/Optional"/>', { required: false }],
    [
      '<Annotation Term="Common.FieldControl" EnumMember="Common.FieldControlType/ReadOnly"/>',
      { readOnly: true, creatable: false, updatable: false },
    ],
    ['<Annotation Term="Common.FieldControl" EnumMember="Common.FieldControlType/Hidden"/>', { hidden: true }],
    ['<Annotation Term="Common.FieldControl" Int="7"/>', { required: true }],
    ['<Annotation Term="Common.Text" Path="PName"/>', { text: 'PName' }],
    ['<Annotation Term="Common.Text"><Path>_p/Name</Path></Annotation>', { text: '_p/Name' }],
    ['<Annotation Term="Measures.Unit" Path="Unit"/>', { unit: 'Unit' }],
    ['<Annotation Term="Measures.ISOCurrency" Path="Curr"/>', { unit: 'Curr' }],
    ['<Annotation Term="Common.IsUnit"/>', { semantics: 'unit-of-measure' }],
    ['<Annotation Term="Common.IsCurrency"/>', { semantics: 'currency-code' }],
    ['<Annotation Term="Common.IsUpperCase"/>', { displayFormat: 'UpperCase' }],
    ['<Annotation Term="Common.IsDigitSequence"/>', { displayFormat: 'NonNegative' }],
    ['<Annotation Term="Validation.Pattern" String="^[A-Z]+$"/>', { pattern: '^[A-Z]+$' }],
    [
      '<Annotation Term="Validation.Minimum" Int="3"/><Annotation Term="Validation.Maximum" Decimal="99.5"/>',
      { minimum: 3, maximum: 99.5 },
    ],
    ['<Annotation Term="Validation.Maximum" Decimal="99999999999999999999"/>', { maximum: '99999999999999999999' }],
  ])('%s', (annotation, expected) => {
    const { attributes, rules } = readSample(type(annotation));
    expect(attributes('Property', 'S#N.T/P')).toEqual({ name: 'P', type: 'Edm.String', nullable: true, ...expected });
    expect(rules).toEqual([]);
  });

  it.each([
    '<Annotation Term="Common.FieldControl" Path="Control"/>',
    '<Annotation Term="UI.Hidden" Path="IsHidden"/>',
    '<Annotation Term="Core.Computed"><If><Path>x</Path><Bool>true</Bool><Bool>false</Bool></If></Annotation>',
    '<Annotation Term="Common.Label" Path="dynamic"/>',
    '<Annotation Term="UI.LineItem"><Collection><Record><PropertyValue Property="Value" Path="x"/></Record></Collection></Annotation>',
    '<Annotation Term="Some.Label" String="not of this vocabulary"/>',
  ])('says nothing where the value depends on the instance or the term is another: %s', (annotation) => {
    const { attributes, rules } = readSample(type(annotation));
    expect(attributes('Property', 'S#N.T/P')).toEqual({ name: 'P', type: 'Edm.String', nullable: true });
    expect(rules).toEqual([]);
  });

  it('prefers what is said without a qualifier', () => {
    const { attributes } = readSample(
      type(
        '<Annotation Term="Common.Label" String="Long"/><Annotation Term="Common.Label" Qualifier="Small" String="L"/><Annotation Term="Core.Description" Qualifier="Small" String="Only"/>',
      ),
    );
    expect(attributes('Property', 'S#N.T/P')).toMatchObject({ label: 'Long', description: 'Only' });
  });

  it('reads the customary alias where no Include declares it, and says so once', () => {
    const { attributes, findings } = readSample(
      type('<Annotation Term="SAP__common.Label" String="A"/><Annotation Term="SAP__common.QuickInfo" String="B"/>'),
    );
    expect(attributes('Property', 'S#N.T/P')).toMatchObject({ label: 'A', description: 'B' });
    expect(findings.filter(({ rule }) => rule === 'undeclared-alias')).toMatchObject([{ severity: 'info' }]);
  });

  it('reads all sap: attributes of a property and keeps those without a name here', () => {
    const { attributes } = readSample(
      v2(`<EntityType Name="T" sap:label="Thing" sap:semantics="aggregate"><Property Name="P" Type="Edm.Decimal" sap:label="L" sap:quickinfo="Q" sap:creatable="false" sap:updatable="true"
        sap:sortable="false" sap:filterable="false" sap:required-in-filter="true" sap:filter-restriction="single-value" sap:required="true" sap:visible="false" sap:text="PText" sap:unit="U"
        sap:semantics="tel" sap:display-format="Date" sap:variable-scale="true" sap:aggregation-role="measure" sap:field-control="fc"/>
        <NavigationProperty Name="n" Relationship="N.X" FromRole="a" ToRole="b" sap:label="Nav" sap:creatable="false" sap:filterable="false" sap:odd="1"/></EntityType>`),
    );
    expect(attributes('Property', 'S#N.T/P')).toEqual({
      name: 'P',
      type: 'Edm.Decimal',
      nullable: true,
      label: 'L',
      description: 'Q',
      creatable: false,
      updatable: true,
      sortable: false,
      filterable: false,
      requiredInFilter: true,
      filterRestriction: 'single-value',
      required: true,
      hidden: true,
      text: 'PText',
      unit: 'U',
      semantics: 'tel',
      displayFormat: 'Date',
      scale: 'variable',
      sap: { 'aggregation-role': 'measure', 'field-control': 'fc' },
    });
    expect(attributes('EntityType', 'S#N.T')).toMatchObject({ label: 'Thing', sap: { semantics: 'aggregate' } });
    expect(attributes('NavigationProperty', 'S#N.T/n')).toEqual({
      name: 'n',
      label: 'Nav',
      creatable: false,
      filterable: false,
      sap: { odd: '1' },
    });
  });
});

describe('terms of sets', () => {
  const service = (annotations: string, container = '') =>
    v4(`<EntityType Name="T"><Key><PropertyRef Name="ID"/></Key><Property Name="ID" Type="Edm.Int32" Nullable="false"/>
      <NavigationProperty Name="Items" Type="Collection(N.T)"/></EntityType>
      <EntityContainer Name="C">${container}<EntitySet Name="Ts" EntityType="N.T">${annotations}</EntitySet><EntitySet Name="Others" EntityType="N.T"/></EntityContainer>`);
  const record = (term: string, ...values: string[]) =>
    `<Annotation Term="Capabilities.${term}"><Record>${values.join('')}</Record></Annotation>`;
  const bool = (property: string, value: boolean) => `<PropertyValue Property="${property}" Bool="${value}"/>`;
  const paths = (property: string, ...names: string[]) =>
    `<PropertyValue Property="${property}"><Collection>${names.map((name) => `<PropertyPath>${name}</PropertyPath>`).join('')}</Collection></PropertyValue>`;

  it.each<[string, object]>([
    [
      record(
        'InsertRestrictions',
        bool('Insertable', false),
        paths('RequiredProperties', 'A'),
        paths('NonInsertableProperties', 'B', 'C'),
        '<PropertyValue Property="NonInsertableNavigationProperties"><Collection><NavigationPropertyPath>Items</NavigationPropertyPath></Collection></PropertyValue>',
      ),
      {
        insertable: false,
        requiredOnInsert: ['A'],
        nonInsertableProperties: ['B', 'C'],
        nonInsertableNavigation: ['Items'],
      },
    ],
    [
      record('UpdateRestrictions', bool('Updatable', true), paths('NonUpdatableProperties', 'A')),
      { updatable: true, nonUpdatableProperties: ['A'] },
    ],
    [record('DeleteRestrictions', bool('Deletable', false)), { deletable: false }],
    [record('DeleteRestrictions', '<PropertyValue Property="Deletable" Path="Delete_mc"/>'), {}],
    [record('ReadRestrictions', bool('Readable', false)), { readable: false }],
    [record('SearchRestrictions', bool('Searchable', false)), { searchable: false }],
    [
      record('SortRestrictions', bool('Sortable', true), paths('NonSortableProperties', 'A')),
      { sortable: true, nonSortableProperties: ['A'] },
    ],
    [
      record('ExpandRestrictions', bool('Expandable', false), paths('NonExpandableProperties', 'Items')),
      { expandable: false, nonExpandableProperties: ['Items'] },
    ],
    [record('CountRestrictions', bool('Countable', false)), { countable: false }],
    [record('DeepInsertSupport', bool('Supported', true)), { deepInsertSupported: true }],
    [
      '<Annotation Term="Capabilities.TopSupported" Bool="false"/><Annotation Term="Capabilities.SkipSupported"/>',
      { topSupported: false, skipSupported: true },
    ],
    [
      record(
        'FilterRestrictions',
        bool('Filterable', true),
        bool('RequiresFilter', true),
        paths('RequiredProperties', 'A'),
        paths('NonFilterableProperties', 'B'),
        `<PropertyValue Property="FilterExpressionRestrictions"><Collection>
          <Record><PropertyValue Property="Property" PropertyPath="A"/><PropertyValue Property="AllowedExpressions" String="SingleValue"/></Record>
          <Record><PropertyValue Property="Property" PropertyPath="A"/><PropertyValue Property="AllowedExpressions" String="MultiRange"/></Record>
          <Record><PropertyValue Property="AllowedExpressions" String="MultiRange"/></Record></Collection></PropertyValue>`,
      ),
      {
        filterable: true,
        requiresFilter: true,
        requiredFilterProperties: ['A'],
        nonFilterableProperties: ['B'],
        filterExpressions: { A: ['SingleValue', 'MultiRange'] },
      },
    ],
    [
      '<Annotation Term="Core.OptimisticConcurrency"><Collection><PropertyPath>ID</PropertyPath></Collection></Annotation>',
      { concurrency: ['ID'] },
    ],
    [
      '<Annotation Term="Common.DraftRoot"><Record><PropertyValue Property="ActivationAction" String="Self.Activate"/></Record></Annotation>',
      { draft: { root: true, ActivationAction: 'N.Activate' } },
    ],
    ['<Annotation Term="Common.DraftNode"/>', { draft: { root: false } }],
    [
      '<Annotation Term="Common.Label" String="Things"/><Annotation Term="Core.Description" String="All"/>',
      { label: 'Things', description: 'All' },
    ],
  ])('%s', (annotations, expected) => {
    const { attributes, rules } = readSample(service(annotations));
    expect(attributes('EntitySet', 'S/Ts')).toEqual({ name: 'Ts', container: 'N.C', ...expected });
    expect(attributes('EntitySet', 'S/Others')).toEqual({ name: 'Others', container: 'N.C' });
    expect(rules).toEqual([]);
  });

  it('lets the container speak for all sets, a set for itself, and takes the service from it', () => {
    const { attributes } = readSample(
      service(
        '<Annotation Term="Capabilities.TopSupported" Bool="true"/>',
        '<Annotation Term="Capabilities.TopSupported" Bool="false"/><Annotation Term="Common.Label" String="Shop"/><Annotation Term="Core.Description" String="Sells"/>',
      ),
    );
    expect(attributes('EntitySet', 'S/Ts').topSupported).toBe(true);
    expect(attributes('EntitySet', 'S/Others').topSupported).toBe(false);
    expect(attributes('Service', 'S')).toMatchObject({ title: 'Shop', description: 'Sells' });
  });

  it('reads restrictions of navigation and reports those of none', () => {
    const { attributes, findings } = readSample(
      service(
        record(
          'NavigationRestrictions',
          `<PropertyValue Property="RestrictedProperties"><Collection>
            <Record><PropertyValue Property="NavigationProperty" NavigationPropertyPath="Items"/>
              <PropertyValue Property="InsertRestrictions"><Record><PropertyValue Property="Insertable" Bool="true"/></Record></PropertyValue>
              <PropertyValue Property="DeepInsertSupport"><Record><PropertyValue Property="Supported" Bool="false"/></Record></PropertyValue></Record>
            <Record><PropertyValue Property="NavigationProperty" NavigationPropertyPath="Gone"/></Record>
            <Record><PropertyValue Property="NavigationProperty" NavigationPropertyPath="Items/Deep"/></Record><Record/></Collection></PropertyValue>`,
        ),
      ),
    );
    expect(attributes('NavigationProperty', 'S#N.T/Items')).toMatchObject({ creatable: true, insertable: false });
    expect(attributes('EntitySet', 'S/Ts').nonInsertableNavigation).toEqual(['Items']);
    expect(findings.filter(({ severity }) => severity === 'warning')).toMatchObject([
      { rule: 'unknown-navigation', message: expect.stringContaining('Gone') },
    ]);
  });
});

describe('annotations by target', () => {
  const model = `<EntityType Name="T"><Key><PropertyRef Name="ID"/></Key><Property Name="ID" Type="Edm.Int32" Nullable="false"/>
      <Property Name="C" Type="N.Complex"/><NavigationProperty Name="Nav" Type="N.T"/></EntityType>
    <EntityType Name="Sub" BaseType="N.T"/><ComplexType Name="Complex"><Property Name="X" Type="Edm.String"/></ComplexType>
    <EnumType Name="E"><Member Name="A"/></EnumType><Term Name="Own" Type="Edm.String"/>
    <Action Name="Do" IsBound="true"><Parameter Name="it" Type="N.T"/><Parameter Name="P" Type="Edm.String" Nullable="false"/></Action>
    <Action Name="Do" IsBound="true"><Parameter Name="it" Type="Collection(N.T)"/></Action>
    <Function Name="Get"><Parameter Name="a" Type="Edm.String" Nullable="false"/><ReturnType Type="Edm.String"/></Function>
    <EntityContainer Name="C"><EntitySet Name="Ts" EntityType="N.T"/><FunctionImport Name="Get" Function="N.Get"/></EntityContainer>`;
  const label = (target: string) =>
    `<Annotations Target="${target}"><Annotation Term="Common.Label" String="${target.replace(/&/g, '')}"/></Annotations>`;

  it.each<['EntityType' | 'Property' | 'NavigationProperty' | 'EntitySet' | 'Operation', string, string]>([
    ['EntityType', 'Self.T', 'S#N.T'],
    ['Property', 'Self.T/ID', 'S#N.T/ID'],
    ['Property', 'N.Sub/ID', 'S#N.T/ID'],
    ['NavigationProperty', 'N.T/Nav', 'S#N.T/Nav'],
    ['EntitySet', 'Self.C/Ts', 'S/Ts'],
    ['Property', 'N.C/Ts/ID', 'S#N.T/ID'],
    ['Operation', 'Self.Do(Self.T)', 'S#N.Do(N.T)'],
    ['Operation', 'N.Do(Collection(N.T))', 'S#N.Do(Collection(N.T))'],
    ['Operation', 'N.Do(N.T,Edm.String)', 'S#N.Do(N.T)'],
    ['Operation', 'N.Get(Edm.String)', 'S/Get'],
    ['Operation', 'N.C/Get', 'S/Get'],
  ])('finds the %s %s', (kind, target, id) => {
    const { graph, rules } = readSample(v4(model + label(target)));
    expect(graph.node(kind, id)?.attributes).toMatchObject({ label: target });
    expect(rules).toEqual([]);
  });

  it('finds parameters and makes them optional', () => {
    const { attributes } = readSample(
      v4(`${model}${label('Self.Do(Self.T)/P')}<Annotations Target="N.C/Get/a"><Annotation Term="Core.OptionalParameter"><Record>
        <PropertyValue Property="DefaultValue" String="x"/></Record></Annotation></Annotations>
        <Annotations Target="N.Do(N.T)"><Annotation Term="Core.OperationAvailable" Path="it/Free"/></Annotations>`),
    );
    expect(attributes('Operation', 'S#N.Do(N.T)')).toMatchObject({
      applicablePath: 'it/Free',
      parameters: [{ name: 'P', label: 'Self.Do(Self.T)/P', required: true }],
    });
    expect(attributes('Operation', 'S/Get').parameters).toMatchObject([
      { name: 'a', optional: true, required: false, defaultValue: 'x' },
    ]);
  });

  it.each([
    ['N.E/A'],
    ['N.T/C/X'],
    ['N.Own'],
    ['N'],
    ['N.Do(N.T)/it'],
    ['N.Get(Edm.String)/$ReturnType'],
    ['N.T/@Common.Text'],
    ['N.T/N.Sub'],
    ['Other.Thing/Name'],
  ])('passes over %s without a warning', (target) => {
    expect(readSample(v4(model + label(target))).rules).toEqual([]);
  });

  it.each([
    ['N.Gone'],
    ['N.T/Gone'],
    ['N.C/Gone'],
    ['N.C/Ts/Gone'],
    ['N.E/Z'],
    ['N.Do(Edm.String)'],
    ['N.Get(Edm.String)/Gone'],
    [''],
  ])('warns of the target "%s", with its line', (target) => {
    const { findings } = readSample(v4(`${model}\n${label(target)}`));
    expect(findings.filter(({ severity }) => severity === 'warning')).toMatchObject([
      { rule: 'unknown-annotation-target', line: 12, column: 1, effect: expect.stringContaining('Common.Label') },
    ]);
  });

  it('applies separate files, whose aliases are their own', () => {
    const annotations = `<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
      <edmx:Reference Uri="metadata"><edmx:Include Namespace="N" Alias="Main"/></edmx:Reference>
      <edmx:Reference Uri="v"><edmx:Include Namespace="com.sap.vocabularies.Common.v1" Alias="Voc"/></edmx:Reference>
      <edmx:DataServices><Schema Namespace="Anno" xmlns="http://docs.oasis-open.org/odata/ns/edm">
        <Annotations Target="Main.T/ID"><Annotation Term="Voc.Label" String="From outside"/></Annotations>
        <Annotations Target="Main.T/Gone"><Annotation Term="Voc.Label" String="Lost"/></Annotations>
      </Schema></edmx:DataServices></edmx:Edmx>`;
    const { attributes, findings, refused } = readSample(v4(model + label('N.T/ID')), [
      annotations,
      '<broken',
      annotations.replace(/Namespace="N"/, 'Namespace="Z"'),
    ]);
    expect(refused).toBe(false);
    expect(attributes('Property', 'S#N.T/ID').label).toBe('From outside');
    expect(findings.map(({ rule, path }) => `${path} ${rule}`)).toEqual([
      'annotations-1.xml not-well-formed',
      'annotations-0.xml unknown-annotation-target',
      'annotations-2.xml annotations-for-other-documents',
    ]);
  });

  it('reads V3 value annotations and header texts', () => {
    const { attributes } = readSample(
      v2(`<EntityType Name="T"><Property Name="P" Type="Edm.String"><ValueAnnotation Term="Org.OData.Core.V1.Description" String="D"/></Property>
        <Annotation Term="com.sap.vocabularies.UI.v1.HeaderInfo"><Record><PropertyValue Property="TypeName" String="Ticket"/></Record></Annotation></EntityType>
        <EntityType Name="U"><Annotation Term="com.sap.vocabularies.UI.v1.HeaderInfo"><Record><PropertyValue Property="TypeName" String="{@i18n>x}"/></Record></Annotation></EntityType>`),
    );
    expect(attributes('Property', 'S#N.T/P').description).toBe('D');
    expect(attributes('EntityType', 'S#N.T').label).toBe('Ticket');
    expect(attributes('EntityType', 'S#N.U').label).toBeUndefined();
  });
});
