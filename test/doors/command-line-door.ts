import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createProgram } from '../../src/cli/program.ts';
import type { SampleLandscape } from '../server/sample-server.ts';
import type { Answer, Door, DoorRequest } from './request.ts';

const main = resolve(import.meta.dirname, '../../src/cli/main.ts');

/**
 * The commands with `--json`. They run in this process, where starting one costs nothing; one that ends with an error is run again as a
 * program of its own, which prints the error's document.
 */
export async function openCommandLineDoor({ landscape, store, mock }: SampleLandscape): Promise<Door> {
  const folder = await mkdtemp(join(tmpdir(), 'groundrail-door-'));
  const place = ['-C', landscape, '--store', store, '--json'];
  const file = join(folder, 'call.json');
  const wordsOf = async (request: DoorRequest): Promise<string[]> => {
    if ('call' in request) await writeFile(file, JSON.stringify(request.call));
    switch (request.kind) {
      case 'search':
        return ['search', '-k', String(request.k), request.query];
      case 'describe': {
        const query = request.query === undefined ? [] : ['--query', request.query];
        return ['describe', request.target, ...query, '--detail', request.detail ?? 'default'];
      }
      case 'values': {
        const find = request.find === undefined ? [] : ['--find', request.find];
        return ['describe', request.target, '--values', request.property, ...find, '--limit', String(request.limit)];
      }
      case 'validate':
        return ['validate', file];
      case 'plan':
        return ['call', file, '--dry-run', '--target', mock.url];
      case 'read':
        return ['call', file, '--target', mock.url];
    }
  };
  return {
    name: 'command line',
    async answer(request): Promise<Answer> {
      const words = [...(await wordsOf(request)), ...place];
      const output = await runHere(words);
      if (output !== undefined) return { data: JSON.parse(output) };
      return { error: (JSON.parse(await runAlone(words)) as { error: { code: string; message: string } }).error };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** What the command prints; undefined where it ends with an error. */
async function runHere(words: readonly string[]): Promise<string | undefined> {
  const { write } = process.stdout;
  let output = '';
  process.stdout.write = (chunk: string | Uint8Array): boolean => {
    output += String(chunk);
    return true;
  };
  try {
    await createProgram().parseAsync(['node', 'groundrail', ...words]);
    return output;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  } finally {
    process.stdout.write = write;
    process.exitCode = undefined;
  }
}

function runAlone(words: readonly string[]): Promise<string> {
  return new Promise((done) => {
    execFile(process.execPath, ['--import', 'tsx', main, ...words], (_, stdout) => done(stdout));
  });
}
