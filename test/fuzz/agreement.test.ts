import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type SingleCall, validate } from '../../src/api/index.ts';
import type { MemoryGraph } from '../../src/graph/index.ts';
import { readLandscape } from '../../src/ingest/index.ts';
import { type MockServer, startMock } from '../../src/mock/index.ts';
import { describeWithShared } from '../shared.ts';
import { MUTATIONS, mutate } from './mutations.ts';
import { Random } from './random.ts';
import { validCall } from './valid-call.ts';
import { type WritableTarget, writableTargets } from './writable-targets.ts';

/** The mock numbers keys that are left out; a key of one character runs out of values, which is no judgement of the payload. */
const KEYS_RAN_OUT = 'GRM/KEYS_USED_UP';

/** Some hundred services and sets are read, compiled and called; a machine that is busy needs its time. */
const PATIENCE = 600_000;

describeWithShared('validate and the mock over every EntitySet of s4-proc that can be written', (shared) => {
  const folder = join(shared, 'data/landscapes/s4-proc');
  let graph: MemoryGraph;
  let targets: WritableTarget[];
  let mock: MockServer;

  beforeAll(async () => {
    ({ graph } = await readLandscape(folder));
    targets = writableTargets(graph);
    const { services } = parse(readFileSync(join(folder, 'landscape.yaml'), 'utf8')) as {
      services: { id: string; metadata: string }[];
    };
    mock = await startMock({
      csrf: false,
      services: services.map(({ id, metadata }) => ({ id, metadata: join(folder, metadata) })),
      valueHelp: readdirSync(join(folder, 'value-help')).map((file) => join(folder, 'value-help', file)),
    });
  }, PATIENCE);

  afterAll(() => mock.close());

  async function send(call: SingleCall): Promise<{ status: number; text: string }> {
    const response = await fetch(`${mock.url}/${call.service}/${call.entitySet}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(call.payload),
    });
    return { status: response.status, text: await response.text() };
  }

  it(
    'both accept what is made from the specification',
    async () => {
      const random = new Random(6);
      const disagreements: string[] = [];
      for (const target of targets) {
        const call = validCall(target, random);
        const findings = validate(call, { graph });
        const { status, text } = await send(call);
        if (findings.length > 0 || (status >= 400 && !text.includes(KEYS_RAN_OUT))) {
          disagreements.push(`${target.id} ${JSON.stringify(findings)} ${status} ${text.slice(0, 500)}`);
        }
      }
      expect(disagreements).toEqual([]);
    },
    PATIENCE,
  );

  it.each(MUTATIONS.map((mutation) => [mutation.name, mutation] as const))(
    'both refuse %s',
    async (_, mutation) => {
      const random = new Random(7);
      const disagreements: string[] = [];
      for (const target of targets) {
        const call = mutate(mutation, target, validCall(target, random), random);
        if (call === undefined) continue;
        const refused = validate(call, { graph }).some(({ severity }) => severity === 'error');
        const { status } = await send(call);
        if (!refused || status < 400)
          disagreements.push(
            `${target.id} validate ${refused ? 'refuses' : 'accepts'}, mock ${status}: ${JSON.stringify(call)}`,
          );
      }
      expect(disagreements).toEqual([]);
    },
    PATIENCE,
  );
});
