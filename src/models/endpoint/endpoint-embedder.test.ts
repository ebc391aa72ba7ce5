import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, type Fault, startEmbeddingsServer } from '../fake/embeddings-server.ts';
import { patientRetry } from '../retry.ts';
import { EndpointEmbedder, type EndpointOptions } from './endpoint-embedder.ts';

const key = 'sk-very-secret-0815';
let cache: string;
let slept: number[];
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'groundrail-cache-'));
  slept = [];
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await rm(cache, { recursive: true });
});

async function serve(fault?: Fault) {
  const server = await startEmbeddingsServer(fault);
  closing.push(server.close);
  const connect = (options: EndpointOptions = {}) =>
    EndpointEmbedder.connect(`${server.url}#fake`, {
      env: { GROUNDRAIL_EMBEDDINGS_API_KEY: key },
      cache,
      retry: {
        ...patientRetry,
        sleep: async (ms) => {
          slept.push(ms);
        },
      },
      ...options,
    });
  return { ...server, connect };
}

/** Answers the first `times` requests with a status. */
const failing =
  (times: number, status: number, headers: Record<string, string> = {}): Fault =>
  (response, _, number) =>
    number <= times && answer(response, status, { error: { message: `key ${key} says no` } }, headers);

describe('EndpointEmbedder', () => {
  it('posts the model and the texts to /embeddings with the key as bearer token', async () => {
    const { connect, requests, url } = await serve();
    const embedder = await connect();
    await embedder.embed(['purchase order']);
    expect(embedder).toMatchObject({ name: `endpoint:${url}#fake`, dimensions: 8 });
    expect(requests.at(-1)).toMatchObject({ path: '/v1/embeddings', model: 'fake', input: ['purchase order'] });
    expect(requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
  });

  it('sends no authorization where no key is set', async () => {
    const { connect, requests } = await serve();
    await connect({ env: {} });
    expect(requests[0]?.headers.authorization).toBeUndefined();
  });

  it('sends 64 texts a request, each text once', async () => {
    const { connect, requests } = await serve();
    const embedder = await connect();
    await embedder.embed([...Array.from({ length: 130 }, (_, i) => `text ${i}`), 'text 1', 'text 2']);
    expect(requests.slice(1).map(({ input }) => input.length)).toEqual([64, 64, 2]);
  });

  it('cuts long texts and splits batches by size', async () => {
    const { connect, requests } = await serve();
    const embedder = await connect();
    await embedder.embed(Array.from({ length: 20 }, (_, i) => `${i}${'x'.repeat(50_000)}`));
    expect(requests.slice(1).map(({ input }) => input.length)).toEqual([8, 8, 4]);
    expect(requests[1]?.input[0]).toHaveLength(24_000);
  });

  it('asks for nothing again that the cache holds, not even after a restart', async () => {
    const { connect, requests } = await serve();
    const [first] = await (await connect()).embed(['purchase order']);
    const before = requests.length;
    const again = await connect();
    expect(again.dimensions).toBe(8);
    expect(await again.embed(['purchase order'])).toEqual([first]);
    expect(requests).toHaveLength(before);
  });

  it('goes on without a cache that cannot be used, and says so once', async () => {
    const { connect } = await serve();
    const file = join(cache, 'file');
    await writeFile(file, '');
    const warnings: string[] = [];
    const embedder = await connect({ cache: file, onWarning: (message) => warnings.push(message) });
    expect(await embedder.embed(['a', 'b'])).toHaveLength(2);
    expect(warnings).toEqual([expect.stringMatching(/^The cache of embeddings cannot be written/)]);
  });

  it.each([429, 500, 502, 503, 504])('repeats after status %i', async (status) => {
    const { connect, requests } = await serve(failing(2, status));
    await connect();
    expect(requests).toHaveLength(3);
    expect(slept).toHaveLength(2);
  });

  it('waits as long as Retry-After asks', async () => {
    const { connect } = await serve(failing(1, 429, { 'retry-after': '7' }));
    await connect();
    expect(slept[0]).toBeGreaterThanOrEqual(7_000);
  });

  it('repeats after a broken connection', async () => {
    const { connect, requests } = await serve((response, _, number) => number === 1 && Boolean(response.destroy()));
    await connect();
    expect(requests).toHaveLength(2);
  });

  it('gives up a server that never answers in time', async () => {
    const { connect } = await serve(() => true);
    const retry = { ...patientRetry, attempts: 2, sleep: async () => {} };
    await expect(connect({ timeoutMs: 50, retry })).rejects.toMatchObject({
      code: 'unreachable',
      data: { reason: 'no answer within 0.05 seconds' },
    });
  });

  it('stops at once when the caller aborts', async () => {
    const controller = new AbortController();
    const { connect, requests } = await serve(() => {
      controller.abort(new Error('interrupted'));
      return true;
    });
    await expect(connect({ signal: controller.signal })).rejects.toThrow('interrupted');
    expect(requests).toHaveLength(1);
  });

  it('names the server that nobody runs', async () => {
    const { connect, close, url } = await serve();
    await close();
    closing.pop();
    await expect(connect()).rejects.toMatchObject({ code: 'unreachable', data: { target: `${url}/embeddings` } });
  });

  it.each([
    ['a missing key', 401, 'Put a valid key into the environment variable GROUNDRAIL_EMBEDDINGS_API_KEY.'],
    ['an unknown model', 404, 'it answers with status 404 and says'],
    ['a redirect', 307, 'it answers with status 307'],
  ])('does not repeat %s', async (_, status, sentence) => {
    const { connect, requests } = await serve(failing(9, status, { location: 'http://127.0.0.1:1/' }));
    await expect(connect()).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringContaining(sentence),
    });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['no JSON', (response) => Boolean(response.writeHead(200).end('<html>'))],
    ['no data', (response) => answer(response, 200, { object: 'list' })],
    ['too few rows', (response) => answer(response, 200, { data: [] })],
    ['a row twice', (response) => answer(response, 200, { data: [{ index: 4, embedding: [1] }] })],
    ['words for numbers', (response) => answer(response, 200, { data: [{ embedding: ['1', 2] }] })],
    ['an empty row', (response) => answer(response, 200, { data: [{ embedding: [] }] })],
    ['null', (response) => answer(response, 200, null)],
  ] satisfies [string, Fault][])('refuses an answer with %s', async (_, fault) => {
    const { connect } = await serve(fault);
    await expect(connect()).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringMatching(/its answer/),
    });
  });

  it('refuses rows that change their length', async () => {
    const { connect } = await serve(
      (response, _, number) => number === 2 && answer(response, 200, { data: [{ index: 0, embedding: [1, 2] }] }),
    );
    const embedder = await connect();
    await expect(embedder.embed(['a'])).rejects.toThrow('it returns 2 components where it returned 8 before');
  });

  it('reads no more than 64 MB', async () => {
    const { connect } = await serve((response) => {
      const flood = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1_000_000, 0x20)));
      };
      response.on('drain', flood);
      flood();
      return true;
    });
    await expect(connect()).rejects.toThrow('its answer is larger than 67108864 bytes');
  });

  it.each([401, 404, 500])('keeps the key out of errors and of itself (status %i)', async (status) => {
    const { connect } = await serve((response, _, number) => number > 1 && failing(99, status)(response, _, 1));
    const embedder = await connect();
    expect(inspect(embedder, { depth: 9, showHidden: true }) + JSON.stringify(embedder)).not.toContain(key);
    const error: unknown = await embedder.embed(['a']).catch((reason) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(key);
  });

  it('refuses a key that a header cannot carry without showing it', async () => {
    const { connect } = await serve();
    const refusal = connect({ env: { GROUNDRAIL_EMBEDDINGS_API_KEY: 'sk-line\nbreak' } });
    await expect(refusal).rejects.toMatchObject({ code: 'model-unavailable' });
    await expect(refusal).rejects.not.toThrow(/sk-line/);
  });
});
