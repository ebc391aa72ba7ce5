import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryGraph } from './memory-graph.ts';
import { edge, node } from './patch.ts';
import { walk } from './traversal.ts';

function graphOf(pairs: readonly (readonly [string, string])[]): MemoryGraph {
  const ids = [...new Set(pairs.flat())];
  return MemoryGraph.from({
    nodes: ids.map((id) => node('Activity', id, { type: 'task' })),
    edges: pairs.map(([from, to]) =>
      edge('HAS_NEXT', { kind: 'Activity', id: from }, { kind: 'Activity', id: to }, { flows: [] }),
    ),
  });
}

const start = { kind: 'Activity', id: 'a' } as const;
const steps = (graph: MemoryGraph, options = {}) =>
  [...walk(graph, start, ['HAS_NEXT'], options)].map(({ id, hops }) => `${id}${hops}`);

describe('walk', () => {
  const chain = graphOf([
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
    ['a', 'd'],
    ['d', 'c'],
  ]);

  it('visits by distance, each node once, and ends in loops', () => {
    expect(steps(chain)).toEqual(['b1', 'd1', 'c2']);
  });

  it('goes against the edges and stops at the given distance', () => {
    expect(steps(chain, { direction: 'in' })).toEqual(['c1', 'b2', 'd2']);
    expect(steps(chain, { maxHops: 1 })).toEqual(['b1', 'd1']);
    expect(steps(chain, { maxHops: 0 })).toEqual([]);
  });

  it('follows only the kinds asked for', () => {
    const set = node('EntitySet', 'S/Set', { name: 'Set' });
    chain.apply({ nodes: [set], edges: [edge('INVOKES', start, set, { operation: 'read' })] });
    expect([...walk(chain, start, ['INVOKES'])]).toEqual([{ kind: 'EntitySet', id: 'S/Set', hops: 1 }]);
  });

  it('reaches exactly the transitive closure, at the smallest distance', () => {
    const letter = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    fc.assert(
      fc.property(fc.array(fc.tuple(letter, letter), { maxLength: 15 }), (pairs) => {
        const expected = new Map([['a', 0]]);
        for (let hops = 1; hops <= 6; hops++) {
          for (const [from, to] of pairs)
            if (expected.get(from) === hops - 1 && !expected.has(to)) expected.set(to, hops);
        }
        expected.delete('a');
        const reached = new Map([...walk(graphOf(pairs), start, ['HAS_NEXT'])].map(({ id, hops }) => [id, hops]));
        expect(reached).toEqual(expected);
      }),
    );
  });
});
