import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { describeWithShared } from '../../../test/shared.ts';
import type { Finding } from '../../base/index.ts';
import { checkIntegrity } from '../../graph/index.ts';
import { folderWith, orders, process } from './folder.fixture.ts';
import { type KeptSource, type ReadLandscapeOptions, readLandscape } from './read-landscape.ts';

const landscape = `services: [{ id: S, metadata: s.edmx, title: Orders }]
processes: "*.bpmn"
bindings: bindings.yaml
valueHelp: values.yaml
vocabulary: words.yaml
effects: effects.yaml
`;
const files = {
  'landscape.yaml': landscape,
  's.edmx': orders,
  'p.bpmn': process('p'),
  'bindings.yaml': 'bindings:\n  - { process: p, activity: Do, service: S, entitySet: Orders, operation: create }\n',
  'values.yaml':
    'valueHelp:\n  - { service: S, entityType: Order, property: Status, values: [{ code: A, text: Active }, { code: 01 }] }\n',
  'words.yaml': 'vocabulary:\n  - { concept: order, technical: [order], phrases: [what we buy] }\n',
  'effects.yaml': 'effects:\n  - { service: S, action: Release, entitySet: Orders, set: { Status: A } }\n',
};

async function read(changes: Readonly<Record<string, string | Uint8Array>> = {}, options?: ReadLandscapeOptions) {
  const folder = await folderWith({ ...files, ...changes });
  return { folder, ...(await readLandscape(folder, options)) };
}

const of = (reading: Awaited<ReturnType<typeof read>>, path: string) =>
  reading.sources.find((source) => source.path === path);
const messages = (findings: readonly Finding[] | undefined) =>
  findings?.map(({ severity, line, message }) => `${severity} ${line} ${message}`);
const binding = (rest: string) => ({ 'bindings.yaml': `bindings:\n  - { ${rest} }\n` });

