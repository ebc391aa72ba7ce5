import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/base/index.ts';
import { findCases } from './case-folder.ts';
import { checkFindings } from './check-findings.ts';
import { checkIngest } from './check-ingest.ts';
import { matches } from './compare.ts';
import { withoutNetwork } from './without-network.ts';

const input = `<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices>
<Schema Namespace="N" xmlns="http://docs.oasis-open.org/odata/ns/edm"><EntityType Name="T"><Key><PropertyRef Name="ID"/></Key>
<Property Name="ID" Type="Edm.Int32" Nullable="false"/><Property Name="P" Type="N.Gone"/></EntityType>
<EntityContainer Name="C"><EntitySet Name="Ts" EntityType="N.T"/></EntityContainer></Schema></edmx:DataServices></edmx:Edmx>`;

describe('the runner of the cases', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cases-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (name: string, expectation: string, content = input) => {
    mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, name, 'expect.yaml'), `check: ingest\ninput: input.edmx\n${expectation}`);
    writeFileSync(join(root, name, 'input.edmx'), content);
  };
  const run = async (expectation: string, content?: string) => {
    write('odata/01-x', expectation, content);
    const [one] = findCases(root);
    if (one === undefined) throw new Error('no case was found');
    const outcome = await checkIngest(one);
    return 'problems' in outcome ? outcome.problems : outcome;
  };

  it('finds all areas, one area, one case', () => {
    write('odata/01-a', '');
    write('odata/02-b', '');
    write('bpmn/01-c', '');
    expect(findCases(root).map(({ name }) => name)).toEqual(['bpmn/01-c', 'odata/01-a', 'odata/02-b']);
    expect(findCases(join(root, 'odata')).map(({ name }) => name)).toEqual(['odata/01-a', 'odata/02-b']);
    expect(findCases(join(root, 'odata/02-b')).map(({ name }) => name)).toEqual(['odata/02-b']);
  });

  it('passes what came as expected', async () => {
    const expectation = `graph:
  counts: { EntitySet: 1, Property: 2, Operation: 0 }
  nodes: [ { kind: EntityType, id: "CASE#N.T", keys: [ID], abstract: false } ]
  absent: [ { kind: EntitySet, name: Others } ]
  edges: [ { kind: OF_TYPE, from: CASE/Ts, toKind: EntityType } ]
  noEdges: [ { kind: EXTENDS } ]
network: none
findings: [ { severity: warning, line: [3, 9], containsAny: [nothing, n.gone] } ]`;
    expect(await run(expectation)).toEqual([]);
  });

  it.each([
    ['graph: { counts: { EntitySet: 2 } }\notherFindings: any', 'expected 2 nodes of kind EntitySet, came 1'],
    [
      'graph: { nodes: [ { kind: Property, id: "CASE#N.T/ID", type: Edm.Int64 } ] }\notherFindings: any',
      'came {"type":"Edm.Int32"}',
    ],
    ['graph: { absent: [ { kind: EntitySet, name: Ts } ] }\notherFindings: any', 'expected no node'],
    ['graph: { edges: [ { kind: EXTENDS } ] }\notherFindings: any', 'expected the edge'],
    ['graph: { noEdges: [ { kind: OF_TYPE } ] }\notherFindings: any', 'expected no edge'],
    ['findings: []', 'expected no other findings above info, came'],
    ['findings: [ { severity: error } ]\notherFindings: any', 'expected the finding {"severity":"error"}'],
    ['refused: true\notherFindings: any', 'expected nothing to be loaded'],
  ])('says what was expected and what came: %s', async (expectation, problem) => {
    expect(await run(expectation)).toContainEqual(expect.stringContaining(problem));
  });

  it.each([
    'graf: {}',
    'graph: { count: {} }',
    'graph: { counts: { EntitySets: 1 } }',
    'graph: { nodes: [ { kind: Property, typ: Edm.String } ] }',
    'graph: { nodes: [ { kind: Propperty } ] }',
    'graph: { edges: [ { kind: NAVIGATES_TO, cardinalty: "1" } ] }',
    'findings: [ { sevrity: warning } ]',
    'otherFindings: some',
    'refused: { lines: 3 }',
    'describe: [ { target: CASE/Ts, key: [] } ]',
  ])('fails on the unknown word in %s', async (expectation) => {
    await expect(run(expectation)).rejects.toThrow(/unknown|must|otherFindings is/);
  });

  it('checks refusals', async () => {
    expect(await run('refused: { line: 2, contains: [well-formed] }', '<Schema>\n<a></b></Schema>')).toEqual([]);
    expect(await run('refused: { line: 9 }', '<Schema>\n<a></b></Schema>')).toHaveLength(2);
    expect(await run('graph: {}', '<Schema')).toContainEqual(expect.stringContaining('came a refusal'));
  });
});

describe('without network', () => {
  it('notices connections and files, and gives both back afterwards', async () => {
    const attempt = async (open: () => unknown) => {
      try {
        await open();
      } catch (error) {
        if (!(error instanceof Error)) throw error;
      }
    };
    const { tried } = await withoutNetwork(async () => {
      await attempt(() => readFileSync('/etc/hostname'));
      await attempt(() => readFile('/etc/hostname'));
      await attempt(() => fetch('http://127.0.0.1:9/'));
      await attempt(() => connect(9, '127.0.0.1'));
    });
    expect(tried.map((what) => what.split(' ')[0])).toEqual(['readFileSync', 'readFile', 'fetch', 'connect']);
    expect(readFileSync(import.meta.filename, 'utf8')).toContain('gives both back');
  });
});

describe('comparing', () => {
  it.each<[unknown, unknown, string, boolean]>([
    [null, undefined, 'label', true],
    [null, 'x', 'label', false],
    [false, undefined, 'default', true],
    [false, undefined, 'nullable', false],
    [['a', 'b'], ['b', 'a'], 'codes', true],
    [['a', 'b'], ['b', 'a'], 'keys', false],
    [['a'], ['a', 'b'], 'codes', false],
    [[{ name: 'a' }], [{ name: 'b' }, { name: 'a', type: 'c' }], 'parameters', true],
    [[{ name: 'a' }], [], 'parameters', false],
    [{ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }, '', true],
    [{ a: 1 }, undefined, '', false],
    [1, '1', 'maxLength', false],
  ])('%j against %j under %s', (expected, came, key, outcome) => expect(matches(expected, came, key)).toBe(outcome));

  it('takes a line from the path or message as well', () => {
    const finding: Finding = { rule: 'r', severity: 'warning', path: 'a.xml:7', message: 'b.xml:8:3 broken' };
    const lines = (line: number, column?: number) =>
      checkFindings({ findings: [{ line, ...(column === undefined ? {} : { column }) }], otherFindings: 'any' }, [
        finding,
      ]);
    expect(lines(7)).toEqual([]);
    expect(lines(8, 3)).toEqual([]);
    expect(lines(9)).toHaveLength(1);
  });
});
