import { describe, expect, it } from 'vitest';
import { createAgentWorld } from '../../test/agent-world.ts';
import { ScriptedModel, type ScriptedStep } from '../models/index.ts';
import { type AgentEvent, type AgentOptions, ModelDriver, runAgent } from './index.ts';

const task = 'Order 40 pieces from Steel & Co.';
const order = { supplier: '10300001', quantity: 40 };

const goodScript: ScriptedStep[] = [
  { text: 'I look for the supplier.', calls: [{ name: 'lookup', input: { query: 'Steel & Co' } }] },
  { calls: [{ name: 'prepare', input: { order } }] },
  { calls: [{ name: 'send', input: { plan: 'plan-1' } }] },
  { calls: [{ name: 'done', input: { answer: 'Order 450001 was created.' } }] },
];

async function play(script: ScriptedStep[], world = createAgentWorld(), extras: Partial<AgentOptions> = {}) {
  const model = new ScriptedModel(script);
  const events: AgentEvent[] = [];
  const { tools, record, provenance } = world;
  for await (const event of runAgent({ task, driver: new ModelDriver(model), tools, record, provenance, ...extras })) {
    events.push(event);
  }
  const last = events.at(-1);
  if (last?.type !== 'ended') throw new Error('no end');
  return { world, model, events, outcome: last.outcome };
}

describe('a run', () => {
  it('looks up, prepares, sends and finishes', async () => {
    const { world, outcome, events } = await play(goodScript);
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
});
