import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const dist = resolve(import.meta.dirname, '../dist');

/** Packages that a file of the build imports as it is loaded, with those of the files that it imports. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>();
  if (seen.has(file)) return packages;
  seen.add(file);
  const text = readFileSync(join(dist, file), 'utf8');
  for (const [, specifier = ''] of text.matchAll(/^(?:import|export)\b[^"]*"([^"]+)";/gm)) {
    if (specifier.startsWith('./')) for (const name of packagesOf(specifier, seen)) packages.add(name);
    else if (!specifier.startsWith('node:')) packages.add(specifier);
  }
  return packages;
}

it('loads for a search nothing but what a search needs', () => {
  if (!existsSync(dist)) throw new Error('dist is missing: run "npm run build" first, as "npm test" does.');
  expect([...packagesOf('cli.js')].sort()).toEqual(['commander', 'picocolors']);
  const chunks = readdirSync(dist).filter((name) => /^search-[\w-]+\.js$/.test(name));
  expect(chunks.length).toBeGreaterThan(0);
  for (const chunk of chunks) expect([...packagesOf(chunk)]).toEqual([]);
});
