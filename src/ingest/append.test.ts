import { expect, it } from 'vitest';
import { append } from './append.ts';

it('adds more items than a call takes arguments, in their order', () => {
  const list = [-1];
  append(
    list,
    Array.from({ length: 300_000 }, (_, index) => index),
  );
  expect(list).toHaveLength(300_001);
  expect(list.slice(0, 3)).toEqual([-1, 0, 1]);
});
