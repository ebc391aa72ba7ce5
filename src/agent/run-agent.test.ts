import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createAgentWorld, goodScript, order, playScript, task } from '../../test/agent-world.ts';
import { GroundrailError, type Tool } from '../base/index.ts';
import { ScriptedModel } from '../models/index.ts';
import { type AgentEvent, completeRun, type Driver, ModelDriver, maxSteps, runAgent } from './index.ts';

describe('a run', () => {
  it('looks up, prepares, sends and finishes', async () => {
    const { world, outcome, events } = await playScript(goodScript);
    expect(outcome).toMatchObject({ status: 'finished', answer: 'Order 450001 was created.', steps: 4, open: [] });
    expect(world.sent).toEqual([order]);
    expect(world.asked).toEqual(['plan-1']);
    expect(events.map(({ type }) => type).filter((type) => type !== 'text')).toEqual([
      'started',
      ...['turn', 'call', 'observation'],
      ...['turn', 'call', 'observation'],
      ...['turn', 'call', 'note', 'observation'],
      ...['turn', 'call', 'observation'],
      'ended',
    ]);
    expect(world.records.map(({ kind }) => kind)).toEqual([
      'task',
      ...['model', 'tool', 'model', 'tool'],
      ...['model', 'tool', 'tool'],
      ...['model', 'tool', 'answer'],
    ]);
  });

  it('tells the model results, the place in the process, and what comes next', async () => {
    const { model } = await playScript(goodScript);
    const told = model.requests[3]?.messages.at(-1)?.text ?? '';
    expect(told).toContain('<result tool="send" status="ok">\nOrder 450001 was created.\n</result>');
    expect(told).toContain('Process position: "Create order" in procurement; next there normally: Post goods receipt.');
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['lookup', 'prepare', 'send', 'done']);
    expect(model.requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  it('never changes what it told before, so that the evaluated beginning is reused', async () => {
    const { model } = await playScript(goodScript);
    const [, second, third] = model.requests;
    expect(third?.messages.slice(0, second?.messages.length)).toEqual(second?.messages);
  });

  it('runs neighbouring reads at the same time and writes one after the other', async () => {
    const order: string[] = [];
    const tool = (name: string, effect: Tool['effect'], ms: number): Tool => ({
      name,
      title: name,
      description: name,
      effect,
      input: z.strictObject({}),
      output: z.unknown(),
      async run() {
        order.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, ms));
        order.push(`${name} ends`);
        return { ok: true, text: name, findings: [] };
      },
    });
    const tools = [
      tool('slow', 'read', 30),
      tool('fast', 'read', 5),
      tool('plan', 'propose', 5),
      tool('do', 'submit', 5),
    ];
    const calls = ['slow', 'fast', 'plan', 'do', 'fast'].map((name) => ({ name, input: {} }));
    const world = { ...createAgentWorld(), tools };
    const { events } = await playScript([{ calls }, { text: 'ready' }], world);
    expect(order.slice(0, 4)).toEqual(['slow begins', 'fast begins', 'fast ends', 'slow ends']);
    expect(order.slice(4, 8)).toEqual(['plan begins', 'plan ends', 'do begins', 'do ends']);
    expect(order.slice(8)).toEqual(['fast begins', 'fast ends']);
    expect(events.at(-1)).toMatchObject({ outcome: { status: 'finished', answer: 'ready' } });
  });

  it('answers by text where there is no finishing tool', async () => {
    const world = createAgentWorld();
    const tools = world.tools.filter(({ effect }) => effect !== 'finish');
    const { outcome } = await playScript([{ text: 'Nothing to do.' }], { ...world, tools });
    expect(outcome).toMatchObject({ status: 'finished', answer: 'Nothing to do.', steps: 1 });
  });

  it('sums tokens and cost', async () => {
    const { outcome } = await playScript(goodScript);
    expect(outcome.usage).toMatchObject({ estimated: true, cachedTokens: 0 });
    expect(outcome.usage.inputTokens).toBeGreaterThan(outcome.usage.outputTokens);
    expect(outcome.cost).toBeUndefined();
  });

  it('survives JSON in every event', async () => {
    const { events } = await playScript(goodScript);
    expect(JSON.parse(JSON.stringify(events))).toEqual(events);
  });

  it('takes secrets out of events, records and what the model reads', async () => {
    const secret = 'pa55word';
    const world = createAgentWorld({ answers: { x: `the password is ${secret}` } });
    const clean = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(secret, '***'));
    const script = [{ calls: [{ name: 'lookup', input: { query: 'x' } }] }, ...goodScript.slice(-1)];
    const { events, model } = await playScript(script, world, { clean });
    const told = JSON.stringify([events, world.records, model.requests.map(({ messages }) => messages)]);
    expect(told).toContain('***');
    expect(told).not.toContain(secret);
  });
});

