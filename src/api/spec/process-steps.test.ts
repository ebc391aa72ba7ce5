import { describe, expect, it } from 'vitest';
import { type ActivityAttributes, edge, emptyPatch, MemoryGraph, node } from '../../graph/index.ts';
import { ProcessIndex } from './process-steps.ts';

type Facts = Partial<ActivityAttributes> & { bound?: true };

function processOf(activities: Readonly<Record<string, Facts>>, flows: readonly [string, string][]): ProcessIndex {
  const patch = emptyPatch();
  patch.nodes.push(node('Process', 'p', {}));
  for (const [name, { bound, ...facts }] of Object.entries(activities)) {
    const activity = { kind: 'Activity' as const, id: `p/${name}` };
    patch.nodes.push(node('Activity', activity.id, { type: 'task', ...facts }));
    patch.edges.push(edge('HAS_ACTIVITY', { kind: 'Process', id: 'p' }, activity, {}));
    if (bound === true)
      patch.edges.push(edge('INVOKES', activity, { kind: 'EntitySet', id: `S/${name}` }, { operation: 'create' }));
  }
  for (const [from, to] of flows) {
    patch.edges.push(
      edge('HAS_NEXT', { kind: 'Activity', id: `p/${from}` }, { kind: 'Activity', id: `p/${to}` }, { flows: [] }),
    );
  }
  return new ProcessIndex(MemoryGraph.from(patch));
}

const bound = { bound: true } as const;
const names = (index: ProcessIndex, activity: string, direction: 'before' | 'after'): string[] =>
  index.neighbours(`p/${activity}`, direction).map((step) => step.activity.slice(2));

describe('ProcessIndex', () => {
  it('passes through what is not bound and stops at what is', () => {
    const index = processOf({ a: bound, x: {}, b: bound, c: bound }, [
      ['a', 'x'],
      ['x', 'b'],
      ['b', 'c'],
    ]);
    expect(names(index, 'a', 'after')).toEqual(['b']);
    expect(names(index, 'b', 'before')).toEqual(['a']);
    expect(names(index, 'a', 'before')).toEqual([]);
  });

  it('ends in a loop', () => {
    const index = processOf({ a: bound, x: {}, y: {} }, [
      ['a', 'x'],
      ['x', 'y'],
      ['y', 'x'],
    ]);
    expect(names(index, 'a', 'after')).toEqual([]);
  });

  it('goes into a sub-process by its entries and out by its ends', () => {
    const index = processOf(
      {
        a: bound,
        sub: { type: 'subProcess' },
        s: { type: 'startEvent', parent: 'p/sub', entry: true },
        b: { parent: 'p/sub', ...bound },
        c: bound,
      },
      [
        ['a', 'sub'],
        ['sub', 'c'],
        ['s', 'b'],
      ],
    );
    expect(names(index, 'a', 'after')).toEqual(['b']);
    expect(names(index, 'b', 'after')).toEqual(['c']);
    expect(names(index, 'c', 'before')).toEqual(['b']);
    expect(names(index, 'b', 'before')).toEqual(['a']);
  });

  it('follows a boundary event from the activity that it is attached to', () => {
    const index = processOf({ a: bound, timer: { type: 'boundaryEvent', attachedTo: 'p/a' }, b: bound, c: bound }, [
      ['a', 'b'],
      ['timer', 'c'],
    ]);
    expect(names(index, 'a', 'after')).toEqual(['b', 'c']);
    expect(names(index, 'c', 'before')).toEqual(['a']);
  });

  it('ends where sub-processes contain each other', () => {
    const index = processOf({ a: bound, x: { parent: 'p/y' }, y: { parent: 'p/x' } }, [['a', 'x']]);
    expect(names(index, 'a', 'after')).toEqual([]);
    expect(names(index, 'x', 'before')).toEqual(['a']);
  });
});
