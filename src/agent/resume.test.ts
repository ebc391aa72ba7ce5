import { describe, expect, it } from 'vitest';
import { type AgentWorld, createAgentWorld, goodScript, order, playScript, task } from '../../test/agent-world.ts';
import type { TraceRecord } from '../base/index.ts';
import { ScriptedModel, type ScriptedStep } from '../models/index.ts';
import { ModelDriver, maxSteps, readRun, runAgent } from './index.ts';

class Crash extends Error {}

/** A record that dies before or after it has written its record number `last`; nothing can be written afterwards. */
function dyingRecord(world: AgentWorld, last: number, written: boolean) {
  let count = 0;
  return {
    appendTrace: async (record: TraceRecord) => {
      count += 1;
      if (count > last || (count === last && !written)) throw new Crash('killed');
      await world.record.appendTrace(record);
    },
  };
}

/** Goes on with what the trace holds; the model is asked again for whatever it had not said. */
async function resume(world: AgentWorld, script: readonly ScriptedStep[]) {
  const run = readRun(world.records);
  const said = world.records.filter(({ kind }) => kind === 'model').length;
  return playScript(script.slice(said), world, { task: '', resume: run });
}

describe('a run that was killed', () => {
  const places = Array.from({ length: 9 }, (_, index) => index + 1);

  it.each(places)('goes on after record %i without sending anything twice', async (last) => {
    const world = createAgentWorld();
    const first = await playScript(goodScript, { ...world, record: dyingRecord(world, last, true) });
    const before = world.sent.length;
    const { outcome } = await resume(world, goodScript);
    expect(world.sent.length).toBeLessThanOrEqual(1);
    if (first.outcome.status === 'finished') expect(before).toBe(1);
    // A submit that had begun has an unknown outcome here, since this tool cannot find out: it must not be sent again.
    const lost = world.records.some(({ call }) => JSON.stringify(call).includes('was under way'));
    expect(outcome.status).toBe('finished');
    if (!lost) expect(world.sent).toEqual([order]);
    expect(world.asked.length).toBeLessThanOrEqual(1);
  });

  it('reads nothing again that was observed', async () => {
    const calls = ['a', 'b', 'c'].map((query) => ({ name: 'lookup', input: { query } }));
    const script: ScriptedStep[] = [{ calls }, ...goodScript.slice(3)];
    const world = createAgentWorld();
    // The task, the turn, and two of three observations.
    await playScript(script, { ...world, record: dyingRecord(world, 4, true) });
    expect(world.runs).toHaveLength(3);
    world.runs.length = 0;
    const { outcome, model } = await resume(world, script);
    expect(outcome).toMatchObject({ status: 'finished', steps: 2 });
    expect(world.runs).toHaveLength(1);
    const told = model.requests[0]?.messages.filter(({ role }) => role === 'tool');
    expect(told).toHaveLength(3);
  });

  it('is told what became of a submit by the tool, where it can find out', async () => {
    const world = createAgentWorld();
    const tools = world.tools.map((tool) =>
      tool.effect !== 'submit'
        ? tool
        : {
            ...tool,
            recover: async () => ({ ok: true, text: 'It had been done.', findings: [], closes: 'plan-1' }),
          },
    );
    // Task, three turns, two observations, the begin of the submit: killed while its end is written.
    await playScript(goodScript, { ...world, tools, record: dyingRecord(world, 7, true) });
    expect(world.sent).toEqual([order]);
    const { outcome, model } = await resume({ ...world, tools }, goodScript);
    expect(model.requests[0]?.messages.at(-1)?.text).toContain('It had been done.');
    expect(outcome).toMatchObject({ status: 'finished', open: [] });
    expect(world.sent).toEqual([order]);
  });

  it('is told that the outcome is unknown, where the tool cannot find out', async () => {
    const world = createAgentWorld();
    await playScript(goodScript, { ...world, record: dyingRecord(world, 7, true) });
    const { outcome, model } = await resume(world, [...goodScript, ...goodScript.slice(3)]);
    expect(model.requests[0]?.messages.at(-1)?.text).toContain('Look before you do it again');
    expect(outcome.open).toContainEqual(expect.stringMatching(/^send /));
    expect(world.sent).toHaveLength(1);
  });

  it('knows again what systems answered', async () => {
    const world = createAgentWorld();
    await playScript(goodScript, { ...world, record: dyingRecord(world, 3, true) });
    const fresh = createAgentWorld();
    await resume({ ...world, provenance: fresh.provenance }, goodScript);
    expect(fresh.provenance.knows('10300001')).toBe(true);
    expect(world.sent).toEqual([order]);
  });

  it('goes on as often as it is killed', async () => {
    const world = createAgentWorld();
    for (let life = 0; life < 12; life++) {
      const run = readRun(world.records);
      const said = world.records.filter(({ kind }) => kind === 'model').length;
      const record = dyingRecord(world, 1, true);
      await playScript(
        goodScript.slice(Math.min(said, 3)),
        { ...world, record },
        run === undefined ? {} : { resume: run },
      );
    }
    expect(world.sent.length).toBeLessThanOrEqual(1);
  });
});

