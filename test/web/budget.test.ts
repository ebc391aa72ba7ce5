import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { builtWorkbench } from './open-workbench.ts';

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

const mostOfFirstView = 300_000;
const mostStyleOfFirstView = 30_000;

/** What the browser loads before the first screen is there, by the manifest of the build. */
function firstView(): { scripts: string[]; styles: string[] } {
  const manifest = JSON.parse(readFileSync(join(builtWorkbench, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const take = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const name of chunk.imports ?? []) take(manifest[name]);
  };
  for (const chunk of Object.values(manifest)) if (chunk.isEntry === true) take(chunk);
  return { scripts: [...scripts, 'theme.js'], styles: [...styles] };
}

const packed = (file: string) => gzipSync(readFileSync(join(builtWorkbench, file))).length;
const sum = (files: readonly string[]) => files.reduce((all, file) => all + packed(file), 0);

describe('the built workbench', () => {
  it('is there', () => {
    expect(existsSync(join(builtWorkbench, 'index.html')), 'run "npm run build" first').toBe(true);
  });

  it('stays within the budget of its first view', () => {
    const { scripts, styles } = firstView();
    expect(scripts.length).toBeGreaterThan(1);
    expect(sum(scripts)).toBeLessThan(mostOfFirstView);
    expect(sum(styles)).toBeLessThan(mostStyleOfFirstView);
  });

  it('names the libraries in it with their licences', () => {
    const licences = readFileSync(join(builtWorkbench, 'licenses.md'), 'utf8');
    for (const library of ['react', 'bpmn-js', 'sigma']) expect(licences).toContain(`## ${library} - `);
  });

  it('has nothing inline and nothing from elsewhere', () => {
    const page = readFileSync(join(builtWorkbench, 'index.html'), 'utf8');
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/);
    for (const [, address = ''] of page.matchAll(/(?:src|href)="([^"]*)"/g)) expect(address).toMatch(/^\/(?!\/)/);
    const { styles } = firstView();
    for (const file of styles)
      expect(readFileSync(join(builtWorkbench, file), 'utf8')).not.toMatch(/@import|url\((?!\/)/);
  });
});
