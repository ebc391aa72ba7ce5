import { describe, expect, it } from 'vitest';
import { decodeTokenTable, encodeTokenTable } from './token-table.ts';

const table = {
  dimensions: 2,
  entries: ['[UNK]', 'ä', 'b', 'ä b'],
  scales: Float32Array.of(1, 0.5, 0.25, 2),
  vectors: Int8Array.of(1, 0, 0, 127, -128, 3, 4, -5),
  origin: { teacher: 'none' },
};

describe('the token table', () => {
  it('comes back as it was written', () => {
    const { checksum, ...read } = decodeTokenTable(encodeTokenTable(table));
    expect(read).toEqual(table);
    expect(checksum).toMatch(/^[0-9a-f]{8}$/);
  });

  it('is read from any place in memory', () => {
    const bytes = encodeTokenTable(table);
    const moved = new Uint8Array(bytes.length + 1);
    moved.set(bytes, 1);
    expect(decodeTokenTable(moved.subarray(1)).vectors).toEqual(table.vectors);
  });

  it('gives equal bytes for equal tables', () => {
    expect(encodeTokenTable({ ...table, scales: table.scales.slice() })).toEqual(encodeTokenTable(table));
  });

  it.each([
    ['cut short', (bytes: Uint8Array) => bytes.subarray(0, 20), 'fewer than its header'],
    ['cut in the rows', (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 1), 'where its header promises'],
    ['another file', (bytes: Uint8Array) => bytes.with(0, 0), 'it is not a token table'],
    ['another version', (bytes: Uint8Array) => bytes.with(4, 9), 'it has version 9, this version reads 1'],
    ['one bit of a row', (bytes: Uint8Array) => bytes.with(bytes.length - 1, 7), 'its checksum does not match'],
    ['a huge count', (bytes: Uint8Array) => bytes.with(11, 255), 'where its header promises'],
  ])('refuses a file that is %s', (_, damage, sentence) => {
    expect(() => decodeTokenTable(damage(encodeTokenTable(table)))).toThrow(sentence);
  });
});
