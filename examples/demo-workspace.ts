import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type AskApproval, indexLandscape, openWorkspace, type Workspace } from 'groundrail';

/** What the examples ask for. */
export const task = 'Ask for 200 pieces of saddle SDL-20, needed at the Tarnwood works on 14 September 2026.';

/** The demo landscape, indexed into a folder of its own, with calls sent to the mock that the command line names. */
export async function openDemoWorkspace(ask?: AskApproval): Promise<Workspace> {
  const target = process.argv[2];
  if (target === undefined) throw new Error('Name the address of a mock: groundrail mock landscapes/demo --port 4004');
  const landscape = dirname(createRequire(import.meta.url).resolve('groundrail/landscapes/demo/landscape.yaml'));
  const store = join(await mkdtemp(join(tmpdir(), 'groundrail-example-')), 'index.db');
  await indexLandscape(landscape, { store });
  return openWorkspace({ landscape, store, target, ...(ask && { ask }) });
}
