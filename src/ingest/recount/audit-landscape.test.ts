import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeWithShared } from '../../../test/shared.ts';
import {
  type ClassAudit,
  compareFacts,
  type GraphEdge,
  type GraphNode,
  type Inventory,
  inventory,
  MemoryGraph,
  node,
} from '../../graph/index.ts';
import { folderWith } from '../landscape/folder.fixture.ts';
import { type LandscapeReading, readLandscape } from '../landscape/index.ts';
import { auditLandscape } from './audit-landscape.ts';
import { recountLandscape } from './recount-landscape.ts';

const notWhole = (classes: Readonly<Record<string, ClassAudit>>) =>
  Object.entries(classes).filter(
    ([, { source, graph, coverage, exactness }]) => source !== graph || coverage !== 1 || exactness !== 1,
  );

/** The same graph with some of its nodes and edges changed, or dropped where the change gives nothing. */
function damaged(
  { sources }: LandscapeReading,
  changeNode: (node: GraphNode) => GraphNode | undefined,
  changeEdge: (edge: GraphEdge) => GraphEdge | undefined = (edge) => edge,
): MemoryGraph {
  return MemoryGraph.from({
    nodes: sources.flatMap(({ patch }) => patch.nodes).flatMap((one) => changeNode(one) ?? []),
    edges: sources.flatMap(({ patch }) => patch.edges).flatMap((one) => changeEdge(one) ?? []),
  });
}

const changed = <T extends { readonly attributes: object }>(one: T, attributes: object): T => ({
  ...one,
  attributes: { ...one.attributes, ...attributes },
});

