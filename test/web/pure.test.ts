import { describe, expect, it } from 'vitest';
import { nestedLayout } from '../../web/src/graph/nested-layout.ts';
import { advance, pendingPlan, type Run, runOf, withRecords } from '../../web/src/runs/run.ts';

describe('the layout of a whole', () => {
  it('lets no nodes of different groups overlap, keeps children at their parent, and is the same each time', () => {
    const owners = Array.from({ length: 30 }, (_, owner) => ({ parent: -1, owner, size: 2 }));
    const heads = Array.from({ length: 300 }, (_, head) => ({ parent: -1, owner: head % 30, size: 1.4 }));
    const leaves = Array.from({ length: 3000 }, (_, leaf) => ({
      parent: 30 + (leaf % 300),
      owner: (leaf % 300) % 30,
      size: 0.8,
    }));
    const nodes = [...owners, ...heads, ...leaves];
    const places = nestedLayout(nodes);
    const at = (index: number) => ({ x: places[2 * index] ?? Number.NaN, y: places[2 * index + 1] ?? Number.NaN });
    const distance = (a: number, b: number) => Math.hypot(at(a).x - at(b).x, at(a).y - at(b).y);
    expect(places.every(Number.isFinite)).toBe(true);
    for (let a = 0; a < 330; a++) {
      for (let b = a + 1; b < 330; b++)
        expect(distance(a, b), `${a} ${b}`).toBeGreaterThan((nodes[a]?.size ?? 0) + (nodes[b]?.size ?? 0));
    }
    leaves.forEach(({ parent }, leaf) => {
      const nearest = Math.min(...heads.map((_, head) => distance(330 + leaf, 30 + head)));
      expect(distance(330 + leaf, parent)).toBe(nearest);
    });
    expect(nestedLayout(nodes)).toEqual(places);
    expect(nestedLayout([])).toEqual(new Float32Array(0));
  });
});

describe('a run', () => {
  const base = { actor: 'ann', requests: [], findings: [], durationMs: 5, traceId: 't', at: '2026-01-01T00:00:00Z' };
  const records = [
    { ...base, id: 't', kind: 'task' as const, call: { task: 'do it', driver: 'planner' } },
    {
      ...base,
      id: 'm',
      kind: 'model' as const,
      call: { step: 1, text: '', calls: [{ id: 'c', name: 'submit', input: { plan: 'p' } }] },
    },
    {
      ...base,
      id: 'b',
      kind: 'tool' as const,
      call: { step: 1, callId: 'c', tool: 'submit', input: { plan: 'p' }, begun: true },
    },
  ];

  it('that was left while it waited still names its plan, and goes on where it was', () => {
    const left = runOf(records) as Run;
    expect(pendingPlan(left)).toBe('p');
    const started = { type: 'started', traceId: 't', task: 'do it', driver: 'planner', tools: [] } as const;
    const note = {
      type: 'note',
      step: 1,
      callId: 'c',
      note: { kind: 'approval', text: '', data: { plan: 'p' } },
    } as const;
    const live = advance(advance(undefined, started), note) as Run;
    const shown = withRecords(live, left);
    expect(pendingPlan(shown)).toBe('p');
    expect(shown.steps[0]?.calls).toMatchObject([{ tool: 'submit', input: { plan: 'p' } }]);
  });

  it('shows the requests of its own plan with the call that sent them', () => {
    const sent = { ...base, id: 's', kind: 'call' as const, planId: 'p', status: 201 };
    const other = { ...base, id: 'o', kind: 'call' as const, planId: 'q', status: 500 };
    const call = { step: 1, callId: 'c', tool: 'submit', input: { plan: 'p' }, ok: true, text: 'Done' };
    const run = runOf([...records, other, sent, { ...base, id: 'e', kind: 'tool', call }]) as Run;
    expect(run.steps[0]?.calls[0]?.records.map(({ id }) => id)).toEqual(['s']);
    expect(pendingPlan(run)).toBeUndefined();
    expect(runOf([{ ...base, id: 'x', kind: 'call' }])).toBeUndefined();
  });
});
