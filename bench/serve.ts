import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { indexLandscape } from '../src/workspace/index.ts';
import { load } from './http-load.ts';

/**
 * Requests a second, waiting times and memory of `groundrail serve`, a process of its own, under a load from this one; both share the machine.
 *
 *   npx tsx bench/serve.ts [landscape] [--queries file] [--seconds 5] [--connections 16] [--minutes 10]
 *
 * With --minutes it goes on with different searches for so long and prints the memory of the server every minute.
 * The server is the built one (dist/cli.js) where there is one, so build first.
 */
const root = resolve(import.meta.dirname, '..');
const given = process.argv[2];
const landscape = given === undefined || given.startsWith('--') ? join(root, 'landscapes/demo') : resolve(given);
const seconds = Number(option('--seconds', '5'));
const connections = Number(option('--connections', '16'));
const minutes = Number(option('--minutes', '0'));
const queries = readFileSync(option('--queries', join(root, 'landscapes/demo/queries.jsonl')), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { query: string }).query);
const words = [...new Set(queries.join(' ').match(/[A-Za-z]{4,}/g) ?? [])];
const folder = await mkdtemp(join(tmpdir(), 'groundrail-bench-'));
const store = join(folder, 'index.db');
await indexLandscape(landscape, { store });
const { child, url } = await startServer();
try {
  console.log(
    `${connections} connections, ${queries.length} questions; server ${memory(await resident())} before the first search`,
  );
  await measure('healthz', () => '/healthz');
  await measure('search, repeated', (index) => search(queries[index % queries.length] ?? ''));
  await measure('search, all different', (index) => search(different(index)));
  let index = 1_000_000;
  for (let minute = 1; minute <= minutes; minute++) {
    const { perSecond, p99, failed } = await load(url, () => search(different(index++)), { connections, seconds: 60 });
    console.log(
      `minute ${String(minute).padStart(2)}: ${perSecond.toFixed(0)} a second, p99 ${p99.toFixed(1)} ms, ${failed} failed, ${memory(await resident())}`,
    );
  }
} finally {
  child.kill('SIGTERM');
  await once(child, 'exit');
  await rm(folder, { recursive: true, force: true });
}

async function measure(name: string, pathOf: (index: number) => string): Promise<void> {
  await load(url, pathOf, { connections, seconds: 1 });
  const before = await resident();
  const offset = 100_000;
  const result = await load(url, (index) => pathOf(index + offset), { connections, seconds });
  const { perSecond, p50, p99, failed } = result;
  console.log(
    `${name.padEnd(24)} ${perSecond.toFixed(0).padStart(5)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${failed} failed, ${memory(before)} to ${memory(await resident())}`,
  );
}

/** A question with two words of other questions: none is asked twice. */
function different(index: number): string {
  const word = (step: number) => words[(index * step) % words.length] ?? '';
  return `${queries[index % queries.length] ?? ''} ${word(7919)} ${word(104_729)} ${index}`;
}

function search(query: string): string {
  return `/api/v1/search?query=${encodeURIComponent(query)}`;
}

async function resident(): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
}

function memory(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`;
}

async function startServer(): Promise<{ child: ChildProcess; url: URL }> {
  const built = join(root, 'dist/cli.js');
  const program = existsSync(built) ? [built] : ['--import', 'tsx', join(root, 'src/cli/main.ts')];
  const options = ['serve', '-C', landscape, '--store', store, '--port', '0', '--json'];
  const server = spawn(process.execPath, [...program, ...options], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  let document = '';
  for await (const line of createInterface({ input: server.stdout })) {
    document += line;
    if (line === '}') break;
  }
  return { child: server, url: new URL((JSON.parse(document) as { url: string }).url) };
}

function option(name: string, fallback: string): string {
  const at = process.argv.indexOf(name);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
}
