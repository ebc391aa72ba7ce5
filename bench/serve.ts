import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { startServer } from '../src/server/index.ts';
import { indexLandscape } from '../src/workspace/index.ts';

/**
 * Requests a second and waiting times of the HTTP API, measured from the same process's point of view over loopback.
 * `npx tsx bench/serve.ts [landscape] [seconds]`; client and server share the machine.
 */
const landscape = process.argv[2] ?? resolve(import.meta.dirname, '../landscapes/demo');
const seconds = Number(process.argv[3] ?? 5);
const connections = 16;
const folder = await mkdtemp(join(tmpdir(), 'groundrail-bench-'));
const store = join(folder, 'index.db');
await indexLandscape(landscape, { store });
const server = await startServer({ landscape, store, port: 0, user: 'bench', log: pino({ level: 'silent' }) });
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const queries = readFileSync(resolve(import.meta.dirname, '../landscapes/demo/queries.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { query: string }).query);

function get(path: string): Promise<string> {
  return new Promise((done, failed) => {
    request(`${server.url}${path}`, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => (response.statusCode === 200 ? done(text) : failed(new Error(text))));
    })
      .on('error', failed)
      .end();
  });
}

async function measure(name: string, pathOf: (index: number) => string): Promise<void> {
  await get(pathOf(0));
  const waits: number[] = [];
  const until = performance.now() + seconds * 1000;
  let index = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const started = performance.now();
      await get(pathOf(index++));
      waits.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  waits.sort((a, b) => a - b);
  const at = (share: number): string => (waits[Math.floor(waits.length * share)] ?? 0).toFixed(1);
  const memory = Math.round(process.memoryUsage.rss() / 1024 / 1024);
  console.log(
    `${name.padEnd(24)} ${Math.round(waits.length / seconds)} a second, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${memory} MB`,
  );
}

const search = (query: string): string => `/api/v1/search?query=${encodeURIComponent(query)}`;
await measure('healthz', () => '/healthz');
await measure('search, same queries', (index) => search(queries[index % queries.length] ?? ''));
await measure('search, all different', (index) => search(`${queries[index % queries.length] ?? ''} ${index}`));
if (process.argv[2] === undefined)
  await measure('describe', () => '/api/v1/describe?target=TWC_PURCHASING_SRV/PurReqSet');
agent.destroy();
await server.close();
await rm(folder, { recursive: true, force: true });
