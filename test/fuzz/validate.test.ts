import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { validate } from '../../src/api/index.ts';
import type { MemoryGraph } from '../../src/graph/index.ts';
import { readLandscape } from '../../src/ingest/index.ts';
import { describeWithShared } from '../shared.ts';
import { MUTATIONS, mutate } from './mutations.ts';
import { Random } from './random.ts';
import { validCall } from './valid-call.ts';
import { type WritableTarget, writableTargets } from './writable-targets.ts';

const ROUNDS = 3;

describeWithShared('validate over every EntitySet of s4-proc that can be written', (shared) => {
  let graph: MemoryGraph;
  let targets: WritableTarget[];

  beforeAll(async () => {
    ({ graph } = await readLandscape(join(shared, 'data/landscapes/s4-proc')));
    targets = writableTargets(graph);
  });

  it('finds about five hundred of them', () => expect(targets.length).toBeGreaterThan(450));

  it('accepts what is made from the specification', () => {
    const random = new Random(4);
    const refused: string[] = [];
    for (const target of targets) {
      for (let round = 0; round < ROUNDS; round++) {
        const findings = validate(validCall(target, random), { graph });
        for (const { rule, path, message } of findings) refused.push(`${target.id} ${rule} ${path} ${message}`);
      }
    }
    expect(refused).toEqual([]);
  });

  it.each(MUTATIONS.map((mutation) => [mutation.name, mutation] as const))('refuses %s', (_, mutation) => {
    const random = new Random(5);
    const missed: string[] = [];
    let made = 0;
    for (const target of targets) {
      const valid = validCall(target, random);
      const call = mutate(mutation, target, valid, random);
      if (call === undefined) continue;
      made++;
      const rules = validate(call, { graph }).flatMap(({ severity, rule }) => (severity === 'error' ? [rule] : []));
      if (!rules.some((rule) => mutation.rules.includes(rule)))
        missed.push(`${target.id} [${rules}] ${JSON.stringify(call)}`);
    }
    expect(missed).toEqual([]);
    expect(made).toBeGreaterThan(0);
  });
});
