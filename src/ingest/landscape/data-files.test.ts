import { describe, expect, it } from 'vitest';
import { readBindingsFile, readEffectsFile, readValueHelpFile, readVocabularyFile } from './data-files.ts';

const brief = (findings: readonly { severity: string; rule: string; line?: number }[]) =>
  findings.map(({ severity, rule, line }) => `${severity} ${rule} ${line}`);

describe('bindings files', () => {
  it('give each binding with its place', () => {
    const { entries, findings } = readBindingsFile(
      'bindings:\n  - { process: p, activity: a, service: S, entitySet: X, operation: create }\n  - { process: p, activity: a, service: R, operation: "POST /x" }\n',
      'b.yaml',
    );
    expect(findings).toEqual([]);
    expect(entries).toEqual([
      {
        process: 'p',
        activity: 'a',
        service: 'S',
        entitySet: 'X',
        operation: 'create',
        path: 'b.yaml',
        line: 2,
        column: 5,
      },
      { process: 'p', activity: 'a', service: 'R', operation: 'POST /x', path: 'b.yaml', line: 3, column: 5 },
    ]);
  });

  it('leave out what is incomplete', () => {
    const { entries, findings } = readBindingsFile(
      'bindings:\n  - { process: p, activty: a, service: S, operation: create }\n  - nonsense\n',
      'b.yaml',
    );
    expect(entries).toEqual([]);
    expect(brief(findings)).toEqual(['warning unknown-key 2', 'error missing-key 2', 'error wrong-value 3']);
  });
});

describe('value-help files', () => {
  it('keep codes as texts, are closed unless they say otherwise, and take bare codes', () => {
    const { entries, findings } = readValueHelpFile(
      'valueHelp:\n  - { service: S, entityType: T, property: P, values: [{ code: 01, text: One }, { code: "" }, no, 1.10] }\n  - { service: S, entityType: T, property: Q, fixed: false, values: [A] }\n',
      'v.yaml',
    );
    expect(findings).toEqual([]);
    expect(entries).toMatchObject([
      { fixed: true, values: [{ code: '01', text: 'One' }, { code: '' }, { code: 'no' }, { code: '1.10' }], line: 2 },
      { fixed: false, values: [{ code: 'A' }] },
    ]);
  });

  it('report lists without codes, codes twice and entries without code', () => {
    const { entries, findings } = readValueHelpFile(
      'valueHelp:\n  - { service: S, entityType: T, property: P }\n  - { service: S, entityType: T, property: P, values: [] }\n  - { service: S, entityType: T, property: P, values: [A, { code: A }, { text: x }, [y], ~] }\n  - { service: S, property: P, values: [A] }\n  - { service: S, entityType: T, property: P, fixed: maybe, values: [B] }\n',
      'v.yaml',
    );
    expect(entries.map(({ values }) => values)).toEqual([[{ code: 'A' }], [{ code: 'B' }]]);
    expect(brief(findings)).toEqual([
      'error missing-key 2',
      'error empty-value-list 3',
      'warning duplicate-code 4',
      'error missing-key 4',
      'error wrong-value 4',
      'error missing-key 4',
      'error missing-key 4',
      'error missing-key 5',
      'error wrong-value 6',
    ]);
  });
});

describe('vocabulary and effects files', () => {
  it('give their entries', () => {
    const vocabulary = readVocabularyFile(
      "vocabulary:\n  - { concept: bill, technical: [supplier invoice], phrases: [vendor's bill, what we owe] }\n  - { technical: [x] }\n",
      'w.yaml',
    );
    expect(vocabulary.entries).toEqual([
      { concept: 'bill', technical: ['supplier invoice'], phrases: ["vendor's bill", 'what we owe'] },
    ]);
    expect(brief(vocabulary.findings)).toEqual(['error missing-key 3']);
    const effects = readEffectsFile(
      'effects:\n  - { service: S, action: Release, entitySet: X, set: { Done: true, Steps: [1, a], More: { n: 2 } } }\n  - { service: S, action: Nop }\n  - { action: x }\n',
      'e.yaml',
    );
    expect(effects.entries).toEqual([
      { service: 'S', action: 'Release', entitySet: 'X', set: { Done: true, Steps: [1, 'a'], More: { n: 2 } } },
      { service: 'S', action: 'Nop', set: {} },
    ]);
    expect(brief(effects.findings)).toEqual(['error missing-key 4']);
  });

  it.each([
    ['another key', 'bindings: []', 'missing-key'],
    ['a list', '- a', 'missing-key'],
    ['a syntax error', 'effects: {', 'yaml'],
  ])('refuse a file with %s', (_, text, rule) => {
    expect(readEffectsFile(text, 'e.yaml')).toMatchObject({
      entries: [],
      refused: true,
      findings: [{ rule, severity: 'error' }],
    });
  });

  it('are empty where the list is', () => {
    expect(readEffectsFile('effects:\n', 'e.yaml')).toEqual({ entries: [], findings: [], refused: false });
  });
});
