import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiCall, validate } from '../src/api/index.ts';
import { checkIntegrity, type Graph } from '../src/graph/index.ts';
import { readLandscape } from '../src/ingest/index.ts';

interface GoldSet {
  service: string;
  entitySet: string;
}

function setsOf(gold: GoldSet | { anyOf: GoldSet[] }): GoldSet[] {
  return 'anyOf' in gold ? gold.anyOf : [gold];
}

function idOf({ service, entitySet }: GoldSet): string {
  return `${service}/${entitySet}`;
}

interface DemoQuery {
  id: string;
  query: string;
  type: string;
  gold: (GoldSet | { anyOf: GoldSet[] })[];
  process?: string;
  codes?: string[];
}

interface ExpectedCall {
  method: string;
  service: string;
  entitySet: string;
  action?: string;
  must: Record<string, unknown>;
  codes?: Record<string, unknown>;
}

const folder = dirname(createRequire(import.meta.url).resolve('groundrail/landscapes/demo/landscape.yaml'));
const lines = <T>(name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
const queries = lines<DemoQuery>('queries.jsonl');
const tasks = lines<{ id: string; task: string; expect: ExpectedCall[]; process?: string }>('tasks.jsonl');

let reading: Awaited<ReturnType<typeof readLandscape>>;
let graph: Graph;

beforeAll(async () => {
  reading = await readLandscape(folder);
  graph = reading.graph;
});

/** Codes of a property's value list by `Service`, type and property name. */
function codesOf(service: string, type: string, property: string): string[] {
  const entityType = [...graph.nodes('EntityType')].find(
    ({ id, attributes }) => id.startsWith(`${service}#`) && attributes.name === type,
  );
  return graph
    .out('HAS_VALUE_HELP', { kind: 'Property', id: `${entityType?.id}/${property}` })
    .flatMap(({ to }) => graph.node('ValueHelp', to)?.attributes.values?.map(({ code }) => code) ?? []);
}

function typeOf(setId: string): string {
  const [type] = graph.out('OF_TYPE', { kind: 'EntitySet', id: setId });
  return graph.node('EntityType', type?.to ?? '')?.attributes.name ?? '';
}

/** The type behind a navigation property of a type. */
function target(service: string, type: string, navigation: string): string {
  const found = [...graph.edges('NAVIGATES_TO')].find(
    ({ from }) => from.startsWith(`${service}#`) && from.endsWith(`.${type}/${navigation}`),
  );
  return graph.node('EntityType', found?.to ?? '')?.attributes.name ?? '';
}

/** Two nested maps as one; lists are merged item by item. */
function merged(values: Record<string, unknown>, codes: Record<string, unknown>): Record<string, unknown> {
  const lists = Object.entries(codes).map(([name, value]) => {
    if (!Array.isArray(value)) return [name, value];
    const items = values[name] as Record<string, unknown>[];
    return [name, value.map((item: Record<string, unknown>, index) => merged(items[index] ?? {}, item))];
  });
  return { ...values, ...Object.fromEntries(lists) };
}

function unknownCodes(service: string, type: string, codes: Record<string, unknown>): string[] {
  return Object.entries(codes).flatMap(([name, value]) => {
    if (Array.isArray(value)) {
      const child = target(service, type, name);
      return value.flatMap((item) => unknownCodes(service, child, item as Record<string, unknown>));
    }
    const known = codesOf(service, type, name);
    const annotated = [...graph.nodes('ValueHelp')].some(({ id }) => id.includes(`.${type}/${name}@`));
    return annotated && known.includes(String(value)) ? [] : [`${service} ${type}/${name} ${String(value)}`];
  });
}

describe('the demo landscape', () => {
  it('loads every source without an error', () => {
    const findings = [...reading.findings, ...reading.sources.flatMap((source) => source.findings)];
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(reading.sources.filter(({ status }) => status === 'refused')).toEqual([]);
    expect(checkIntegrity(graph)).toEqual([]);
  });

  it('holds one flaw on purpose: a value list that names a missing collection', () => {
    const warnings = reading.sources.flatMap(({ findings }) =>
      findings.filter(({ severity }) => severity === 'warning'),
    );
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.path).toBe('services/TWC_PRODUCT_0001.edmx');
    expect(warnings[0]?.message).toContain('ColourRange');
  });

  it('has the intended size', () => {
    const { nodes } = graph.counts();
    expect(nodes.Service).toBe(10);
    expect([...graph.nodes('Service')].filter(({ attributes }) => attributes.version?.startsWith('2'))).toHaveLength(5);
    expect(nodes.EntitySet).toBe(41);
    expect(nodes.Operation).toBe(23);
    expect([...graph.nodes('Process')].map(({ id }) => id).sort()).toEqual([
      'bicycle-assembly',
      'bike-order',
      'customer-side',
      'machine-repair',
      'parts-procurement',
    ]);
    expect([...graph.edges('SENDS_MESSAGE')]).toHaveLength(4);
    expect(reading.effects).toHaveLength(17);
    expect(reading.vocabulary).toHaveLength(5);
  });

  it('binds every task of its own processes', () => {
    const bound = new Set([...graph.edges('INVOKES')].map(({ from }) => from));
    const tasksOfOwn = [...graph.nodes('Activity')].filter(
      ({ id, attributes }) => attributes.type.endsWith('Task') && !id.startsWith('customer-side/'),
    );
    expect(tasksOfOwn.filter(({ id }) => !bound.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('names existing actions in its effects', () => {
    const names = new Set(
      [...graph.nodes('Operation')].map(({ id, attributes }) => `${id.split(/[/#]/)[0]} ${attributes.name}`),
    );
    expect(reading.effects.filter(({ service, action }) => !names.has(`${service} ${action}`))).toEqual([]);
  });

  it('has 30 queries of five types whose gold exists', () => {
    expect(queries).toHaveLength(30);
    expect(new Set(queries.map(({ id }) => id)).size).toBe(30);
    expect(new Set(queries.map(({ type }) => type)).size).toBe(5);
    const gold = queries.flatMap(({ gold }) => gold.flatMap(setsOf).map(idOf));
    expect(gold.filter((id) => graph.node('EntitySet', id) === undefined)).toEqual([]);
    const processes = queries.flatMap(({ process }) => process ?? []);
    expect(processes.filter((id) => graph.node('Process', id) === undefined)).toEqual([]);
  });

  it('asks in its value-help queries for properties that have codes', () => {
    for (const { query, codes = [], gold } of queries) {
      for (const code of codes) {
        const [type = '', property = ''] = code.split('.');
        expect(codesOf(gold.flatMap(setsOf)[0]?.service ?? '', type, property).length, query).toBeGreaterThan(1);
      }
    }
  });

  it('has 8 tasks that call what exists with codes of the lists', () => {
    expect(tasks).toHaveLength(8);
    const actions = new Set(
      [...graph.nodes('Operation')].map(({ id, attributes }) => `${id.split(/[/#]/)[0]} ${attributes.name}`),
    );
    for (const { id, expect: calls } of tasks) {
      for (const { method, service, entitySet, action, codes = {} } of calls) {
        expect(graph.node('EntitySet', `${service}/${entitySet}`), id).toBeDefined();
        expect(['GET', 'POST'], id).toContain(method);
        if (action !== undefined) expect(actions, id).toContain(`${service} ${action}`);
        expect(unknownCodes(service, typeOf(`${service}/${entitySet}`), codes), id).toEqual([]);
      }
    }
  });

  it('expects creates that the specifications accept as they stand', () => {
    const creates = tasks.flatMap(({ id, expect: calls }) =>
      calls.filter(({ method, action }) => method === 'POST' && action === undefined).map((call) => ({ id, ...call })),
    );
    expect(creates).toHaveLength(6);
    for (const { id, service, entitySet, must, codes } of creates) {
      const call: ApiCall = { service, entitySet, operation: 'create', payload: merged(must, codes ?? {}) };
      expect(validate(call, { graph }), id).toEqual([]);
    }
  });
});
