import { z } from 'zod';
import { type AgentEvent, type AgentOptions, ModelDriver, runAgent } from '../src/agent/index.ts';
import { type ProvenancePort, refusal, type Tool, type TraceRecord } from '../src/base/index.ts';
import { ScriptedModel, type ScriptedStep } from '../src/models/index.ts';

/** What the user of this world says. */
export const task = 'Order 40 pieces from Steel & Co.';

/** The order that fulfils it. */
export const order = { supplier: '10300001', quantity: 40 };

/** A model that does everything right. */
export const goodScript: ScriptedStep[] = [
  { text: 'I look for the supplier.', calls: [{ name: 'lookup', input: { query: 'Steel & Co' } }] },
  { calls: [{ name: 'prepare', input: { order } }] },
  { calls: [{ name: 'send', input: { plan: 'plan-1' } }] },
  { calls: [{ name: 'done', input: { answer: 'Order 450001 was created.' } }] },
];

/** A small system with orders, and tools for it. `sent` and `approvals` are what a judge looks at. */
export interface AgentWorld {
  readonly tools: Tool[];
  readonly records: TraceRecord[];
  readonly record: { appendTrace(record: TraceRecord): Promise<void> };
  readonly provenance: ProvenancePort;
  /** Writes that reached the system, in order. */
  readonly sent: { supplier: string; quantity: number }[];
  /** Plans that the user was asked about. */
  readonly asked: string[];
  /** Uses of every tool that really ran, by name. */
  readonly runs: string[];
}

/** What may be replaced. */
export interface WorldOptions {
  readonly approve?: (plan: string) => boolean;
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly delayMs?: number;
}

const lookupInput = z.strictObject({ query: z.string().describe('What to look for'), limit: z.int().optional() });
const prepareInput = z.strictObject({ order: z.strictObject({ supplier: z.string(), quantity: z.number() }) });
const sendInput = z.strictObject({ plan: z.string() });
const doneInput = z.strictObject({ answer: z.string() });

/** Makes a world in which supplier "10300001" is known to the look-up. */
export function createAgentWorld(options: WorldOptions = {}): AgentWorld {
  const records: TraceRecord[] = [];
  const sent: { supplier: string; quantity: number }[] = [];
  const asked: string[] = [];
  const runs: string[] = [];
  const plans = new Map<string, { order: { supplier: string; quantity: number }; used: boolean }>();
  const known = new Set<string>();
  const provenance: ProvenancePort = {
    said: (text) => {
      for (const word of text.split(/[\s.,]+/)) known.add(word);
    },
    answered: (json) => {
      for (const value of [json].flat(9)) known.add(String(value));
    },
    knows: (value) => known.has(String(value)),
  };
  const lookup: Tool<z.infer<typeof lookupInput>> = {
    name: 'lookup',
    title: 'Look up',
    description: 'Finds orders and suppliers.',
    input: lookupInput,
    output: z.unknown(),
    effect: 'read',
    async run({ query }) {
      runs.push(`lookup ${query}`);
      if (options.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, options.delayMs));
      const data = options.answers?.[query] ?? { supplier: '10300001', name: 'Steel & Co' };
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      return { ok: true, text, data, findings: [], evidence: typeof data === 'string' ? data : Object.values(data) };
    },
  };
  const prepare: Tool<z.infer<typeof prepareInput>> = {
    name: 'prepare',
    title: 'Prepare an order',
    description: 'Checks an order and makes a plan of it.',
    input: prepareInput,
    output: z.unknown(),
    effect: 'propose',
    async run({ order }, context) {
      runs.push('prepare');
      if (context.provenance?.knows(order.supplier) === false) {
        const message = `${order.supplier} came neither from the user nor from an answer; look it up first.`;
        return refusal({ rule: 'unfounded-value', severity: 'error', path: '/order/supplier', message });
      }
      if (order.quantity <= 0) {
        return refusal({ rule: 'quantity', severity: 'error', path: '/order/quantity', message: 'Must be positive.' });
      }
      const id = `plan-${plans.size + 1}`;
      plans.set(id, { order, used: false });
      const text = `${id} is ready: order ${order.quantity} from ${order.supplier}.`;
      return { ok: true, text, data: { plan: id }, findings: [], keep: text, opens: id };
    },
  };
  const send: Tool<z.infer<typeof sendInput>> = {
    name: 'send',
    title: 'Send a plan',
    description: 'Sends a plan once the user has approved it.',
    input: sendInput,
    output: z.unknown(),
    effect: 'submit',
    async run({ plan }, context) {
      runs.push(`send ${plan}`);
      const found = plans.get(plan);
      if (found === undefined || found.used) {
        const message = found === undefined ? `There is no plan ${plan}.` : `${plan} was used.`;
        return refusal({ rule: 'plan-unknown', severity: 'error', path: '/plan', message });
      }
      asked.push(plan);
      context.report?.({ kind: 'approval', text: `Send ${plan}?` });
      found.used = true;
      if (options.approve?.(plan) === false) {
        const message = 'The user does not want this to be sent.';
        return { ...refusal({ rule: 'denied', severity: 'error', path: '', message }), closes: plan };
      }
      sent.push(found.order);
      return {
        ok: true,
        text: `Order 45000${sent.length} was created.`,
        data: { order: `45000${sent.length}` },
        findings: [],
        evidence: [`45000${sent.length}`],
        keep: `created order 45000${sent.length}`,
        closes: plan,
        position: { process: 'procurement', step: 'Create order', next: [{ step: 'Post goods receipt' }] },
      };
    },
  };
  const done: Tool<z.infer<typeof doneInput>> = {
    name: 'done',
    title: 'Finish',
    description: 'Ends the task.',
    input: doneInput,
    output: z.unknown(),
    effect: 'finish',
    run: async ({ answer }) => ({ ok: true, text: answer, data: { answer }, findings: [] }),
  };
  return {
    tools: [lookup, prepare, send, done],
    records,
    record: {
      appendTrace: async (record) => {
        records.push(JSON.parse(JSON.stringify(record)));
      },
    },
    provenance,
    sent,
    asked,
    runs,
  };
}

/** Plays a script in a world; everything that happened. */
export async function playScript(
  script: readonly ScriptedStep[],
  world: AgentWorld = createAgentWorld(),
  options: Partial<AgentOptions> = {},
) {
  const model = new ScriptedModel(script);
  const events: AgentEvent[] = [];
  const { tools, record, provenance } = world;
  for await (const event of runAgent({ task, driver: new ModelDriver(model), tools, record, provenance, ...options })) {
    events.push(event);
  }
  const last = events.at(-1);
  if (last?.type !== 'ended') throw new Error('The stream has no end.');
  return { world, model, events, outcome: last.outcome };
}
