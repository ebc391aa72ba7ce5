import { describe, expect, it } from 'vitest';
import type { CallResult, OperationSpec } from '../api/index.ts';
import { defineTool, type PlanState, type Tool, useTool } from '../base/index.ts';
import { CONDITIONS, type Condition, countsRule, createTools, type ToolPorts } from './index.ts';

const orders: OperationSpec = {
  id: 'ORD/Orders',
  service: 'ORD',
  entitySet: 'Orders',
  kind: 'EntitySet',
  protocol: 'odata 2.0',
  label: 'Order',
  keys: ['Order'],
  operations: ['create', 'read', 'update'],
  etag: true,
  properties: [
    {
      name: 'Order',
      type: 'Edm.String',
      label: 'Order',
      nullable: false,
      required: false,
      creatable: true,
      updatable: false,
      key: true,
    },
    {
      name: 'OrderType',
      type: 'Edm.String',
      label: 'Type',
      nullable: true,
      required: true,
      creatable: true,
      updatable: true,
      valueHelp: { fixed: true, count: 1, values: [{ code: 'NB', text: 'Standard' }] },
    },
  ],
  navigation: [],
  actions: [],
  required: ['OrderType'],
  examples: [],
  process: [
    {
      process: 'buy',
      activity: 'buy/order',
      name: 'Order it',
      operation: 'create',
      before: [],
      after: [{ activity: 'buy/receive', name: 'Receive it', id: 'REC/Receipts', operation: 'create' }],
    },
  ],
  text: 'ORD/Orders: Order',
  tokens: { count: 5, tokenizer: 'none' },
};

const done: CallResult = { ok: true, outcome: 'done', requests: [], findings: [], traceId: 't' };
const plan: PlanState = {
  plan: {
    id: 'p1',
    hash: 'h',
    createdAt: '',
    expiresAt: '',
    actor: 'a',
    service: 'ORD',
    call: { service: 'ORD', entitySet: 'Orders', operation: 'create', payload: { OrderType: 'NB' } },
    requests: [],
  },
  approvals: [],
};

function portsWith(changes: Partial<ToolPorts> = {}): ToolPorts {
  return {
    search: async () => ({
      confidence: 'high',
      hits: [
        {
          rank: 1,
          id: 'ORD/Orders',
          kind: 'EntitySet',
          service: 'ORD',
          entitySet: 'Orders',
          label: 'Order',
          score: 1,
          role: 'seed',
          process: 'buy',
        },
        {
          rank: 2,
          id: 'REC/Receipts',
          kind: 'EntitySet',
          service: 'REC',
          entitySet: 'Receipts',
          label: 'Receipt',
          score: 0.5,
          role: 'after',
        },
        {
          rank: 3,
          id: 'ORD/Release',
          kind: 'Operation',
          service: 'ORD',
          operation: 'Release',
          label: 'Release',
          score: 0.4,
          role: 'seed',
        },
      ],
    }),
    spec: async () => orders,
    values: async (_, property) => ({ property, fixed: true, count: 1, values: [{ code: 'NB', text: 'Standard' }] }),
    validate: async () => ({ ok: true, findings: [] }),
    preview: async () => ({
      ...done,
      outcome: 'planned',
      plan: { id: 'p1', hash: 'h', expiresAt: '2026-01-01T00:00:00Z' },
      requests: [{ method: 'POST', url: 'https://host/Orders', headers: {}, body: '{}' }],
    }),
    call: async () => done,
    executePlan: async () => ({ ...done, status: 201, body: { Order: '4711', Text: null } }),
    plan: async () => plan,
    ...changes,
  };
}

function toolOf(name: string, ports: ToolPorts = portsWith(), condition: Condition = CONDITIONS.full): Tool {
  const found = createTools(ports, condition).find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found;
}

