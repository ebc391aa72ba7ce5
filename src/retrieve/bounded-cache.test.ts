import { expect, it } from 'vitest';
import { BoundedCache } from './bounded-cache.ts';

it('keeps what was asked for last and forgets the rest', () => {
  const cache = new BoundedCache<string, number>(3);
  for (const [at, key] of [...'abc'].entries()) cache.set(key, at);
  cache.set('d', 3);
  expect(cache.get('a')).toBe(0);
  cache.set('e', 4);
  cache.set('f', 5);
  expect([...'abcdef'].map((key) => cache.get(key))).toEqual([0, undefined, undefined, 3, 4, 5]);
});

it('counts the size of values, and takes one that is larger than all', () => {
  const cache = new BoundedCache<string, string>(10, (value) => value.length);
  cache.set('one', 'x'.repeat(6));
  cache.set('two', 'x'.repeat(6));
  expect(cache.get('one')).toHaveLength(6);
  cache.set('large', 'x'.repeat(100));
  cache.set('next', 'x');
  expect(cache.get('two')).toBeUndefined();
  expect(cache.get('large')).toHaveLength(100);
});