describe('a run that fails', () => {
  const world = createAgentWorld();
  const parts = { task, tools: world.tools, record: world.record };

  it('never throws: what the driver throws is the outcome', async () => {
    const error = new GroundrailError('unreachable', { target: 'The model', reason: 'it is away' });
    const outcome = await completeRun({ ...parts, driver: new ModelDriver(new ScriptedModel([{ error }])) });
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'unreachable', message: error.message } });
    const broken: Driver = { name: 'broken', next: () => expect.unreachable('a bug') };
    expect(await completeRun({ ...parts, driver: broken })).toMatchObject({
      status: 'failed',
      error: { code: 'internal' },
    });
    const silent: Driver = { name: 'silent', async *next() {} };
    expect((await completeRun({ ...parts, driver: silent })).error?.message).toBe(
      'The driver silent ended without a turn.',
    );
  });

  it('ends where somebody must act on what a tool throws', async () => {
    const error = new GroundrailError('index-missing', { store: 's', landscape: 'l' });
    const tools = world.tools.map((tool) =>
      tool.name === 'lookup' ? { ...tool, run: () => Promise.reject(error) } : tool,
    );
    const { outcome } = await playScript(goodScript, { ...createAgentWorld(), tools });
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'index-missing' } });
  });

  it('sends nothing once the record cannot be written', async () => {
    const full = createAgentWorld();
    const failing = {
      appendTrace: async (record: (typeof full.records)[number]) => {
        if (record.kind === 'tool' && JSON.stringify(record.call).includes('"begun":true')) {
          throw new GroundrailError('storage-unwritable', { path: 'records.db', reason: 'the disk is full' });
        }
        full.records.push(record);
      },
    };
    const { outcome } = await playScript(goodScript, { ...full, record: failing });
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'storage-unwritable' }, open: ['plan-1'] });
    expect(full.sent).toEqual([]);
    expect(full.records.at(-1)?.kind).toBe('answer');
  });

  it('gives up a read that does not answer, and goes on', async () => {
    const stuck = createAgentWorld();
    const tools = stuck.tools.map((tool) =>
      tool.name === 'lookup' ? { ...tool, run: () => new Promise<never>(() => undefined) } : tool,
    );
    const { outcome, events } = await playScript(
      [{ calls: [{ name: 'lookup', input: { query: 'x' } }] }, { calls: [{ name: 'done', input: { answer: 'no' } }] }],
      { ...stuck, tools },
      { toolTimeoutMs: 20 },
    );
    expect(outcome.status).toBe('finished');
    expect(JSON.stringify(events)).toContain('lookup did not answer within 0.02 seconds');
  });
});

describe('a run that is cancelled', () => {
  it('stops before the next call and can be told from a failure', async () => {
    const controller = new AbortController();
    const world = createAgentWorld();
    const script = [
      ...goodScript.slice(0, 2),
      () => {
        controller.abort();
        return { calls: [{ name: 'send', input: { plan: 'plan-1' } }] };
      },
    ];
    const { outcome } = await playScript(script, world, { signal: controller.signal });
    expect(outcome).toMatchObject({ status: 'cancelled', open: ['plan-1'] });
    expect(world.sent).toEqual([]);
    expect(world.records.at(-1)).toMatchObject({ kind: 'answer', call: { status: 'cancelled' } });
  });

  it('waits for a submit under way and records it', async () => {
    const controller = new AbortController();
    const world = createAgentWorld({
      approve: () => {
        controller.abort();
        return true;
      },
    });
    const { outcome } = await playScript(goodScript, world, { signal: controller.signal });
    expect(outcome).toMatchObject({ status: 'cancelled', open: [], steps: 3 });
    expect(world.sent).toEqual([order]);
  });

  it('is cancelled by whoever leaves the stream', async () => {
    const world = createAgentWorld();
    const { tools, record, provenance } = world;
    const driver = new ModelDriver(new ScriptedModel(goodScript));
    const seen: AgentEvent[] = [];
    for await (const event of runAgent({ task, driver, tools, record, provenance })) {
      seen.push(event);
      if (event.type === 'observation') break;
    }
    expect(world.records.at(-1)).toMatchObject({ kind: 'answer', call: { status: 'cancelled' } });
    expect(world.sent).toEqual([]);
  });
});

describe('a driver without a model', () => {
  it('drives the same loop from what it sees', async () => {
    const world = createAgentWorld();
    const program: Driver = {
      name: 'program',
      async *next({ steps }) {
        const last = steps.at(-1)?.observations[0];
        const plan = last?.data as { plan?: string } | undefined;
        const call = (name: string, input: unknown) => ({ id: '', name, input });
        const next = [
          call('lookup', { query: 'Steel & Co' }),
          call('prepare', { order }),
          call('send', { plan: plan?.plan }),
          call('done', { answer: last?.text }),
        ][steps.length];
        yield { type: 'turn', turn: { text: '', calls: next === undefined ? [] : [next] } };
      },
    };
    const { tools, record, provenance } = world;
    const outcome = await completeRun({ task, driver: program, tools, record, provenance });
    expect(outcome).toMatchObject({ status: 'finished', answer: 'Order 450001 was created.' });
    expect(outcome.usage).toEqual({ inputTokens: 0, outputTokens: 0, cachedTokens: 0 });
  });

  it('is stopped like any other', async () => {
    const { tools, record } = createAgentWorld();
    const idle: Driver = {
      name: 'idle',
      async *next() {
        yield { type: 'turn', turn: { text: 'Hm.', calls: [] } };
      },
    };
    const outcome = await completeRun({ task, driver: idle, tools, record, stop: [maxSteps(3)] });
    expect(outcome).toMatchObject({ status: 'stopped', stop: { reason: 'steps' }, steps: 3 });
  });
});
