import { describe, expect, it } from 'vitest';
import { inventory } from './inventory.ts';
import { MemoryGraph } from './memory-graph.ts';
import { edge, type GraphPatch, node } from './patch.ts';

const base = node('EntityType', 'S#N.Base', { name: 'Base', namespace: 'N', keys: ['Id'], abstract: true });
const type = node('EntityType', 'S#N.Order', { name: 'Order', namespace: 'N', keys: ['Id'], baseType: 'N.Base' });
const address = node('EntityType', 'S#N.Address', { name: 'Address', namespace: 'N', keys: [], complex: true });
const id = node('Property', 'S#N.Base/Id', {
  name: 'Id',
  type: 'Edm.String',
  nullable: false,
  key: true,
  maxLength: 10,
});
const city = node('Property', 'S#N.Address/City', {
  name: 'City',
  type: 'Edm.String',
  nullable: true,
  label: 'The\n city',
});
const items = node('NavigationProperty', 'S#N.Order/Items', { name: 'Items' });
const values = node('ValueHelp', 'S#N.Base/Id@file', {
  origin: 'file',
  fixed: true,
  values: [{ code: '01', text: 'One' }, { code: '02' }],
});
const guessed = node('ValueHelp', 'S#N.Address/City@annotation', { origin: 'annotation' });
const set = node('EntitySet', 'S/Orders', { name: 'Orders', container: 'N.C' });
const me = node('EntitySet', 'S/Me', { name: 'Me', container: 'N.C', singleton: true });
const parameters = [{ name: 'Reason', type: 'Edm.String', nullable: true }];
const release = node('Operation', 'S#N.Release(N.Order)', {
  name: 'Release',
  operationType: 'Action',
  qualifiedName: 'N.Release',
  bindingType: 'N.Order',
  bindingCollection: true,
  bound: true,
  method: 'POST',
  parameters,
});
const legacy = node('Operation', 'S/Post', {
  name: 'Post',
  operationType: 'FunctionImport',
  method: 'GET',
  parameters: [],
});
const service = node('Service', 'S', {
  protocol: 'odata',
  version: '4.01',
  declares: {
    schemas: ['N'],
    containers: ['N.C'],
    enumTypes: { 'N.Color': ['Red', 'Blue'] },
    associations: { 'N.Assoc': ['N.Order 1', 'N.Item *'] },
    associationSets: { 'N.C/AssocSet': ['N.Assoc', 'Orders', 'Items'] },
  },
});
const metadata: GraphPatch = {
  nodes: [service, base, type, address, id, city, items, values, guessed, set, me, release, legacy],
  edges: [
    edge('EXTENDS', type, base, {}),
    edge('HAS_PROPERTY', base, id, {}),
    edge('HAS_PROPERTY', address, city, {}),
    edge('HAS_NAVIGATION', type, items, {}),
    edge('NAVIGATES_TO', items, type, { cardinality: '*' }),
    edge('HAS_VALUE_HELP', id, values, { fixed: true }),
    edge('HAS_VALUE_HELP', city, guessed, {}),
    edge('OF_TYPE', set, type, {}),
  ],
};
const activity = (name: string, kind = 'task', more = {}) =>
  node('Activity', `p/${name}`, { type: kind, name, ...more });
const start = activity('start', 'startEvent');
const check = activity('check', 'userTask');
const end = activity('end', 'endEvent');
const gateway = node('Gateway', 'p/g', { type: 'inclusiveGateway', default: 'f3' });
const next = (
  from: typeof start,
  to: typeof start,
  attributes: { flows: string[]; via?: string[]; condition?: string; conditions?: Record<string, string> },
) => edge('HAS_NEXT', from, to, attributes);
const processes: GraphPatch = {
  nodes: [
    node('Process', 'p', { name: 'Process', pools: ['pool1'] }),
    node('Process', 'box', { blackBox: true, pools: ['box'] }),
    ...[start, check, end, gateway],
  ],
  edges: [
    next(start, check, { flows: ['f1'], condition: 'always' }),
    next(check, end, { flows: ['f2', 'f3'], via: ['p/g'], condition: 'ok', conditions: { f3: 'ok' } }),
    next(check, check, { flows: ['f2', 'f4'], via: ['p/g'] }),
    edge('SENDS_MESSAGE', check, { kind: 'Process', id: 'box' }, { flow: 'm1', name: 'letter' }),
    edge('INVOKES', check, set, { operation: 'action:Release' }),
    edge('INVOKES', check, release, { operation: 'action:Release' }),
    edge('INVOKES', end, legacy, { operation: 'action:Post' }),
  ],
};
const counted = inventory(MemoryGraph.from(metadata, processes));
const ids = (name: string) => counted.get(name)?.map((fact) => fact.id);
const facts = (name: string) => counted.get(name)?.[0]?.facts;