describe('the tools of an agent', () => {
  it('are the same for every condition, but for what the condition takes away', () => {
    const names = (condition: Condition) => createTools(portsWith(), condition).map(({ name }) => name);
    const calls = ['read', 'propose_call', 'submit', 'finish'];
    expect(names(CONDITIONS.full)).toEqual(['search', 'describe', 'find_value', ...calls]);
    expect(names(CONDITIONS['full-value-help'])).toEqual(['search', 'describe', ...calls]);
    expect(names(CONDITIONS['chunk-rag'])).toEqual(['search', ...calls]);
  });

  it.each(createTools(portsWith()).map((tool) => [tool.name, tool] as const))(
    '%s refuses parameters that it does not know',
    async (_, tool) => {
      const result = await useTool(tool, { nonsense: 1 });
      expect(result.ok).toBe(false);
      expect(result.text).toContain('There is no parameter "nonsense"');
      expect(defineTool(tool).inputSchema.additionalProperties).toBe(false);
    },
  );

  it('name the nearest parameter', async () => {
    const result = await useTool(toolOf('search'), { qwery: 'orders' });
    expect(result.text).toContain('use query');
  });

  it('leave findings of code lists aside only where a condition says so', () => {
    expect(countsRule(CONDITIONS.full, 'invalid-code')).toBe(true);
    expect(countsRule(CONDITIONS['full-value-help'], 'invalid-code')).toBe(false);
    expect(countsRule(CONDITIONS['full-value-help'], 'missing-key')).toBe(true);
    expect(countsRule(CONDITIONS['chunk-rag'], 'missing-key')).toBe(false);
  });
});

describe('search', () => {
  it('tells neighbours in the process, and nothing of processes where they are taken away', async () => {
    const whole = await useTool(toolOf('search'), { query: 'order' });
    expect(whole.text).toContain('Receipt: REC/Receipts (EntitySet, after)');
    const bare = await useTool(toolOf('search', portsWith(), CONDITIONS['full-process']), { query: 'order' });
    expect(bare.text).not.toContain('REC/Receipts');
    expect(bare.text).not.toContain('buy');
  });

  it('gives chunks of EntitySets, with codes only where the condition has them', async () => {
    const bare = await useTool(toolOf('search', portsWith(), CONDITIONS['chunk-rag']), { query: 'order' });
    expect(bare.text).toContain('Service ORD, EntitySet Orders: Order.\nProperties: Order, OrderType.');
    expect(bare.text).not.toContain('NB');
    expect(bare.text).not.toContain('Release');
    const coded = await useTool(toolOf('search', portsWith(), CONDITIONS['chunk-rag+value-help']), { query: 'order' });
    expect(coded.text).toContain('OrderType: NB = Standard');
  });
});

describe('read', () => {
  it('shows rows without empty values and says how to go on', async () => {
    const rows = Array.from({ length: 3 }, (_, index) => ({ Order: String(index), Text: '', Note: null }));
    const asked: unknown[] = [];
    const call: ToolPorts['call'] = async (wanted) => {
      asked.push(wanted);
      return { ...done, body: { value: rows } };
    };
    const result = await useTool(toolOf('read', portsWith({ call })), { service: 'ORD', entitySet: 'Orders', top: 3 });
    expect(asked).toEqual([{ service: 'ORD', entitySet: 'Orders', operation: 'read', query: { top: 3 } }]);
    expect(result.text).toContain('{"Order":"0"}');
    expect(result.data).toMatchObject({ nextSkip: 3 });
    expect(result.evidence).toEqual(rows);
  });

  it('keeps within its budget whatever a system answers', async () => {
    const rows = Array.from({ length: 50 }, (_, index) => ({ Order: String(index), Text: 'x'.repeat(100_000) }));
    const result = await useTool(
      toolOf('read', portsWith({ call: async () => ({ ...done, body: { value: rows } }) })),
      {
        service: 'ORD',
        entitySet: 'Orders',
      },
    );
    expect(result.text.length).toBeLessThan(9000);
    expect(result.data).toMatchObject({ nextSkip: 1 });
  });
});