describeWithShared('the audit of s4-proc', (shared) => {
  const folder = join(shared, 'data/landscapes/s4-proc');
  let reading: LandscapeReading;
  let counted: Inventory;

  beforeAll(async () => {
    reading = await readLandscape(folder);
    counted = await recountLandscape(reading.landscape);
  });

  it('equals the gold counts, with coverage and exactness 1 in every class', async () => {
    const gold = (JSON.parse(readFileSync(join(folder, 'gold.json'), 'utf8')) as { counts: Record<string, number> })
      .counts;
    const { classes, findings } = await auditLandscape(reading);
    expect(findings).toEqual([]);
    for (const [name, count] of Object.entries(gold)) {
      expect(classes[name], name).toEqual({ source: count, graph: count, coverage: 1, exactness: 1 });
    }
    expect(notWhole(classes)).toEqual([]);
    expect(classes.operations?.source).toBe(247);
  });

  const audit = (graph: MemoryGraph) => compareFacts(counted, inventory(graph));
  const drop = (kind: string, id: RegExp) => (one: GraphNode) =>
    one.kind === kind && id.test(one.id) ? undefined : one;
  const change = (kind: string, id: RegExp, attributes: object) => (one: GraphNode) =>
    one.kind === kind && id.test(one.id) ? (changed(one, attributes) as GraphNode) : one;
  const order = /^API_PURCHASEORDER_PROCESS_SRV\/A_PurchaseOrder$/;
  const company = /A_PurchaseOrderType\/CompanyCode$/;
  const task = /^direct-procurement\/Task_CreatePurchaseOrder$/;

  it.each<[string, (one: GraphNode) => GraphNode | undefined, string[]]>([
    ['a lost EntitySet', drop('EntitySet', order), ['entitySets']],
    [
      'a lost EntityType',
      drop('EntityType', /#API_PURCHASEORDER_PROCESS_SRV\.A_PurchaseOrderType$/),
      ['entityTypes', 'properties', 'keyProperties', 'navigationProperties', 'navigationToMany'],
    ],
    ['a wrong type', change('Property', company, { type: 'Edm.Int32' }), ['properties']],
    ['a wrong length', change('Property', company, { maxLength: 5 }), ['properties']],
    ['a wrong nullability', change('Property', company, { nullable: false }), ['properties']],
    ['a wrong label', change('Property', company, { label: 'Firm' }), ['properties']],
    ['an invented key', change('EntityType', /A_PurchaseOrderType$/, { keys: ['CompanyCode'] }), ['keyProperties']],
    ['a lost operation', drop('Operation', /^API_MATERIAL_DOCUMENT_SRV\/Cancel$/), ['functionImports', 'operations']],
    [
      'a wrong method',
      change('Operation', /^API_MATERIAL_DOCUMENT_SRV\/Cancel$/, { method: 'GET' }),
      ['functionImports', 'operations'],
    ],
    [
      'a lost value list',
      drop('ValueHelp', /A_InspectionLotType\/InspectionLotType@file$/),
      ['valueHelpLists', 'valueHelpValues'],
    ],
    [
      'a changed code',
      change('ValueHelp', /A_InspectionLotType\/InspectionLotOrigin@file$/, { values: [{ code: '1', text: 'x' }] }),
      ['valueHelpLists', 'valueHelpValues'],
    ],
    ['a lost service', drop('Service', /^CE_BANK_0003$/), ['services', 'servicesV4', 'schemas', 'entityContainers']],
    ['a lost task', drop('Activity', task), ['taskActivities', 'userTask']],
    [
      'a task of another kind',
      change('Activity', task, { type: 'receiveTask' }),
      ['taskActivities', 'userTask', 'otherTasks'],
    ],
    ['a renamed task', change('Activity', task, { name: 'Do it' }), ['taskActivities', 'userTask']],
    ['a lost gateway', drop('Gateway', /^customer-returns\//), ['gateways', 'exclusiveGateways', 'linearProcesses']],
    ['a lost pool', change('Process', /^order-to-cash$/, { pools: undefined }), ['participants', 'linearProcesses']],
  ])('shows %s', (_, damage, expected) => {
    const { classes, findings } = audit(damaged(reading, damage));
    const rows = notWhole(classes).map(([name]) => name);
    for (const name of expected) if (name !== 'linearProcesses') expect(rows).toContain(name);
    for (const name of rows) expect([...expected, 'sequenceFlows']).toContain(name);
    expect(findings.length).toBeGreaterThan(0);
  });

  it.each<[string, (one: GraphEdge) => GraphEdge | undefined, string[]]>([
    [
      'a lost step',
      (one) => (one.kind === 'HAS_NEXT' && one.from.startsWith('plan-to-produce/') ? undefined : one),
      ['sequenceFlows', 'sequenceFlowsInSubProcess'],
    ],
    [
      'a step that leads elsewhere',
      (one) =>
        one.kind === 'HAS_NEXT' && one.from.startsWith('direct-procurement/Start')
          ? { ...one, to: 'direct-procurement/End_1' }
          : one,
      ['sequenceFlows', 'linearProcesses'],
    ],
    [
      'a changed condition',
      (one) =>
        one.kind === 'HAS_NEXT' && one.attributes.condition ? changed(one, { condition: 'x', conditions: {} }) : one,
      ['sequenceFlows'],
    ],
    [
      'a lost binding',
      (one) =>
        one.kind === 'INVOKES' && one.from.startsWith('direct-procurement/Task_PostGoodsReceipt') ? undefined : one,
      ['bindings', 'entitySetsInSeveralProcesses'],
    ],
    [
      'a binding with another operation',
      (one) =>
        one.kind === 'INVOKES' && one.from === 'direct-procurement/Task_RaiseDemand'
          ? changed(one, { operation: 'read' })
          : one,
      ['bindings'],
    ],
    [
      'an action bound to another one',
      (one) =>
        one.kind === 'INVOKES' && one.attributes.operation === 'action:PostToAccounting' && one.toKind === 'Operation'
          ? undefined
          : one,
      ['bindings'],
    ],
    [
      'a wrong cardinality',
      (one) =>
        one.kind === 'NAVIGATES_TO' && one.attributes.cardinality === '1' ? changed(one, { cardinality: '0..1' }) : one,
      ['navigationProperties', 'navigationToOne', 'navigationToZeroOrOne'],
    ],
    ['a lost message', (one) => (one.kind === 'SENDS_MESSAGE' ? undefined : one), ['messageFlows']],
  ])('shows %s', (_, damage, expected) => {
    const { classes } = audit(damaged(reading, (one) => one, damage));
    expect(
      notWhole(classes)
        .map(([name]) => name)
        .sort(),
    ).toEqual([...expected].sort());
  });

  it('shows what the graph has made up', () => {
    const graph = damaged(reading, (one) => one);
    graph.apply({ nodes: [node('EntitySet', 'S/Invented', { name: 'Invented' })], edges: [] });
    const { classes } = audit(graph);
    expect(classes.entitySets?.coverage).toBe(1);
    expect(classes.entitySets?.exactness).toBeLessThan(1);
    expect(notWhole(classes).map(([name]) => name)).toEqual(['entitySets']);
  });
});

describe('the audit', () => {
  it('finds the demo landscape whole', async () => {
    const demo = dirname(createRequire(import.meta.url).resolve('groundrail/landscapes/demo/landscape.yaml'));
    const { classes, findings } = await auditLandscape(await readLandscape(demo));
    expect(findings).toEqual([]);
    expect(notWhole(classes)).toEqual([]);
    expect(classes.bindings?.source).toBeGreaterThan(10);
  });

  it('counts what the reading had to leave out', async () => {
    const folder = await folderWith({
      'landscape.yaml':
        'services: [{ id: S, metadata: s.edmx }, { id: S, metadata: s.edmx }, { id: Gone, metadata: gone.edmx, auth: { user: $(X) } }]\nprocesses: p.bpmn\nbindings: b.yaml\nvalueHelp: v.yaml\n'.replace(
          '$(X)',
          `\${X}`,
        ),
      's.edmx':
        '<Edmx><DataServices><Schema Namespace="N"><EntityType Name="T"><Property Name="P" Type="Edm.String"/></EntityType></Schema></DataServices>',
      'p.bpmn': '<definitions xmlns="http://other"><process id="p"><task id="a"/></process></definitions>',
      'b.yaml': 'bindings: [{ process: p, activity: a, service: S, entitySet: X, operation: read }]',
      'v.yaml': 'valueHelp: [',
    });
    const { classes } = await auditLandscape(await readLandscape(folder));
    expect(classes.services).toEqual({ source: 2, graph: 0, coverage: 0, exactness: 1 });
    expect(classes.properties).toMatchObject({ source: 2, graph: 0, coverage: 0 });
    expect(classes.task).toMatchObject({ source: 1, graph: 0 });
    expect(classes.bindings).toMatchObject({ source: 1, graph: 0 });
    expect(classes.valueHelpLists).toMatchObject({ source: 0, graph: 0 });
  });

  it('agrees with the reader on everything that CSDL and BPMN can say', async () => {
    const folder = await folderWith({
      'landscape.yaml':
        'services: [{ id: V4, metadata: v4.edmx, annotations: ui.xml }, { id: V3, metadata: v3.edmx }]\nprocesses: p.bpmn\nvalueHelp: v.yaml\nbindings: b.yaml\n',
      'v4.edmx': `<?xml version="1.0" encoding="UTF-8"?><edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:Reference Uri="c"><edmx:Include Namespace="com.sap.vocabularies.Common.v1" Alias="Common"/></edmx:Reference><edmx:DataServices>
<Schema Namespace="N" Alias="Self" xmlns="http://docs.oasis-open.org/odata/ns/edm">
<TypeDefinition Name="Amount" UnderlyingType="Edm.Decimal" Precision="13" Scale="3"/>
<EnumType Name="Color"><Member Name="Red"/><Member Name="Blue"/></EnumType>
<ComplexType Name="Address" OpenType="true"><Property Name="City" Type="Edm.String" MaxLength="max"/><NavigationProperty Name="Of" Type="Self.Order"/></ComplexType>
<EntityType Name="Base" Abstract="true"><Key><PropertyRef Name="Id"/></Key><Property Name="Id" Type="Edm.Guid" Nullable="false"/></EntityType>
<EntityType Name="Order" BaseType="Self.Base" HasStream="true"><Property Name="Total" Type="Self.Amount" Scale="variable"/><Property Name="Colors" Type="Collection(Self.Color)"/>
<Property Name="Ship" Type="Self.Address"><Annotation Term="Common.Label" String="Ship  to"/></Property><NavigationProperty Name="Items" Type="Collection(Self.Order)" ContainsTarget="true" Nullable="false"/><NavigationProperty Name="Main" Type="N.Order" Nullable="false"/></EntityType>
<Action Name="Do" IsBound="true"><Parameter Name="it" Type="Collection(Self.Order)"/><Parameter Name="Why" Type="Edm.String" MaxLength="5"/><ReturnType Type="Collection(Self.Order)"/></Action>
<Action Name="Do"/><Function Name="Get"><Parameter Name="a" Type="Edm.String" Nullable="false"/><ReturnType Type="Edm.Int32"/></Function>
<EntityContainer Name="C"><EntitySet Name="Orders" EntityType="N.Order"/><Singleton Name="Me" Type="Self.Order"/><ActionImport Name="Do" Action="Self.Do"/><FunctionImport Name="Get" Function="N.Get"/></EntityContainer>
</Schema></edmx:DataServices></edmx:Edmx>`,
      'ui.xml': `<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:Reference Uri="c"><edmx:Include Namespace="com.sap.vocabularies.Common.v1" Alias="Common"/><edmx:Include Namespace="com.sap.vocabularies.UI.v1" Alias="UI"/></edmx:Reference><edmx:DataServices><Schema Namespace="A" xmlns="http://docs.oasis-open.org/odata/ns/edm">
<Annotations Target="N.Order/Total"><Annotation Term="Common.Label"><String>Sum</String></Annotation></Annotations><Annotations Target="N.C/Orders"><Annotation Term="Common.Label" String="Orders"/></Annotations>
<Annotations Target="N.Order"><Annotation Term="UI.HeaderInfo"><Record><PropertyValue Property="TypeName" String="Order"/></Record></Annotation></Annotations></Schema></edmx:DataServices></edmx:Edmx>`,
      'v3.edmx': `<edmx:Edmx Version="1.0" xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx"><edmx:DataServices m:DataServiceVersion="3.0" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><Schema Namespace="M" xmlns="http://schemas.microsoft.com/ado/2009/11/edm" xmlns:sap="http://www.sap.com/Protocols/SAPData">
<EntityType Name="T" sap:label="Thing"><Key><PropertyRef Name="A"/><PropertyRef Name="B"/></Key><Property Name="A" Type="Edm.String" Nullable="false" MaxLength="4"/><Property Name="B" Type="Edm.Decimal" Precision="3" Scale="1" Nullable="false"/><NavigationProperty Name="Us" Relationship="M.R" FromRole="x" ToRole="y"/></EntityType>
<Association Name="R"><End Type="M.T" Multiplicity="1" Role="x"/><End Type="M.T" Multiplicity="*" Role="y"/></Association>
<EntityContainer Name="C" m:IsDefaultEntityContainer="true"><EntitySet Name="Ts" EntityType="M.T"/><AssociationSet Name="RS" Association="M.R"><End EntitySet="Ts" Role="x"/><End EntitySet="Ts" Role="y"/></AssociationSet>
<FunctionImport Name="F" ReturnType="Collection(M.T)" EntitySet="Ts" m:HttpMethod="Post"><Parameter Name="p" Type="Edm.String" Nullable="true"/></FunctionImport><FunctionImport Name="Bound" IsBindable="true"><Parameter Name="t" Type="M.T"/></FunctionImport></EntityContainer></Schema></edmx:DataServices></edmx:Edmx>`,
      'p.bpmn': `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:x="urn:groundrail:bpmn:1"><collaboration id="c"><participant id="A" processRef="p" name="Us"/><participant id="B"/><messageFlow id="m" sourceRef="e" targetRef="B" name="note"/></collaboration>
<process id="p"><startEvent id="s"><eventDefinitionRef>t</eventDefinitionRef></startEvent><callActivity id="call" calledElement="q"/><inclusiveGateway id="g" default="f3"/><scriptTask id="k"><extensionElements><x:binding service="V4" entitySet="Orders" operation="read"/></extensionElements></scriptTask>
<boundaryEvent id="b" attachedToRef="k" cancelActivity="false"><errorEventDefinition/></boundaryEvent><intermediateThrowEvent id="e"><messageEventDefinition/><signalEventDefinition/></intermediateThrowEvent>
<subProcess id="sub" triggeredByEvent="true"><startEvent id="ss" isInterrupting="false"><timerEventDefinition/></startEvent><endEvent id="se"/><sequenceFlow id="f6" sourceRef="ss" targetRef="se"/></subProcess>
<sequenceFlow id="f1" sourceRef="s" targetRef="call"/><sequenceFlow id="f2" name="unseen" sourceRef="call" targetRef="g"/><sequenceFlow id="f3" sourceRef="g" targetRef="k"/><sequenceFlow id="f4" sourceRef="g" targetRef="e"><conditionExpression>a &gt; 1</conditionExpression></sequenceFlow><sequenceFlow id="f5" name="late" sourceRef="b" targetRef="e"/></process>
<timerEventDefinition id="t"/></definitions>`,
      'v.yaml':
        'valueHelp: [{ service: V4, entityType: Address, property: City, fixed: false, values: [{ code: 01, text: One }, X] }]',
      'b.yaml':
        'bindings: [{ process: p, activity: call, service: V3, operation: "action:F" }, { process: p, activity: k, service: V3, entitySet: Ts, operation: create }]',
    });
    const reading = await readLandscape(folder);
    const { classes, findings } = await auditLandscape(reading);
    expect(findings).toEqual([]);
    expect(notWhole(classes)).toEqual([]);
    const zero = Object.entries(classes).filter(([, { source }]) => source === 0);
    expect(zero.map(([name]) => name)).toEqual([
      'navigationToZeroOrOne',
      'linearProcesses',
      'task',
      'userTask',
      'serviceTask',
      'taskActivitiesInSubProcess',
      'exclusiveGateways',
      'parallelGateways',
      'entitySetsInSeveralProcesses',
    ]);
  });

  it('counts CSDL JSON too', async () => {
    const folder = await folderWith({
      'landscape.yaml': 'services: [{ id: J, metadata: j.json }, { id: Bad, metadata: bad.json }]',
      'bad.json': '{ "$Version": ',
      'j.json': JSON.stringify({
        $Version: '4.01',
        $EntityContainer: 'N.C',
        $Reference: { c: { $Include: [{ $Namespace: 'com.sap.vocabularies.Common.v1', $Alias: 'Common' }] } },
        N: {
          $Alias: 'Self',
          Color: { $Kind: 'EnumType', Red: 0, Blue: 1, 'Red@Core.Description': 'x' },
          Address: { $Kind: 'ComplexType', City: { $Nullable: true, $MaxLength: 5 } },
          Order: {
            $Kind: 'EntityType',
            $Key: ['Id', { Town: 'Ship/City' }],
            '@Common.Label': 'Order',
            Id: {},
            Ship: { $Type: 'Self.Address', '@Common.Label': 'Ship to' },
            Tags: { $Type: 'Self.Color', $Collection: true },
            Items: { $Kind: 'NavigationProperty', $Type: 'Self.Order', $Collection: true, $ContainsTarget: true },
            Main: { $Kind: 'NavigationProperty', $Type: 'N.Order', $Nullable: true },
          },
          Do: [
            {
              $Kind: 'Action',
              $IsBound: true,
              $Parameter: [
                { $Name: 'it', $Type: 'Self.Order' },
                { $Name: 'Why', $Nullable: true },
              ],
              $ReturnType: { $Type: 'Self.Order', $Collection: true },
            },
          ],
          Get: [{ $Kind: 'Function', $ReturnType: {} }],
          C: {
            $Kind: 'EntityContainer',
            Orders: { $Collection: true, $Type: 'Self.Order', '@Common.Label': 'Orders' },
            Me: { $Type: 'Self.Order' },
            Get: { $Function: 'Self.Get' },
          },
          $Annotations: { 'Self.Order/Id': { '@Common.Label': 'Number' } },
        },
      }),
    });
    const reading = await readLandscape(folder);
    const { classes, findings } = await auditLandscape(reading);
    expect(findings.filter(({ path }) => path !== 'Bad')).toEqual([]);
    expect(notWhole(classes)).toEqual([]);
    expect([
      classes.properties?.source,
      classes.keyProperties?.source,
      classes.enumTypes?.source,
      classes.functionImports?.source,
    ]).toEqual([3, 2, 1, 1]);
  });
});
