import { expect, it } from 'vitest';
import { defined } from './defined.ts';

it('leaves out what is undefined and keeps what is false, empty or zero', () => {
  const made = defined<{ a?: string; b?: boolean; c?: string; d: number }>({ a: undefined, b: false, c: '', d: 0 });
  expect(made).toEqual({ b: false, c: '', d: 0 });
  expect('a' in made).toBe(false);
});
