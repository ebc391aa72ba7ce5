import { describe, expect, it } from 'vitest';
import type { Process } from '../../web/src/api/answers.ts';
import { stepsAround, workInOrder } from '../../web/src/search/process-order.ts';

const process = (tasks: string, ...flow: string[]): Process => ({
  id: 'p',
  activities: [...tasks].map((id) => ({ id, name: id, type: /[a-z]/.test(id) ? 'userTask' : 'event', invokes: [] })),
  flow: flow.map((pair) => ({ from: pair.charAt(0), to: pair.charAt(1) })),
  messages: [],
});
const order = (one: Process) =>
  workInOrder(one)
    .map(({ id }) => id)
    .join('');

describe('the steps of a process', () => {
  it('come in the order of the flow, whatever the order of the file, without events', () => {
    expect(order(process('cbSaE', 'Sa', 'ab', 'bc', 'cE'))).toBe('abc');
  });

  it('come branch after branch, a join after all its branches', () => {
    expect(order(process('abcdS', 'Sa', 'ab', 'ac', 'bd', 'cd'))).toBe('abcd');
  });

  it('come once where there is a loop, also one without an entry', () => {
    expect(order(process('abcS', 'Sa', 'ab', 'ba', 'bc'))).toBe('abc');
    expect(order(process('ab', 'ab', 'ba'))).toBe('ab');
  });

  it('are cut around the marked one', () => {
    const steps = workInOrder(process('abcdefgh', 'ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh'));
    const around = (id: string) => {
      const { before, shown, after } = stepsAround(steps, (step) => step.id === id, 3);
      return [before, shown.map((step) => step.id).join(''), after];
    };
    expect([around('a'), around('e'), around('h'), around('nobody')]).toEqual([
      [0, 'abc', 5],
      [3, 'def', 2],
      [5, 'fgh', 0],
      [0, 'abc', 5],
    ]);
  });
});
