import { afterEach, describe, expect, it } from 'vitest';
import { isGroundrailError } from '../../base/index.ts';
import { type FakeAnswer, startLanguageServer } from '../fake/language-server.ts';
import type { RetryPolicy } from '../retry.ts';
import { type LanguageModelOptions, languageModel } from './create-language-model.ts';
import {
  completeTurn,
  type LanguageModel,
  type ModelMessage,
  type ModelPart,
  type ModelRequest,
} from './language-model.ts';

const key = 'sk-very-secret-key-123';
const tools = [
  {
    name: 'search',
    description: 'Finds things.',
    inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  },
];
const messages: ModelMessage[] = [
  { role: 'system', text: 'Be brief.' },
  { role: 'user', text: 'Find the order.' },
];
const request: ModelRequest = { messages, tools, maxOutputTokens: 500, temperature: 0 };

/** Every provider, and how its wire names what the tests look at. */
const wires = [
  {
    name: 'openai:gpt-4o-mini',
    path: '/v1/responses',
    env: (origin: string) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${origin}/v1` }),
    keyIn: (headers: Readonly<Record<string, unknown>>) => headers.authorization,
    keyed: `Bearer ${key}`,
    variable: 'OPENAI_API_KEY',
  },
  {
    name: 'anthropic:claude-sonnet-4-5',
    path: '/v1/messages',
    env: (origin: string) => ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: origin }),
    keyIn: (headers: Readonly<Record<string, unknown>>) => headers['x-api-key'],
    keyed: key,
    variable: 'ANTHROPIC_API_KEY',
  },
  {
    name: 'openai-compatible:qwen',
    path: '/v1/chat/completions',
    env: (origin: string) => ({ GROUNDRAIL_MODEL_API_KEY: key, GROUNDRAIL_MODEL_BASE_URL: `${origin}/v1/` }),
    keyIn: (headers: Readonly<Record<string, unknown>>) => headers.authorization,
    keyed: `Bearer ${key}`,
    variable: undefined,
  },
  {
    name: 'ollama:qwen2.5',
    path: '/v1/chat/completions',
    env: (origin: string) => ({ OLLAMA_HOST: origin.replace('http://', '') }),
    keyIn: (headers: Readonly<Record<string, unknown>>) => headers.authorization,
    keyed: undefined,
    variable: undefined,
  },
];

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function quickRetry(slept: number[] = []): RetryPolicy {
  const sleep = async (ms: number) => void slept.push(ms);
  return { attempts: 3, firstDelayMs: 10, longestDelayMs: 5_000, sleep, random: () => 1 };
}

async function open(wire: (typeof wires)[number], answers: FakeAnswer[], options: LanguageModelOptions = {}) {
  const server = await startLanguageServer(answers);
  closing.push(server.close);
  const model = await languageModel(wire.name, { env: wire.env(server.origin), retry: quickRetry(), ...options });
  return { server, model };
}

async function parts(model: LanguageModel, asked = request): Promise<ModelPart[]> {
  const all: ModelPart[] = [];
  for await (const part of model.stream(asked)) all.push(part);
  return all;
}

async function failure(run: Promise<unknown>) {
  const error = await run.then(
    () => expect.unreachable(),
    (caught: unknown) => caught,
  );
  if (!isGroundrailError(error)) throw error;
  const told = `${error.message}${error.stack}${JSON.stringify(error)}${error.cause instanceof Error ? error.cause.stack : ''}`;
  expect(told, 'an error never tells the key').not.toContain(key);
  return error;
}

describe.each(wires)('the provider behind $name', (wire) => {
  it('streams text and calls, and counts tokens', async () => {
    const calls = [
      { id: 'call_a', name: 'search', arguments: '{"query": "order 4500000001"}' },
      { id: 'call_b', name: 'search', arguments: '{"query": "grüße 🧾"}' },
    ];
    const { server, model } = await open(wire, [{ text: 'I look for the order.', calls }]);
    const streamed = await parts(model);
    expect(streamed.filter(({ type }) => type === 'text').length).toBeGreaterThan(1);
    expect(streamed.map((part) => (part.type === 'text' ? part.delta : '')).join('')).toBe('I look for the order.');
    expect(streamed.at(-1)).toMatchObject({
      type: 'turn',
      turn: {
        text: 'I look for the order.',
        calls: [
          { id: 'call_a', name: 'search', input: { query: 'order 4500000001' } },
          { id: 'call_b', name: 'search', input: { query: 'grüße 🧾' } },
        ],
        finish: 'calls',
        usage: { inputTokens: 100, outputTokens: 20, cachedTokens: 40 },
      },
    });
    const [seen] = server.requests;
    expect(seen?.path).toBe(wire.path);
    expect(wire.keyIn(seen?.headers ?? {})).toBe(wire.keyed);
    expect(seen?.body).toMatchObject({ stream: true, model: wire.name.split(':')[1] });
    expect(JSON.stringify(seen?.body)).toContain('"search"');
    expect(JSON.stringify(seen?.body)).toContain('Be brief.');
  });

  it('sends a conversation with calls and results back', async () => {
    const { server, model } = await open(wire, [
      { text: 'Looking.', calls: [{ id: 'call_a', name: 'search', arguments: '{"query":"x"}' }] },
      { text: 'Done.' },
    ]);
    const turn = await completeTurn(model, request);
    const continued: ModelMessage[] = [
      ...messages,
      {
        role: 'assistant',
        text: turn.text,
        calls: turn.calls,
        ...(turn.origin !== undefined && { origin: turn.origin }),
      },
      { role: 'tool', callId: 'call_a', name: 'search', text: 'order 4500000001', failed: false },
    ];
    expect(await completeTurn(model, { messages: continued, tools })).toMatchObject({
      text: 'Done.',
      finish: 'stop',
      calls: [],
    });
    const body = JSON.stringify(server.requests[1]?.body);
    for (const told of ['Looking.', 'call_a', 'order 4500000001']) expect(body).toContain(told);
  });

  it('tells arguments that are no JSON, and answers that were cut short', async () => {
    const { model } = await open(wire, [
      { calls: [{ id: 'call_a', name: 'search', arguments: '{"query": "ord' }], finish: 'length' },
    ]);
    const turn = await completeTurn(model, request);
    expect(turn.finish).toBe('length');
    for (const call of turn.calls)
      expect(call).toMatchObject({ input: '{"query": "ord', malformed: expect.any(String) });
  });

  it('repeats after 429 and 5xx as the server asks, and says that what was streamed is void', async () => {
    const busy: FakeAnswer = (response) =>
      void response.writeHead(429, { 'retry-after': '2' }).end('{"error":{"message":"busy"}}');
    const broken: FakeAnswer = (response) => void response.writeHead(503).end('nothing');
    const slept: number[] = [];
    const { model } = await open(wire, [busy, broken, { text: 'Here.' }], { retry: quickRetry(slept) });
    const streamed = await parts(model);
    expect(streamed.map(({ type }) => type).filter((type) => type !== 'text')).toEqual(['restart', 'restart', 'turn']);
    expect(slept).toEqual([2_010, 20]);
  });

  it('repeats when the connection breaks in the middle of a stream', async () => {
    const { model, server } = await open(wire, [
      { text: 'A long answer that breaks off.', breakAfter: 4 },
      { text: 'Whole.' },
    ]);
    const streamed = await parts(model);
    expect(streamed.some(({ type }) => type === 'restart')).toBe(true);
    expect(streamed.at(-1)).toMatchObject({ type: 'turn', turn: { text: 'Whole.' } });
    expect(server.requests).toHaveLength(2);
  });

  it('gives up a silent server', async () => {
    const { model } = await open(wire, [() => undefined], { silenceMs: 50 });
    const error = await failure(completeTurn(model, request));
    expect(error.code).toBe('unreachable');
    expect(error.message).toContain('nothing came for 0.05 seconds');
  });

  it('says what to do where the key is refused, and does not try again', async () => {
    const refusing: FakeAnswer = (response, { headers }) =>
      void response.writeHead(401).end(JSON.stringify({ error: { message: `bad key ${wire.keyIn(headers)}` } }));
    const { model, server } = await open(wire, [refusing]);
    const error = await failure(completeTurn(model, request));
    expect(error.code).toBe('model-unavailable');
    expect(error.message).toContain('the key is refused');
    if (wire.variable !== undefined) expect(error.message).toContain(`export ${wire.variable}=<key>`);
    expect(server.requests).toHaveLength(1);
  });

  it('repeats what the server says, without the key', async () => {
    const refusing: FakeAnswer = (response) =>
      void response
        .writeHead(400)
        .end(JSON.stringify({ error: { message: `context too long for ${wire.keyed ?? ''}`, type: 'x' } }));
    const { model } = await open(wire, [refusing]);
    const error = await failure(completeTurn(model, request));
    expect(error.message).toContain('context too long for');
  });

  it('refuses an answer that is no stream of its kind', async () => {
    const page: FakeAnswer = (response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Login</html>');
    const { model } = await open(wire, [page]);
    await failure(completeTurn(model, request));
  });

  it('follows no redirect with the key', async () => {
    const elsewhere = await startLanguageServer([{ text: 'got you' }]);
    closing.push(elsewhere.close);
    const moved: FakeAnswer = (response, { path }) =>
      void response.writeHead(307, { location: `${elsewhere.origin}${path}` }).end();
    const { model } = await open(wire, [moved]);
    await failure(completeTurn(model, request));
    expect(elsewhere.requests).toEqual([]);
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    const { model } = await open(wire, [() => controller.abort(new Error('enough'))]);
    await expect(completeTurn(model, { ...request, signal: controller.signal })).rejects.toThrow('enough');
  });

  it('says so where nobody listens', async () => {
    const server = await startLanguageServer([]);
    await server.close();
    const model = await languageModel(wire.name, { env: wire.env(server.origin), retry: quickRetry() });
    const error = await failure(completeTurn(model, request));
    expect(error.code).toBe('unreachable');
    expect(error.message).toContain('ECONNREFUSED');
  });

  it('needs its key from the environment', async () => {
    if (wire.variable === undefined) return;
    const error = await failure(languageModel(wire.name, { env: {} }));
    expect(error.message).toBe(
      `The model ${wire.name} cannot be used: the environment has no ${wire.variable}. Run "export ${wire.variable}=<key>" first.`,
    );
  });
});

describe('what only one provider has', () => {
  it('lets OpenAI store nothing', async () => {
    const [openai] = wires;
    if (openai === undefined) return expect.unreachable();
    const { server, model } = await open(openai, [{ text: 'x' }]);
    const turn = await completeTurn(model, request);
    expect(server.requests[0]?.body).toMatchObject({ store: false });
    expect(turn.cost).toBeCloseTo((60 * 0.15 + 40 * 0.075 + 20 * 0.6) / 1e6, 12);
  });

  it('marks the beginning for the cache of Anthropic', async () => {
    const anthropic = wires[1];
    if (anthropic === undefined) return expect.unreachable();
    const { server, model } = await open(anthropic, [{ text: 'x' }]);
    await completeTurn(model, request);
    expect(server.requests[0]?.body).toMatchObject({ system: [{ cache_control: { type: 'ephemeral' } }] });
  });

  it('takes an error in the middle of a stream of Anthropic as one', async () => {
    const anthropic = wires[1];
    if (anthropic === undefined) return expect.unreachable();
    const overloaded: FakeAnswer = (response) =>
      void response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end('event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n');
    const { model } = await open(anthropic, [overloaded, { text: 'now' }]);
    expect((await completeTurn(model, request)).text).toBe('now');
  });

  it('takes the address of a compatible server from the name', async () => {
    const server = await startLanguageServer([{ text: 'x' }]);
    closing.push(server.close);
    const model = await languageModel(`openai-compatible:${server.origin}/api/v1#org/model:7b`, {
      env: {},
      retry: quickRetry(),
    });
    await completeTurn(model, request);
    expect(server.requests[0]).toMatchObject({ path: '/api/v1/chat/completions', body: { model: 'org/model:7b' } });
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });
});