describe('a run that ended', () => {
  it('is not done again', async () => {
    const world = createAgentWorld();
    const { outcome } = await playScript(goodScript, world);
    const records = world.records.length;
    const again = await playScript([], world, { resume: readRun(world.records) });
    expect(again.outcome).toEqual(outcome);
    expect(again.model.requests).toEqual([]);
    expect(world.records).toHaveLength(records);
  });

  it('goes on where it was stopped, with a fresh allowance', async () => {
    const world = createAgentWorld();
    const { outcome } = await playScript(goodScript, world, { stop: [maxSteps(2)] });
    expect(outcome).toMatchObject({ status: 'stopped', open: ['plan-1'] });
    const again = await playScript(goodScript.slice(2), world, {
      stop: [maxSteps(2)],
      resume: readRun(world.records),
    });
    expect(again.outcome).toMatchObject({ status: 'finished', steps: 4, open: [] });
    expect(again.events[0]).toMatchObject({ type: 'started', task, resumedAfter: 2, traceId: outcome.traceId });
  });

  it('tells a model the same as if it had never stopped', async () => {
    const whole = await playScript(goodScript);
    const world = createAgentWorld();
    await playScript(goodScript, world, { stop: [maxSteps(2)] });
    const again = await playScript(goodScript.slice(2), world, { resume: readRun(world.records) });
    expect(again.model.requests[0]?.messages).toEqual(whole.model.requests[2]?.messages);
  });
});

describe('the trace of a run', () => {
  it('holds what people need: turns, arguments, results, findings, tokens', async () => {
    const { world } = await playScript(goodScript);
    const [first, turn, observation] = world.records;
    expect(first).toMatchObject({ kind: 'task', id: first?.traceId, call: { task, driver: 'scripted' } });
    expect(first?.call).toMatchObject({
      prompts: ['system/1', 'progress/1'],
      tools: ['lookup', 'prepare', 'send', 'done'],
    });
    expect(turn?.attributes).toMatchObject({ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'scripted' });
    expect(turn?.attributes?.['gen_ai.usage.input_tokens']).toBeGreaterThan(0);
    expect(observation).toMatchObject({ kind: 'tool', call: { step: 1, tool: 'lookup', ok: true } });
    expect(new Set(world.records.map(({ id }) => id)).size).toBe(world.records.length);
    expect(new Set(world.records.map(({ traceId }) => traceId)).size).toBe(1);
  });

  it('is no run where it holds none, and foreign records do not disturb', async () => {
    expect(readRun([])).toBeUndefined();
    const { world } = await playScript(goodScript);
    const foreign = { ...world.records[0], kind: 'call', id: 'x', call: { service: 'S' } } as TraceRecord;
    const run = readRun([foreign, ...world.records.flatMap((record) => [record, foreign])]);
    expect(run?.steps).toHaveLength(4);
    expect(run?.outcome?.status).toBe('finished');
    expect(readRun([foreign])).toBeUndefined();
  });
});

it('keeps a hundred runs at the same time apart', async () => {
  const runs = Array.from({ length: 100 }, async (_, index) => {
    const world = createAgentWorld({ delayMs: index % 5 });
    const { tools, record, provenance } = world;
    const driver = new ModelDriver(new ScriptedModel(goodScript));
    for await (const event of runAgent({ task, driver, tools, record, provenance })) {
      if (event.type === 'started') expect(event.task).toBe(task);
    }
    expect(world.sent).toEqual([order]);
    return world.records[0]?.traceId;
  });
  expect(new Set(await Promise.all(runs)).size).toBe(100);
});
