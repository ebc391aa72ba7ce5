import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  createExecutor,
  type Executor,
  type OperationSpec,
  readCall,
  type SingleCall,
  specify,
  uncheckedProtocol,
  validate,
} from '../../src/api/index.ts';
import type { MemoryGraph } from '../../src/graph/index.ts';
import { readLandscape } from '../../src/ingest/index.ts';
import { type MockServer, startMock } from '../../src/mock/index.ts';
import { MemoryRecords } from '../../src/record/index.ts';
import { describeWithShared } from '../shared.ts';
import { CHANGE_MUTATIONS } from './change-mutations.ts';
import { Random } from './random.ts';
import { validValue } from './valid-call.ts';

/** Some hundred services and sets are read, compiled and called; a machine that is busy needs its time. */
const PATIENCE = 600_000;

interface Change {
  readonly spec: OperationSpec;
  readonly call: SingleCall;
}

describeWithShared('validate and the mock over changes, deletions and actions of s4-proc', (shared) => {
  const folder = join(shared, 'data/landscapes/s4-proc');
  let graph: MemoryGraph;
  let mock: MockServer;
  let checked: Executor;
  let unchecked: Executor;
  const changes: Record<'update' | 'delete' | 'action', Change[]> = { update: [], delete: [], action: [] };

  beforeAll(async () => {
    ({ graph } = await readLandscape(folder));
    const { services } = parse(readFileSync(join(folder, 'landscape.yaml'), 'utf8')) as {
      services: { id: string; metadata: string }[];
    };
    mock = await startMock({
      csrf: false,
      // Examples of actions name made-up keys.
      assumeExisting: true,
      services: services.map(({ id, metadata }) => ({ id, metadata: join(folder, metadata) })),
      valueHelp: readdirSync(join(folder, 'value-help')).map((file) => join(folder, 'value-help', file)),
    });
    const ask = async (): Promise<{ approved: boolean; by: string }> => ({ approved: true, by: 'fuzz' });
    const common = { graph, record: new MemoryRecords(), ask, target: mock.url };
    checked = createExecutor(common);
    unchecked = createExecutor({ ...common, check: () => [], protocols: [uncheckedProtocol] });
    const random = new Random(8);
    for (const { id } of graph.nodes('EntitySet')) await addChanges(specify(graph, id), random);
    for (const { id } of graph.nodes('Operation')) {
      const spec = specify(graph, id);
      const [example] = spec.examples;
      const read = readCall(example);
      if (!('call' in read) || 'calls' in read.call) throw new Error(`${id} has no example that is a call`);
      const hasVersions = read.call.key !== undefined && specify(graph, `${spec.service}/${read.call.entitySet}`).etag;
      changes.action.push({ spec, call: hasVersions === true ? { ...read.call, etag: '*' } : read.call });
    }
  }, PATIENCE);

  afterAll(() => mock.close());

  /** An update of three properties and a deletion of the first entity of a set, as far as the set allows them. */
  async function addChanges(spec: OperationSpec, random: Random): Promise<void> {
    const { service, entitySet, keys, operations } = spec;
    if (!operations.includes('read') || keys.length === 0 || entitySet === undefined) return;
    const read = { service, entitySet, operation: 'read' };
    const list = await unchecked.execute({ ...read, query: { top: 1 } });
    const [row] = (list.body as { value?: Record<string, unknown>[] } | undefined)?.value ?? [];
    if (row === undefined) return;
    const key = Object.fromEntries(keys.map((name) => [name, row[name]]));
    const { etag } = await unchecked.execute({ ...read, key });
    const call = { service, entitySet, key, ...(etag !== undefined && { etag }) };
    const version = spec.protocol.replace('odata ', '');
    const writable = spec.properties.filter(
      ({ name, updatable, valueHelp }) => updatable && !keys.includes(name) && valueHelp?.dependsOn === undefined,
    );
    const chosen = writable.length === 0 ? [] : [1, 2, 3].flatMap(() => random.pick(writable) ?? []);
    const payload = Object.fromEntries(chosen.map((one) => [one.name, validValue(one, version, random)]));
    if (operations.includes('update') && chosen.length > 0)
      changes.update.push({ spec, call: { ...call, operation: 'update', payload } });
    if (operations.includes('delete')) changes.delete.push({ spec, call: { ...call, operation: 'delete' } });
  }

  it.each(CHANGE_MUTATIONS.map((mutation) => [mutation.name, mutation] as const))(
    'both refuse %s',
    async (_, { of, make }) => {
      const random = new Random(9);
      const disagreements: string[] = [];
      let made = 0;
      for (const { spec, call } of changes[of]) {
        const wrong = make(call, spec, random);
        if (wrong === undefined) continue;
        made += 1;
        const findings = validate(wrong, { graph });
        const refused = findings.some(({ severity }) => severity === 'error');
        const { ok, status } = await unchecked.execute(wrong);
        if (!refused || ok)
          disagreements.push(
            `${spec.id}: validate ${JSON.stringify(findings)}, mock ${status}: ${JSON.stringify(wrong)}`,
          );
      }
      expect(made).toBeGreaterThan(0);
      expect(disagreements.slice(0, 10)).toEqual([]);
    },
    PATIENCE,
  );

  // Deletions come last: what is gone can be changed no more.
  it.each(['action', 'update', 'delete'] as const)(
    'both accept each right %s',
    async (kind) => {
      const disagreements: string[] = [];
      expect(changes[kind].length).toBeGreaterThan(100);
      for (const { spec, call } of changes[kind]) {
        const { etag: _, ...free } = call;
        const current = kind === 'delete' && call.etag !== undefined ? { ...free, etag: '*' } : call;
        const { ok, status, findings } = await checked.execute(current);
        if (!ok) disagreements.push(`${spec.id} ${status} ${JSON.stringify(findings)}: ${JSON.stringify(call)}`);
      }
      expect(disagreements).toEqual([]);
    },
    PATIENCE,
  );
});
