import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe } from 'vitest';

/** The folder of shared real-world material: GROUNDRAIL_SHARED, else `../shared` beside the project; undefined where neither exists. */
export function sharedFolder(): string | undefined {
  const folder = process.env.GROUNDRAIL_SHARED ?? resolve(import.meta.dirname, '../../shared');
  return existsSync(join(folder, 'data')) ? folder : undefined;
}

/** A suite over the shared material; where that is absent it is skipped and says so. */
export function describeWithShared(name: string, suite: (shared: string) => void): void {
  const shared = sharedFolder();
  if (shared === undefined) {
    console.warn(`SKIPPED "${name}": the shared material is not here (set GROUNDRAIL_SHARED to its folder).`);
    describe.skip(name, () => suite('absent'));
  } else {
    describe(name, () => suite(shared));
  }
}
