import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Finding, GroundrailError } from '../base/index.ts';

/** What `groundrail init` wrote. */
export interface InitReport {
  path: string;
  services: number;
  processes: number;
  findings: readonly Finding[];
}

/** Writes landscape.yaml for the metadata and BPMN files of a folder; one that is there is only replaced with `force`. */
export async function initLandscape(folder: string, { force = false }: { force?: boolean } = {}): Promise<InitReport> {
  const path = join(resolve(folder), 'landscape.yaml');
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    throw new GroundrailError(
      'path-unreadable',
      { path: folder, reason: error.code ?? error.message },
      { cause: error },
    );
  });
  if (!found.isDirectory())
    throw new GroundrailError('path-unreadable', { path: folder, reason: 'it is not a folder' });
  if (existsSync(path) && !force) {
    throw new GroundrailError('usage', { problem: `${path} exists already. Edit it, or replace it with --force.` });
  }
  const { initLandscape: proposeLandscape } = await import('../ingest/index.ts');
  const proposal = await proposeLandscape(folder);
  try {
    await writeFile(path, proposal.yaml, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    throw new GroundrailError('storage-unwritable', { path, reason: (error as Error).message }, { cause: error });
  }
  return {
    path,
    services: proposal.services.length,
    processes: proposal.processes.length,
    findings: proposal.findings,
  };
}