describe('propose_call and submit', () => {
  const create = { service: 'ORD', entitySet: 'Orders', operation: 'create', payload: { OrderType: 'NB' } };

  it('make a plan, and settle it', async () => {
    const proposed = await useTool(toolOf('propose_call'), create);
    expect(proposed).toMatchObject({ ok: true, opens: 'plan p1', data: { plan: 'p1' } });
    const submitted = await useTool(toolOf('submit'), { plan: 'p1' });
    expect(submitted).toMatchObject({ ok: true, closes: 'plan p1', evidence: { Order: '4711' } });
    expect(submitted.text).toContain('{"Order":"4711"}');
    expect(submitted.position).toEqual({
      process: 'buy',
      step: 'Order it',
      next: [{ step: 'Receive it', target: 'REC/Receipts', operation: 'create' }],
    });
  });

  it('say nothing of the process where it is taken away', async () => {
    const submitted = await useTool(toolOf('submit', portsWith(), CONDITIONS['full-process']), { plan: 'p1' });
    expect(submitted.position).toBeUndefined();
  });

  it('return findings instead of a plan', async () => {
    const preview: ToolPorts['preview'] = async () => ({
      ...done,
      ok: false,
      outcome: 'refused',
      findings: [
        {
          rule: 'invalid-code',
          severity: 'error',
          path: '/payload/OrderType',
          message: 'ZZ is no code.',
          allowed: ['NB'],
        },
      ],
    });
    const result = await useTool(toolOf('propose_call', portsWith({ preview })), create);
    expect(result.ok).toBe(false);
    expect(result.opens).toBeUndefined();
    expect(result.text).toContain('Accepted: NB.');
  });

  it('read the version that an update needs', async () => {
    const previewed: unknown[] = [];
    const ports = portsWith({
      call: async () => ({ ...done, etag: 'W/"3"' }),
      preview: async (call) => {
        previewed.push(call);
        return { ...done, outcome: 'planned', plan: { id: 'p1', hash: 'h', expiresAt: '' } };
      },
    });
    await useTool(toolOf('propose_call', ports), { ...create, operation: 'update', key: { Order: '4711' } });
    expect(previewed).toEqual([expect.objectContaining({ etag: 'W/"3"' })]);
  });

  it('keep a plan open that waits for approval, and close one that was denied', async () => {
    const ending = (rule: string) =>
      portsWith({
        executePlan: async () => ({
          ...done,
          ok: false,
          outcome: 'refused',
          findings: [{ rule, severity: 'error', path: '', message: 'No.' }],
        }),
      });
    expect((await useTool(toolOf('submit', ending('not-approved')), { plan: 'p1' })).closes).toBeUndefined();
    expect((await useTool(toolOf('submit', ending('approval-denied')), { plan: 'p1' })).closes).toBe('plan p1');
  });

  it.each([
    ['not sent', plan, { ok: false }],
    [
      'done',
      { ...plan, claimedAt: 'x', outcome: { at: 'x', outcome: 'done', status: 201, traceId: 't' } },
      { ok: true, closes: 'plan p1' },
    ],
    ['unknown', { ...plan, claimedAt: 'x' }, { ok: false, closes: 'plan p1', opens: 'outcome of plan p1' }],
  ] as const)('tell after an interruption that a plan is %s, without sending', async (_, state, expected) => {
    const executePlan = async () => {
      throw new Error('sent');
    };
    const result = await useTool(
      toolOf('submit', portsWith({ plan: async () => state, executePlan })),
      { plan: 'p1' },
      {},
      'recover',
    );
    expect(result).toMatchObject(expected);
  });
});

describe('finish', () => {
  it('tells what was not done', async () => {
    const result = await useTool(toolOf('finish'), { answer: 'Ordered.', notDone: ['The invoice: no number'] });
    expect(result.text).toBe('Ordered.\nNot done: The invoice: no number');
    expect(result.data).toMatchObject({ complete: false });
  });
});