describe('readLandscape', () => {
  it('reads files with the encodings of Windows, and says so where it had to guess', async () => {
    const utf16 = Buffer.from(`\uFEFF${files['landscape.yaml']}`, 'utf16le');
    const latin = Buffer.from(files['words.yaml'].replace('what we buy', 'größer'), 'latin1');
    const reading = await read({ 'landscape.yaml': utf16, 'words.yaml': latin });
    expect(reading.vocabulary).toMatchObject([{ phrases: ['größer'] }]);
    expect(of(reading, 'words.yaml')?.findings).toMatchObject([{ rule: 'encoding', severity: 'warning' }]);
  });

  it('reads every kind of source into one whole graph', async () => {
    const onProgress = vi.fn();
    const reading = await read({}, { onProgress });
    expect(reading.findings).toEqual([]);
    expect(reading.sources.map(({ path, kind, status, findings }) => [path, kind, status, findings])).toEqual([
      ['s.edmx', 'odata', 'read', []],
      ['p.bpmn', 'bpmn', 'read', []],
      ['values.yaml', 'value-help', 'read', []],
      ['bindings.yaml', 'bindings', 'read', []],
      ['words.yaml', 'vocabulary', 'read', []],
      ['effects.yaml', 'effects', 'read', []],
    ]);
    const { graph } = reading;
    expect(checkIntegrity(graph)).toEqual([]);
    expect(graph.node('Service', 'S')?.attributes.title).toBe('Orders');
    expect([...graph.edges('INVOKES')].map(({ from, to, attributes }) => [from, to, attributes.operation])).toEqual([
      ['p/Do', 'S/Orders', 'create'],
    ]);
    expect(graph.node('ValueHelp', 'S#N.Order/Status@file')?.attributes).toEqual({
      origin: 'file',
      fixed: true,
      resolved: true,
      values: [{ code: 'A', text: 'Active' }, { code: '01' }],
    });
    expect([...graph.edges('HAS_VALUE_HELP')][0]?.attributes).toEqual({
      resolved: true,
      fixed: true,
      codes: ['A', '01'],
    });
    expect(reading.vocabulary).toEqual([{ concept: 'order', technical: ['order'], phrases: ['what we buy'] }]);
    expect(reading.effects).toHaveLength(1);
    expect(onProgress.mock.calls.at(-1)).toEqual([6, 6, 'effects.yaml']);
  });

  it('holds in the patches of its sources exactly its graph', async () => {
    const { sources, graph } = await read();
    const nodes = sources.flatMap(({ patch }) => patch.nodes);
    const edges = sources.flatMap(({ patch }) => patch.edges);
    const { nodes: nodeCounts, edges: edgeCounts } = graph.counts();
    expect(nodes).toHaveLength(Object.values(nodeCounts).reduce((sum, count) => sum + count, 0));
    expect(edges).toHaveLength(Object.values(edgeCounts).reduce((sum, count) => sum + count, 0));
  });

  it('stops when it is aborted', async () => {
    await expect(read({}, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });

  it('refuses files that cannot be read, and reads the others', async () => {
    const folder = await folderWith(files);
    await writeFile(join(folder, 's.edmx'), Buffer.alloc(65 * 1024 * 1024));
    await writeFile(join(folder, 'p.bpmn'), '<no/>');
    await writeFile(join(folder, 'words.yaml'), 'vocabulary: [');
    const { sources } = await readLandscape(folder);
    expect(sources.map(({ status }) => status)).toEqual(['refused', 'refused', 'read', 'read', 'refused', 'read']);
    expect(sources.flatMap(({ findings }) => findings).every(({ severity }) => severity === 'error')).toBe(true);
    expect(messages(sources[2]?.findings)).toEqual(['error 2 The service S could not be read.']);
    expect(messages(sources[3]?.findings)).toEqual(['error 2 There is no process p.']);
  });

  it('gives one sentence for OpenAPI documents', async () => {
    const reading = await read({
      'landscape.yaml': 'services: [{ id: S, metadata: api.yaml }, { id: T, metadata: api.json }]',
      'api.yaml': '# comment\nopenapi: 3.0.0\npaths: {}\n',
      'api.json': '{ "swagger": "2.0", "paths": {} }',
    });
    expect(reading.sources.map(({ kind, status, findings }) => [kind, status, findings.length])).toEqual([
      ['openapi', 'refused', 1],
      ['openapi', 'refused', 1],
    ]);
    expect(reading.sources[0]?.findings[0]?.message).toMatch(/not read yet/);
  });

  it('lets the first of two processes of one id win, with all its steps', async () => {
    const reading = await read({ 'q.bpmn': process('p', '<bpmn:task id="Other"/>') });
    expect(reading.graph.node('Activity', 'p/Other')).toBeUndefined();
    expect(of(reading, 'q.bpmn')).toMatchObject({ status: 'read', patch: { nodes: [], edges: [] } });
    expect(messages(of(reading, 'q.bpmn')?.findings)).toEqual([
      'error undefined The process p stands in p.bpmn already.',
    ]);
  });

  it('reads one file for two services', async () => {
    const reading = await read({
      'landscape.yaml': 'services: [{ id: S, metadata: s.edmx }, { id: T, metadata: s.edmx }]',
    });
    expect(reading.sources.map(({ path }) => path)).toEqual(['s.edmx', 's.edmx (T)']);
    expect(reading.graph.node('EntitySet', 'T/Orders')).toMatchObject({ kind: 'EntitySet', id: 'T/Orders' });
  });

  it('reads annotation files with their service', async () => {
    const reading = await read({
      'landscape.yaml': 'services: [{ id: S, metadata: s.edmx, annotations: more.xml }]',
      'more.xml':
        '<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:Reference Uri="x"><edmx:Include Namespace="com.sap.vocabularies.Common.v1" Alias="Common"/></edmx:Reference><edmx:DataServices><Schema Namespace="More" xmlns="http://docs.oasis-open.org/odata/ns/edm"><Annotations Target="N.Order/Status"><Annotation Term="Common.Label" String="State"/></Annotations></Schema></edmx:DataServices></edmx:Edmx>',
    });
    expect(reading.graph.node('Property', 'S#N.Order/Status')?.attributes.label).toBe('State');
    expect(of(reading, 's.edmx')?.findings).toEqual([]);
  });
});

describe('the hook for unchanged sources', () => {
  it('is asked for metadata and processes by hash, and its answer is used', async () => {
    const kept = new Map<string, KeptSource>();
    const asked: string[] = [];
    const folder = await folderWith(files);
    const options: ReadLandscapeOptions = {
      unchanged: async (path, _, hash) => {
        asked.push(path);
        return kept.get(`${path} ${hash}`);
      },
    };
    const first = await readLandscape(folder, options);
    for (const { path, hash, patch, findings } of first.sources)
      kept.set(`${path} ${hash}`, { patch, findings, refused: false });
    const second = await readLandscape(folder, options);
    expect(second.sources.map(({ status }) => status)).toEqual([
      'unchanged',
      'unchanged',
      'read',
      'read',
      'read',
      'read',
    ]);
    expect(second.graph.counts()).toEqual(first.graph.counts());
    expect(asked).toEqual(['s.edmx', 'p.bpmn', 's.edmx', 'p.bpmn']);
    await writeFile(join(folder, 'landscape.yaml'), landscape.replace('title: Orders', 'title: Sales'));
    await writeFile(join(folder, 'p.bpmn'), process('p', '<bpmn:task id="More"/>'));
    const third = await readLandscape(folder, options);
    expect(third.sources.map(({ status }) => status).slice(0, 2)).toEqual(['read', 'read']);
    expect(third.graph.node('Service', 'S')?.attributes.title).toBe('Sales');
    expect(third.graph.node('Activity', 'p/More')).toMatchObject({ kind: 'Activity', id: 'p/More' });
  });

  it('is not asked for processes that hold bindings, because these depend on the services', async () => {
    const unchanged = vi.fn(async () => undefined);
    await read(
      {
        'p.bpmn': process(
          'p',
          '<bpmn:task id="X"><bpmn:extensionElements><gr:binding service="S" entitySet="Orders" operation="read"/></bpmn:extensionElements></bpmn:task>',
        ),
      },
      { unchanged },
    );
    expect(unchanged).toHaveBeenCalledTimes(1);
  });
});

describe('bindings', () => {
  it.each([
    [
      'process: p, activity: Doo, service: S, entitySet: Orders, operation: read',
      'The process p has no activity Doo; near to it: Do.',
      'Do',
    ],
    [
      'process: pp, activity: Do, service: S, entitySet: Orders, operation: read',
      'There is no process pp; near to it: p.',
      'p',
    ],
    [
      'process: p, activity: G, service: S, entitySet: Orders, operation: read',
      'p/G is a gateway; only activities can be bound.',
      undefined,
    ],
    [
      'process: p, activity: Do, service: SS, entitySet: Orders, operation: read',
      'There is no service SS; near to it: S.',
      'S',
    ],
    [
      'process: p, activity: Do, service: S, entitySet: Order, operation: read',
      'The service S has no EntitySet Order; near to it: Orders.',
      'Orders',
    ],
    [
      'process: p, activity: Do, service: S, operation: read',
      'A binding with the operation read needs an entitySet.',
      undefined,
    ],
    [
      'process: p, activity: Do, service: S, operation: "action:Relase"',
      'The service S has no action or function Relase; near to it: Release.',
      'Release',
    ],
    [
      'process: p, activity: Do, service: S, operation: craete',
      'The operation craete is not known for S; near to it: create, delete.',
      'create',
    ],
  ])('{ %s } is an error finding with the nearest names', async (rest, message, suggestion) => {
    const reading = await read(binding(rest));
    const findings = of(reading, 'bindings.yaml')?.findings;
    expect(findings).toMatchObject([
      { rule: expect.any(String), severity: 'error', path: 'bindings.yaml', line: 2, column: 5, message },
    ]);
    expect(findings?.[0]?.suggestion).toBe(suggestion);
    expect([...reading.graph.edges('INVOKES')]).toEqual([]);
  });

  it('lead to the EntitySet and to the action bound to its type', async () => {
    const { graph } = await read(
      binding('process: p, activity: Do, service: S, entitySet: Orders, operation: "action:Release"'),
    );
    expect([...graph.edges('INVOKES')].map(({ toKind, to }) => [toKind, to])).toEqual([
      ['EntitySet', 'S/Orders'],
      ['Operation', 'S#N.Release(N.Order)'],
    ]);
  });

  it('lead to an action found by name where no set is named', async () => {
    const { graph } = await read(binding('process: p, activity: Do, service: S, operation: "action:Release"'));
    expect([...graph.edges('INVOKES')].map(({ toKind }) => toKind)).toEqual(['Operation']);
  });

  it('keep the EntitySet where the action is missing', async () => {
    const reading = await read(
      binding('process: p, activity: Do, service: S, entitySet: Orders, operation: "action:Gone"'),
    );
    expect([...reading.graph.edges('INVOKES')].map(({ to }) => to)).toEqual(['S/Orders']);
    expect(of(reading, 'bindings.yaml')?.findings).toHaveLength(1);
  });

  it('count once where they stand twice, in whatever files', async () => {
    const again =
      '<bpmn:task id="X"><bpmn:extensionElements><gr:binding service="S" entitySet="Orders" operation="read"/></bpmn:extensionElements></bpmn:task>';
    const reading = await read({
      'p.bpmn': process('p', again),
      ...binding('process: p, activity: X, service: S, entitySet: Orders, operation: read'),
    });
    expect([...reading.graph.edges('INVOKES')]).toHaveLength(1);
    expect(messages(of(reading, 'bindings.yaml')?.findings)).toEqual([
      'warning 2 This binding stands in p.bpmn:2 already.',
    ]);
    expect(of(reading, 'p.bpmn')?.patch.edges.filter(({ kind }) => kind === 'INVOKES')).toHaveLength(1);
  });

  it('of a BPMN file are checked like the others', async () => {
    const wrong =
      '<bpmn:task id="X"><bpmn:extensionElements><gr:binding service="S" entitySet="Odrers" operation="read"/></bpmn:extensionElements></bpmn:task>';
    const reading = await read({ 'p.bpmn': process('p', wrong) });
    expect(messages(of(reading, 'p.bpmn')?.findings)).toEqual([
      'error 2 The service S has no EntitySet Odrers; near to it: Orders.',
    ]);
    expect(checkIntegrity(reading.graph)).toEqual([]);
  });

  it('say that a service could not be read', async () => {
    const folder = await folderWith(files);
    await rm(join(folder, 's.edmx'));
    await writeFile(join(folder, 's.edmx'), '');
    const { sources } = await readLandscape(folder);
    expect(messages(sources.find(({ kind }) => kind === 'bindings')?.findings)).toEqual([
      'error 2 The service S could not be read, so nothing can be bound to it.',
    ]);
  });
});

describe('value help', () => {
  const list = (...entries: string[]) => ({
    'values.yaml': `valueHelp:\n${entries.map((entry) => `  - { ${entry}, values: [A] }\n`).join('')}`,
  });

  it.each([
    ['service: SS, entityType: Order, property: Status', 'There is no service SS; near to it: S.'],
    ['service: S, entityType: Oder, property: Status', 'The service S has no type Oder; near to it: Order.'],
    [
      'service: S, entityType: Order, property: Statsu',
      'The type Order of S has no property Statsu; near to it: Status.',
    ],
  ])('{ %s } is an error finding with the nearest names', async (entry, message) => {
    const reading = await read(list(entry));
    expect(of(reading, 'values.yaml')?.findings).toMatchObject([
      { rule: 'missing-element', severity: 'error', line: 2, message },
    ]);
  });

  it('finds types by qualified name, and properties of base types', async () => {
    const { graph } = await read(list('service: S, entityType: N.Order, property: Kind'));
    expect([...graph.edges('HAS_VALUE_HELP')].map(({ from }) => from)).toEqual(['S#N.Base/Kind']);
  });

  it('takes the first of two lists for a property', async () => {
    const reading = await read(
      list('service: S, entityType: Order, property: Kind', 'service: S, entityType: Base, property: Kind'),
    );
    expect(messages(of(reading, 'values.yaml')?.findings)).toEqual([
      'error 3 A list for S#N.Base/Kind stands in values.yaml:2 already.',
    ]);
  });
});

describe('calls between processes', () => {
  const calling = (called: string) => `<bpmn:callActivity id="Call" calledElement="${called}"/>`;

  it('are reported where they go in a circle, once, and where nobody has the process', async () => {
    const reading = await read({
      'p.bpmn': process('p', calling('q')),
      'q.bpmn': process('q', calling('x:r')),
      'r.bpmn': process('r', calling('p')),
      's.bpmn': process('s', calling('s')),
      't.bpmn': process('t', calling('gone')),
      'u.bpmn': process('u', calling('p')),
    });
    expect(reading.findings.map(({ rule, severity, message }) => [rule, severity, message])).toEqual([
      ['missing-process', 'info', 't/Call calls gone, which is no process of this landscape.'],
      ['cyclic-call', 'warning', 'Processes call one another in a circle: p calls q calls r calls p.'],
      ['cyclic-call', 'warning', 'Processes call one another in a circle: s calls s.'],
    ]);
  });
});

describeWithShared('s4-proc', (shared) => {
  it('is read whole, without a single error', async () => {
    const { sources, graph, findings } = await readLandscape(join(shared, 'data/landscapes/s4-proc'));
    expect(findings).toEqual([]);
    expect(sources.filter(({ status }) => status !== 'read')).toEqual([]);
    expect(sources.flatMap((source) => source.findings).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(checkIntegrity(graph)).toEqual([]);
    expect([...graph.edges('INVOKES')].filter(({ toKind }) => toKind === 'EntitySet')).toHaveLength(105);
  });
});
