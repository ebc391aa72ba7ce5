import { describe, expect, it } from 'vitest';
import { createAgentWorld, goodScript, playScript, task } from '../../test/agent-world.ts';
import { defineTool } from '../base/index.ts';
import { estimateTokens, type ModelMessage, ScriptedModel, type ScriptedStep } from '../models/index.ts';
import { digestSteps } from './compaction.ts';
import type { DriverPart, Observation, Step } from './driver.ts';
import { completeRun, ModelDriver } from './index.ts';

function step(number: number, observation: Partial<Observation>, text = ''): Step {
  const seen: Observation = {
    callId: `c${number}`,
    tool: 'lookup',
    effect: 'read',
    input: { query: `q${number}` },
    ok: true,
    text: `result ${number}`,
    findings: [],
    durationMs: 1,
    ...observation,
  };
  return {
    number,
    turn: { text, calls: [{ id: seen.callId, name: seen.tool, input: seen.input }] },
    observations: [seen],
  };
}

const created = { tool: 'send', effect: 'submit', keep: 'created order 4500000001', closes: 'plan-1' } as const;

describe('steps in short', () => {
  it('keep identifiers, decisions and what failed', () => {
    const failed = {
      ok: false,
      findings: [{ rule: 'invalid-code', severity: 'error', path: '', message: 'XX' }],
    } as const;
    const text = digestSteps([step(1, {}, 'I begin with the supplier.'), step(2, failed), step(3, created)], 10_000);
    expect(text.split('\n')).toEqual([
      '1. said: I begin with the supplier.',
      '1. lookup {"query":"q1"} -> ok: result 1',
      '2. lookup {"query":"q2"} -> failed [invalid-code]: result 2',
      '3. send {"query":"q3"} -> ok (settles plan-1): created order 4500000001',
    ]);
  });

  it('drop words first, then reads, and never what was written', () => {
    const steps = Array.from({ length: 50 }, (_, i) => step(i + 1, i === 0 ? created : {}, 'Some words.'));
    const text = digestSteps(steps, 400);
    expect(text).toContain('created order 4500000001');
    expect(text).not.toContain('said:');
    expect(text.length).toBeLessThan(460);
    expect(text).toMatch(/^\(\d+ lines left out\)/);
  });
});

describe('a conversation that grows', () => {
  const size = (messages: readonly ModelMessage[]) => messages.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  const answers = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [
      `q${i}`,
      { supplier: `${10300000 + i}`, note: 'Some more words about it. '.repeat(150) },
    ]),
  );

  it('stays within the context, tells identifiers on, and says that it was shortened', async () => {
    const reads: ScriptedStep = (_, turn) => ({ calls: [{ name: 'lookup', input: { query: `q${turn}` } }] });
    const script = [...Array.from({ length: 30 }, () => reads), ...goodScript.slice(1)];
    const world = createAgentWorld({ answers });
    const model = new ScriptedModel(script, { contextTokens: 8_000 });
    const { tools, record, provenance } = world;
    const outcome = await completeRun({ task, driver: new ModelDriver(model), tools, record, provenance });
    expect(outcome.status).toBe('finished');
    for (const { messages } of model.requests) expect(size(messages)).toBeLessThan(6_000);
    const last = model.requests[29]?.messages ?? [];
    expect(last[1]?.text).toContain(task);
    expect(last[2]?.text).toContain('in short');
    expect(last[2]?.text).toMatch(/ok: \{"supplier":"103000\d\d"/);
    expect(world.sent).toHaveLength(1);
  });

  it('is shortened rarely, so that its beginning can be reused in between', async () => {
    const reads: ScriptedStep = (_, turn) => ({ calls: [{ name: 'lookup', input: { query: `q${turn}` } }] });
    const world = createAgentWorld({ answers });
    const model = new ScriptedModel([reads], { contextTokens: 16_000 });
    const { tools, record } = world;
    const outcome = await completeRun({ task, driver: new ModelDriver(model), tools, record });
    expect(outcome.status).toBe('stopped');
    const changed = model.requests.filter(({ messages }, index) => {
      const before = model.requests[index - 1]?.messages ?? [];
      return index > 0 && JSON.stringify(messages.slice(0, before.length)) !== JSON.stringify(before);
    });
    expect(changed.length).toBeGreaterThan(1);
    expect(changed.length).toBeLessThan(model.requests.length / 2);
  });

  it('shortens even the last observation where one alone is too long', async () => {
    const world = createAgentWorld({ answers: { q0: 'word '.repeat(4_000) } });
    const model = new ScriptedModel(
      [{ calls: [{ name: 'lookup', input: { query: 'q0' } }] }, { calls: [{ name: 'done', input: { answer: 'a' } }] }],
      { contextTokens: 3_000 },
    );
    const { tools, record } = world;
    await completeRun({ task, driver: new ModelDriver(model), tools, record });
    expect(size(model.requests[1]?.messages ?? [])).toBeLessThan(2_000);
  });

  it('forgets what it told of another run', async () => {
    const model = new ScriptedModel([{ text: 'x' }], { contextTokens: 4_000 });
    const driver = new ModelDriver(model);
    const tools = createAgentWorld().tools.map(defineTool);
    const long = Array.from({ length: 20 }, (_, i) => step(i + 1, { text: 'word '.repeat(500) }));
    const parts: DriverPart[] = [];
    for (const steps of [long, [step(1, {})]]) {
      for await (const part of driver.next({ task, tools, steps }, new AbortController().signal)) parts.push(part);
    }
    expect(parts.map(({ type }) => type)).toContain('compacted');
    expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
  });
});

