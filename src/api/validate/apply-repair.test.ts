import { describe, expect, it } from 'vitest';
import { applyRepair } from './apply-repair.ts';

describe('applyRepair', () => {
  it('applies every kind of operation to a copy', () => {
    const call = { payload: { a: 1, 'b/c': [1, 2], d: 'x' } as Record<string, unknown> };
    const repaired = applyRepair(call, [
      { op: 'test', path: '/payload/a', value: 1 },
      { op: 'replace', path: '/payload/a', value: 2 },
      { op: 'add', path: '/payload/b~1c/1', value: 9 },
      { op: 'add', path: '/payload/b~1c/-', value: 3 },
      { op: 'remove', path: '/payload/b~1c/0' },
      { op: 'move', from: '/payload/d', path: '/payload/e' },
      { op: 'copy', from: '/payload/e', path: '/payload/f' },
    ]);
    expect(repaired).toEqual({ payload: { a: 2, 'b/c': [9, 2, 3], e: 'x', f: 'x' } });
    expect(call).toEqual({ payload: { a: 1, 'b/c': [1, 2], d: 'x' } });
  });

  it('gives nothing where an operation does not fit', () => {
    const call = { payload: {} };
    expect(applyRepair(call, [{ op: 'replace', path: '/payload/a', value: 1 }])).toBeUndefined();
    expect(applyRepair(call, [{ op: 'remove', path: '/nowhere/a' }])).toBeUndefined();
    expect(applyRepair(call, [{ op: 'test', path: '/payload', value: 1 }])).toBeUndefined();
  });

  it('sets a member named __proto__ as data', () => {
    const repaired = applyRepair({ payload: {} }, [{ op: 'add', path: '/payload/__proto__', value: { x: 1 } }]);
    expect(Object.keys(repaired?.payload ?? {})).toEqual(['__proto__']);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});
