import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from './index.ts';

const here = import.meta.dirname;
const pages = join(here, '../../../../docs/rules');

describe('RULES', () => {
  it('has a file, a test, two fixtures and a page of one name for each rule', () => {
    for (const { name } of RULES) {
      for (const file of [`${name}.ts`, `${name}.test.ts`, `${name}.valid.json`, `${name}.invalid.json`]) {
        expect(existsSync(join(here, file)), file).toBe(true);
      }
      expect(existsSync(join(pages, `${name}.md`)), `${name}.md`).toBe(true);
    }
  });

  it('holds every rule of the folder, once', () => {
    const files = readdirSync(here).filter((file) => file.endsWith('.test.ts') && file !== 'index.test.ts');
    const names = RULES.map(({ name }) => name).sort();
    expect(names).toEqual(files.map((file) => file.slice(0, -'.test.ts'.length)).sort());
    expect(new Set(names).size).toBe(names.length);
  });
});