it('tells facts, the seed and the temperature', async () => {
  const model = new ScriptedModel([{ text: 'x' }]);
  const driver = new ModelDriver(model, { facts: ['Today is 2026-06-03.'], seed: 7, temperature: 0.2 });
  for await (const _ of driver.next({ task, tools: [], steps: [] }, new AbortController().signal));
  expect(model.requests[0]).toMatchObject({ seed: 7, temperature: 0.2, maxOutputTokens: 4096 });
  expect(model.requests[0]?.messages[1]?.text).toBe(`Today is 2026-06-03.\nTask: ${task}`);
});

it('streams what the model says, and that it begins again', async () => {
  const { events } = await playScript(goodScript);
  const said = events.flatMap((event) => (event.type === 'text' ? [event.delta] : []));
  expect(said.join('')).toBe('I look for the supplier.');
});

describe('what a model is asked', () => {
  const first = async (driver: ModelDriver, steps: Step[], model: ScriptedModel) => {
    const parts: DriverPart[] = [];
    const tools = createAgentWorld({}).tools.map(defineTool);
    for await (const part of driver.next({ task, tools, steps }, new AbortController().signal)) parts.push(part);
    return { parts, request: model.requests.at(-1) };
  };

  it('begins with a call that needs no model, and only then', async () => {
    const model = new ScriptedModel([{ text: 'x' }]);
    const driver = new ModelDriver(model, { opening: (said) => ({ name: 'lookup', input: { query: said } }) });
    const begun = await first(driver, [], model);
    expect(begun.parts).toMatchObject([
      { type: 'turn', turn: { calls: [{ name: 'lookup', input: { query: task } }] } },
    ]);
    expect(model.requests).toHaveLength(0);
    await first(driver, [step(1, {})], model);
    expect(model.requests).toHaveLength(1);
  });

  it('withholds a submit while nothing is proposed, and a read that only repeated an earlier one', async () => {
    const model = new ScriptedModel([{ text: 'x' }]);
    const driver = new ModelDriver(model);
    expect((await first(driver, [step(1, {})], model)).request?.withheld).toEqual(['send']);
    const proposed = step(2, { tool: 'prepare', effect: 'propose', opens: 'plan-1' });
    const again = step(3, { repeats: 1 });
    expect((await first(driver, [step(1, {}), proposed], model)).request?.withheld).toEqual([]);
    expect((await first(driver, [step(1, {}), proposed, again], model)).request?.withheld).toEqual(['lookup', 'done']);
    const settled = step(4, created);
    expect(
      (
        await first(
          driver,
          [
            proposed,
            { ...settled, observations: [{ ...created, ...settled.observations[0], closes: 'plan-1' } as Observation] },
          ],
          model,
        )
      ).request?.withheld,
    ).toEqual(['send']);
  });

  it('offers the values that results told of, the latest first, each once', async () => {
    const model = new ScriptedModel([{ text: 'x' }]);
    const steps = [
      step(1, { offers: { target: ['A', 'B'] } }),
      step(2, { offers: { target: ['C', 'A'], plan: ['p'] } }),
    ];
    const { request } = await first(new ModelDriver(model), steps, model);
    expect(request?.choices).toEqual({ target: ['C', 'A', 'B'], plan: ['p'] });
    const proposed = (number: number) =>
      step(number, {
        tool: 'prepare',
        effect: 'propose',
        opens: `plan-${number}`,
        offers: { plan: [`plan-${number}`] },
      });
    const settled = step(3, { ...created, closes: 'plan-1' });
    const later = await first(new ModelDriver(model), [proposed(1), proposed(2), settled], model);
    expect(later.request?.choices).toEqual({ plan: ['plan-2'] });
  });

  it('tells an answer that stands further up once', async () => {
    const model = new ScriptedModel([{ text: 'x' }]);
    const { request } = await first(
      new ModelDriver(model),
      [step(1, {}), step(2, { repeats: 1, text: 'It said: result 1' })],
      model,
    );
    const told = request?.messages.filter(({ role }) => role === 'tool').map(({ text }) => text) ?? [];
    expect(told[0]).toContain('result 1');
    expect(told[1]).toContain('its answer stands there');
    expect(told[1]).not.toContain('result 1');
  });
});