describe('inventory of metadata', () => {
  it('tells sets from singletons, entity from complex types, and whose keys are declared', () => {
    expect(ids('entitySets')).toEqual(['S N.C/Orders']);
    expect(ids('singletons')).toEqual(['S N.C/Me']);
    expect(ids('entityTypes')).toEqual(['S#N.Base', 'S#N.Order']);
    expect(ids('complexTypes')).toEqual(['S#N.Address']);
    expect(ids('keyProperties')).toEqual(['S#N.Base/Id']);
    expect(ids('servicesV4')).toEqual(['S']);
    expect(ids('servicesV2')).toEqual([]);
  });

  it('reads facets, labels as one line, targets and cardinalities', () => {
    expect(facts('properties')).toMatchObject({
      type: 'Edm.String',
      nullable: false,
      maxLength: 10,
      key: true,
      collection: false,
    });
    expect(facts('complexTypeProperties')).toMatchObject({ label: 'The city' });
    expect(facts('navigationToMany')).toMatchObject({ cardinality: '*', target: 'S#N.Order' });
    expect(ids('navigationToOne')).toEqual([]);
  });

  it('counts what services declare', () => {
    expect(counted.get('associations')).toEqual([{ id: 'S N.Assoc', facts: { holds: 'N.Order 1 to N.Item *' } }]);
    expect(counted.get('associationSets')).toEqual([
      { id: 'S N.C/AssocSet', facts: { holds: 'N.Assoc Orders Items' } },
    ]);
    expect(facts('enumTypes')).toEqual({ holds: 'Red Blue' });
    expect([ids('schemas'), ids('entityContainers')]).toEqual([['S N'], ['S N.C']]);
  });

  it('tells imports from declared operations', () => {
    expect(ids('functionImports')).toEqual(['S Post']);
    expect(ids('actionImports')).toEqual([]);
    expect(ids('actions')).toEqual(['S N.Release(Collection(N.Order)) Reason']);
    expect(facts('actions')).toMatchObject({ method: 'POST', parameters: 'Reason Edm.String  true' });
    expect(ids('operations')).toHaveLength(2);
  });

  it('counts only value lists of files', () => {
    expect(counted.get('valueHelpLists')).toEqual([{ id: 'S#N.Base/Id', facts: { fixed: true, codes: '01 02' } }]);
    expect(counted.get('valueHelpValues')?.map((fact) => fact.facts.text)).toEqual(['One', undefined]);
    expect(ids('valueHelpServices')).toEqual(['S']);
  });
});

describe('inventory of processes', () => {
  it('leaves pools without a process out of the processes, and knows every pool', () => {
    expect(ids('processes')).toEqual(['p']);
    expect(counted.get('participants')).toEqual([
      { id: 'pool1', facts: { process: 'p' } },
      { id: 'box', facts: { process: undefined } },
    ]);
  });

  it('reads sequence flows off HAS_NEXT and its gateways, each once', () => {
    expect(counted.get('sequenceFlows')).toEqual([
      { id: 'p/f1', facts: { from: 'p/start', to: 'p/check', parent: undefined, condition: 'always' } },
      { id: 'p/f2', facts: { from: 'p/check', to: 'p/g', parent: undefined, condition: undefined } },
      { id: 'p/f3', facts: { from: 'p/g', to: 'p/end', parent: undefined, condition: 'ok' } },
      { id: 'p/f4', facts: { from: 'p/g', to: 'p/check', parent: undefined, condition: undefined } },
    ]);
  });

  it('sorts steps by kind', () => {
    expect([ids('userTask'), ids('startEvents'), ids('endEvents'), ids('otherGateways')]).toEqual([
      ['p/check'],
      ['p/start'],
      ['p/end'],
      ['p/g'],
    ]);
    expect(ids('exclusiveGateways')).toEqual([]);
    expect(ids('messageFlows')).toEqual(['m1']);
  });

  it('counts the two edges of a bound action as one binding', () => {
    expect(counted.get('bindings')).toEqual([
      { id: 'p/check action:Release S/Orders', facts: { action: 'Release' } },
      { id: 'p/end action:Post S', facts: { action: 'Post' } },
    ]);
    expect([ids('boundEntitySets'), ids('boundServices'), ids('entitySetsInSeveralProcesses')]).toEqual([
      ['S/Orders'],
      ['S'],
      [],
    ]);
  });

  it('calls a process linear only without pools, gateways and branches', () => {
    expect(ids('linearProcesses')).toEqual([]);
    const plain = MemoryGraph.from({
      nodes: [node('Process', 'p', {}), start, check, end],
      edges: [
        edge('HAS_ACTIVITY', { kind: 'Process', id: 'p' }, start, {}),
        next(start, check, { flows: ['a'] }),
        next(check, end, { flows: ['b'] }),
      ],
    });
    expect(inventory(plain).get('linearProcesses')).toEqual([{ id: 'p', facts: { steps: 1 } }]);
    plain.apply({ nodes: [], edges: [next(check, start, { flows: ['c'] })] });
    expect(inventory(plain).get('linearProcesses')).toEqual([]);
  });

  it('does not call a process with a sub-process or boundary event linear', () => {
    for (const kind of ['subProcess', 'boundaryEvent']) {
      const graph = MemoryGraph.from({ nodes: [node('Process', 'p', {}), activity('x', kind)], edges: [] });
      expect(inventory(graph).get('linearProcesses')).toEqual([]);
    }
  });
});
