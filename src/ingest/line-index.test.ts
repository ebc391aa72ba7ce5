import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineIndex } from './line-index.ts';

describe('LineIndex', () => {
  it('counts lines and columns from 1, whatever ends the lines', () => {
    const index = new LineIndex('ab\ncd\r\nef\rg');
    expect([0, 1, 3, 7, 10].map((offset) => index.at(offset))).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 2 },
      { line: 2, column: 1 },
      { line: 3, column: 1 },
      { line: 4, column: 1 },
    ]);
  });

  it('agrees with splitting at line feeds', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('x', 'y', '\n') }), fc.nat(50), (text, offset) => {
        const before = text.slice(0, offset).split('\n');
        const at = Math.min(offset, text.length);
        expect(new LineIndex(text).at(at)).toEqual({ line: before.length, column: (before.at(-1)?.length ?? 0) + 1 });
      }),
    );
  });
});
