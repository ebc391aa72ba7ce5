import { describe, expect, it } from 'vitest';
import { appendBindings } from './append-bindings.ts';

const entry = { process: 'p', activity: 'Task_1', service: 'SVC', entitySet: 'Orders', operation: 'create' };

describe('appending bindings', () => {
  it('keeps comments and entries, and adds one line an entry', () => {
    const text =
      '# ours\nbindings:\n  - { process: p, activity: T0, service: S, entitySet: E, operation: read } # known\n';
    expect(appendBindings(text, [entry], 'bindings.yaml')).toBe(
      `${text}  - { process: p, activity: Task_1, service: SVC, entitySet: Orders, operation: create }\n`,
    );
  });

  it.each(['', 'bindings:\n', 'bindings: []\n'])('begins a list in %j', (text) => {
    expect(appendBindings(text, [entry], 'bindings.yaml')).toBe(
      'bindings:\n  - { process: p, activity: Task_1, service: SVC, entitySet: Orders, operation: create }\n',
    );
  });

  it('quotes what YAML would read otherwise', () => {
    const text = appendBindings('', [{ ...entry, activity: 'yes: no' }], 'bindings.yaml');
    expect(text).toContain('"yes: no"');
  });

  it('refuses what is no bindings file', () => {
    expect(() => appendBindings('- a\n- b\n', [entry], 'x.yaml')).toThrow(/x\.yaml/);
  });
});
