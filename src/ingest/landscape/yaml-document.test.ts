import { describe, expect, it } from 'vitest';
import { readYaml, type YamlValue } from './yaml-document.ts';

function entry(value: YamlValue | undefined, key: string): YamlValue | undefined {
  return value?.kind === 'map' ? value.entries.get(key) : undefined;
}

describe('readYaml', () => {
  it('keeps scalars as they are written, and where keys stand', () => {
    const { value, findings } = readYaml('a: 01\nb:\n  - true\n  - ~\n', 'f.yaml');
    expect(findings).toEqual([]);
    expect(entry(value, 'a')).toEqual({ kind: 'scalar', value: 1, text: '01', line: 1, column: 1 });
    expect(entry(value, 'b')).toMatchObject({
      kind: 'list',
      line: 2,
      items: [
        { value: true, line: 3 },
        { value: null, line: 4 },
      ],
    });
  });

  it('lets references to the environment stand unquoted in flow maps', () => {
    const { value, findings } = readYaml(`auth: { user: \${ERP_USER}, password: "\${P}", other: x\${A}y }`, 'f.yaml');
    expect(findings).toEqual([]);
    const auth = entry(value, 'auth');
    expect([entry(auth, 'user'), entry(auth, 'password'), entry(auth, 'other')]).toMatchObject([
      { text: `\${ERP_USER}` },
      { text: `\${P}` },
      { text: `x\${A}y` },
    ]);
  });

  it.each([
    ['flow', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['block', Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')],
  ])('refuses endless nesting in %s style with a sentence that says so', (_, content) => {
    const { value, findings } = readYaml(content, 'f.yaml');
    expect(value).toBeUndefined();
    expect(findings).toMatchObject([{ rule: 'yaml', message: expect.stringContaining('nested more than 64 deep') }]);
  });

  it('gives the line of a syntax error, in one sentence', () => {
    const { value, findings } = readYaml('a: 1\nb: [1, 2\nc: 3\n', 'f.yaml');
    expect(value).toBeUndefined();
    expect(findings).toMatchObject([{ rule: 'yaml', severity: 'error', path: 'f.yaml', line: 3 }]);
    expect(findings[0]?.message).not.toContain('\n');
  });

  it('follows aliases', () => {
    const { value } = readYaml('a: &x { n: 1 }\nb: *x\n', 'f.yaml');
    expect(entry(entry(value, 'b'), 'n')).toMatchObject({ value: 1 });
  });

  it.each([
    [
      'an alias bomb',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
        .split('')
        .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[index]}`).join(',')}]`)
        .join('\n')}`,
    ],
    ['a value that holds itself', 'a: &a [*a]'],
    ['a map that holds itself', 'a: &a\n  b: *a'],
    ['an alias to nothing', 'a: *gone'],
    ['deep nesting', '['.repeat(100) + ']'.repeat(100)],
  ])('refuses %s', (_, text) => {
    const { value, findings } = readYaml(text, 'f.yaml');
    expect(value).toBeUndefined();
    expect(findings).toMatchObject([{ rule: 'yaml', severity: 'error' }]);
  });

  it('reports a key that stands twice and keeps the first', () => {
    const { value, findings } = readYaml('a: 1\na: 2\n', 'f.yaml');
    expect(entry(value, 'a')).toMatchObject({ value: 1 });
    expect(findings).toMatchObject([{ line: 2, message: 'The key a stands here a second time.' }]);
  });

  it('takes an empty file for nothing', () => {
    expect(readYaml('', 'f.yaml').value).toMatchObject({ kind: 'scalar', value: null });
  });
});
