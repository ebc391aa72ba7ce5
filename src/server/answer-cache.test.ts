import { describe, expect, it } from 'vitest';
import { AnswerCache } from './answer-cache.ts';

describe('kept answers', () => {
  it('are made once, also for those who ask at the same time', async () => {
    const cache = new AnswerCache();
    let made = 0;
    const make = async () => ++made;
    const both = await Promise.all([cache.answer('a', make), cache.answer('a', make)]);
    expect(both).toEqual([
      { value: 1, isKept: false },
      { value: 1, isKept: true },
    ]);
    expect(await cache.answer('b', make)).toEqual({ value: 2, isKept: false });
  });

  it('are the last that were asked for, and never failures', async () => {
    const cache = new AnswerCache(2);
    for (const name of ['a', 'b', 'a', 'c']) await cache.answer(name, async () => name);
    const isKept = async (name: string) => (await cache.answer(name, async () => name)).isKept;
    expect([await isKept('a'), await isKept('c'), await isKept('b')]).toEqual([true, true, false]);
    const failing = () => Promise.reject(new Error('no'));
    await expect(cache.answer('d', failing)).rejects.toThrow('no');
    expect(await cache.answer('d', async () => 'yes')).toEqual({ value: 'yes', isKept: false });
  });
});
