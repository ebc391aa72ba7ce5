import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryGraph } from './memory-graph.ts';
import { edge, emptyPatch, type GraphPatch, node } from './patch.ts';

const activity = (id: string) => node('Activity', id, { type: 'task' });
const next = (from: string, to: string) =>
  edge('HAS_NEXT', { kind: 'Activity', id: from }, { kind: 'Activity', id: to }, { flows: [`${from}-${to}`] });

describe('MemoryGraph', () => {
  it('finds nodes by kind and id, because ids are unique only per kind', () => {
    const graph = MemoryGraph.from({
      nodes: [node('Process', 'p', { name: 'a process' }), node('Gateway', 'p', { type: 'exclusiveGateway' })],
      edges: [],
    });
    expect(graph.node('Process', 'p')?.attributes.name).toBe('a process');
    expect(graph.node('Gateway', 'p')?.attributes.type).toBe('exclusiveGateway');
    expect(graph.node('Activity', 'p')).toBeUndefined();
  });

  it('gives edges of one kind in the order they were added, from both ends', () => {
    const graph = MemoryGraph.from({
      nodes: ['a', 'b', 'c'].map(activity),
      edges: [next('a', 'c'), next('a', 'b'), next('b', 'c')],
    });
    expect(graph.out('HAS_NEXT', { kind: 'Activity', id: 'a' }).map(({ to }) => to)).toEqual(['c', 'b']);
    expect(graph.in('HAS_NEXT', { kind: 'Activity', id: 'c' }).map(({ from }) => from)).toEqual(['a', 'b']);
    expect(graph.out('INVOKES', { kind: 'Activity', id: 'a' })).toEqual([]);
    expect([...graph.edges('INVOKES')]).toEqual([]);
    expect([...graph.nodes('Service')]).toEqual([]);
  });

  it('keeps the first node of an id and reports the second with the path of its patch', () => {
    const graph = MemoryGraph.from({ nodes: [node('Process', 'p', { name: 'first' })], edges: [] });
    const findings = graph.apply({ nodes: [node('Process', 'p', { name: 'second' })], edges: [] }, 'b.bpmn');
    expect(findings).toMatchObject([{ rule: 'duplicate-id', severity: 'error', path: 'b.bpmn' }]);
    expect(graph.node('Process', 'p')?.attributes.name).toBe('first');
  });

  it('counts only kinds that occur', () => {
    expect(MemoryGraph.from(emptyPatch()).counts()).toEqual({ nodes: {}, edges: {} });
    const graph = MemoryGraph.from({ nodes: ['a', 'b'].map(activity), edges: [next('a', 'b')] });
    expect(graph.counts()).toEqual({ nodes: { Activity: 2 }, edges: { HAS_NEXT: 1 } });
  });

  it('holds exactly what was applied, whatever the patches', () => {
    const id = fc.stringMatching(/^[a-e]$/);
    const patch: fc.Arbitrary<GraphPatch> = fc.record({
      nodes: fc.array(id.map(activity), { maxLength: 6 }),
      edges: fc.array(
        fc.tuple(id, id).map(([from, to]) => next(from, to)),
        { maxLength: 10 },
      ),
    });
    fc.assert(
      fc.property(fc.array(patch, { maxLength: 4 }), (patches) => {
        const graph = new MemoryGraph();
        const reported = patches.flatMap((one) => graph.apply(one)).length;
        const nodes = patches.flatMap((one) => one.nodes);
        const edges = patches.flatMap((one) => one.edges);
        const ids = new Set(nodes.map((one) => one.id));
        expect(new Set([...graph.nodes('Activity')].map((one) => one.id))).toEqual(ids);
        expect(reported).toBe(nodes.length - ids.size);
        expect([...graph.edges('HAS_NEXT')]).toEqual(edges);
        for (const letter of 'abcde') {
          const ref = { kind: 'Activity', id: letter } as const;
          expect(graph.out('HAS_NEXT', ref)).toEqual(edges.filter(({ from }) => from === letter));
          expect(graph.in('HAS_NEXT', ref)).toEqual(edges.filter(({ to }) => to === letter));
        }
      }),
    );
  });
});
