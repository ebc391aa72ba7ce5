import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeTurn, type LanguageModel, type ModelMessage, type ModelPart } from '../language-model.ts';
import { loadGgufModel } from './gguf-model.ts';
import type { GrammarState, LlamaChatItem, LlamaRuntime, LlamaSequence, Token } from './llama-runtime.ts';

const tools = [
  {
    name: 'search',
    description: 'Finds EntitySets by business words.',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'business words' }, k: { type: 'integer' } },
      required: ['query'],
      additionalProperties: false,
    },
  },
  {
    name: 'finish',
    description: 'Ends the task.',
    inputSchema: {
      type: 'object',
      properties: { answer: { type: 'string' } },
      required: ['answer'],
      additionalProperties: false,
    },
  },
];
const messages: ModelMessage[] = [
  { role: 'system', text: 'You find things by calling search.' },
  { role: 'user', text: 'Task: find purchase orders.' },
];

/** A runtime whose tokens are characters and whose model says what it is told to; counts what it evaluates. */
function fakeRuntime(say: (prompt: string) => string) {
  const seen = { evaluated: 0, loads: 0, disposed: 0, grammars: [] as string[], held: 0 };
  const sequence: LlamaSequence & { state: Token[] } = {
    state: [],
    get nextTokenIndex() {
      return this.state.length;
    },
    async adaptStateToTokens(tokens) {
      const same = tokens.findIndex((token, index) => token !== this.state[index]);
      this.state.length = Math.min(this.state.length, same < 0 ? tokens.length : same);
    },
    async evaluateWithoutGeneratingNewTokens(tokens) {
      await new Promise((resolve) => setImmediate(resolve));
      seen.evaluated += tokens.length;
      this.state.push(...tokens);
    },
    async *evaluate(tokens, options) {
      expect(tokens.length).toBeGreaterThan(0);
      if (options.grammarEvaluationState !== undefined) seen.held += 1;
      await this.evaluateWithoutGeneratingNewTokens(tokens);
      for (const token of toTokens(say(String.fromCharCode(...this.state)))) {
        yield token;
        this.state.push(token);
      }
    },
  };
  const runtime: LlamaRuntime = {
    async getLlama() {
      seen.loads += 1;
      return {
        loadModel: async () => ({
          tokenizer: undefined,
          trainContextSize: 4_096,
          tokenize: toTokens,
          detokenize: (tokens) => String.fromCharCode(...tokens),
          createContext: async ({ contextSize }) => ({ contextSize, getSequence: () => sequence }),
        }),
        createGrammar: async ({ grammar }) => {
          seen.grammars.push(grammar);
          return {};
        },
        dispose: async () => {
          seen.disposed += 1;
        },
      };
    },
    resolveChatWrapper: () => ({
      generateContextState: ({ chatHistory }) => ({ contextText: { tokenize: () => toTokens(rendered(chatHistory)) } }),
    }),
    LlamaGrammarEvaluationState: class implements GrammarState {},
  };
  return { runtime, seen };
}

function toTokens(text: string): Token[] {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index) as Token);
}

function rendered(items: readonly LlamaChatItem[]): string {
  return items
    .map((item) => `<${item.type}>${item.type === 'model' ? item.response.join('') : `${item.text}</>`}`)
    .join('');
}

describe('a model in this process', () => {
  let folder = '';
  let number = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'groundrail-gguf-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function open(say: (prompt: string) => string) {
    const file = join(folder, `${++number}.gguf`);
    await writeFile(file, '');
    const { runtime, seen } = fakeRuntime(say);
    return { model: await loadGgufModel(file, { runtime, threads: 1 }), seen, file, runtime };
  }

  it('makes one call a turn, held to the grammar of the tools', async () => {
    const { model, seen } = await open(() => '{"name": "search", "arguments": {"query": "purchase orders"}}');
    const turn = await completeTurn(model, { messages, tools });
    expect(turn).toMatchObject({
      text: '',
      finish: 'calls',
      calls: [{ name: 'search', input: { query: 'purchase orders' } }],
    });
    await completeTurn(model, { messages, tools });
    expect(seen.held).toBe(2);
    expect(seen.grammars).toHaveLength(1);
    await model.close();
  });

  it('evaluates what two requests have in common once', async () => {
    const call = '{"name": "search", "arguments": {"query": "orders"}}';
    const { model, seen } = await open(() => call);
    const first = await completeTurn(model, { messages, tools });
    const before = seen.evaluated;
    const more: ModelMessage[] = [
      ...messages,
      { role: 'assistant', text: '', calls: first.calls },
      { role: 'tool', callId: '1', name: 'search', text: 'two orders', failed: false },
    ];
    const second = await completeTurn(model, { messages: more, tools });
    expect(second.usage.cachedTokens).toBeGreaterThanOrEqual(first.usage.inputTokens + call.length - 1);
    expect(seen.evaluated - before).toBeLessThan(60);
    await model.close();
  });

  it('streams text where there are no tools', async () => {
    const { model } = await open(() => 'Hello there');
    const parts: ModelPart[] = [];
    for await (const part of model.stream({ messages, tools: [] })) parts.push(part);
    expect(parts.filter(({ type }) => type === 'text')).toHaveLength(11);
    expect(parts.at(-1)).toMatchObject({ turn: { text: 'Hello there', calls: [], finish: 'stop' } });
    await model.close();
  });

  it('says that a call is malformed where it was cut short', async () => {
    const { model } = await open(() => '{"name": "finish", "arguments": {"answer": "a very long answer"}}');
    const turn = await completeTurn(model, { messages, tools, maxOutputTokens: 45 });
    expect(turn).toMatchObject({ finish: 'length', calls: [{ name: 'finish', malformed: expect.any(String) }] });
    await model.close();
  });

  it('refuses a conversation that does not fit', async () => {
    const { model } = await open(() => '');
    const long: ModelMessage[] = [{ role: 'user', text: 'x'.repeat(5_000) }];
    await expect(completeTurn(model, { messages: long, tools })).rejects.toThrow(/does not fit into its 4096/);
    await model.close();
  });

  it('answers requests at the same time one after the other, and forgets those that are cancelled', async () => {
    const { model } = await open((prompt) => /Task (\d)/.exec(prompt)?.[1] ?? '');
    const ask = (n: number, signal?: AbortSignal) =>
      completeTurn(model, { messages: [{ role: 'user', text: `Task ${n}` }], tools: [], signal });
    const controller = new AbortController();
    const asked = [ask(1), ask(2, controller.signal), ask(3)];
    controller.abort(new Error('enough'));
    const [first, second, third] = await Promise.allSettled(asked);
    expect(first).toMatchObject({ value: { text: '1' } });
    expect(second).toMatchObject({ reason: new Error('enough') });
    expect(third).toMatchObject({ value: { text: '3' } });
    await model.close();
  });

  it('stops in the middle of a long prompt', async () => {
    const controller = new AbortController();
    const { model, seen } = await open(() => 'x');
    const long: ModelMessage[] = [{ role: 'user', text: 'x'.repeat(3_000) }];
    const asked = completeTurn(model, { messages: long, tools: [], signal: controller.signal });
    setImmediate(() => controller.abort(new Error('enough')));
    await expect(asked).rejects.toThrow('enough');
    expect(seen.evaluated).toBeLessThan(3_000);
    await model.close();
  });

  it('is loaded once for all that ask for it, and freed after the last', async () => {
    const { model, seen, file, runtime } = await open(() => 'x');
    const again = await loadGgufModel(file, { runtime, threads: 1 });
    expect(seen.loads).toBe(1);
    await model.close();
    await model.close();
    expect(seen.disposed).toBe(0);
    await again.close();
    expect(seen.disposed).toBe(1);
    const later = await loadGgufModel(file, { runtime, threads: 1 });
    expect(seen.loads).toBe(2);
    await later.close();
  });

  it('says what to install where the package is missing', async () => {
    const file = join(folder, 'missing.gguf');
    await writeFile(file, '');
    const env = { GROUNDRAIL_NODE_LLAMA_CPP: join(folder, 'nowhere') };
    await expect(loadGgufModel(file, { env })).rejects.toThrow(
      /the optional package node-llama-cpp is not installed\. Run "npm install node-llama-cpp@3\.21\.1"/,
    );
  });

  it('says so where the file is no model', async () => {
    const { runtime } = fakeRuntime(() => '');
    const broken: LlamaRuntime = {
      ...runtime,
      getLlama: async (options) => ({
        ...(await runtime.getLlama(options)),
        loadModel: () => Promise.reject(new Error('invalid magic characters')),
      }),
    };
    const file = join(folder, 'broken.gguf');
    await writeFile(file, 'no model');
    await expect(loadGgufModel(file, { runtime: broken })).rejects.toThrow(
      /cannot be loaded \(invalid magic characters\)/,
    );
  });
});

const real = process.env.GROUNDRAIL_TEST_GGUF ?? '';
const missing = [
  ...(existsSync(real) ? [] : ['a model file in GROUNDRAIL_TEST_GGUF']),
  ...(existsSync(process.env.GROUNDRAIL_NODE_LLAMA_CPP ?? '')
    ? []
    : ['the folder of node-llama-cpp in GROUNDRAIL_NODE_LLAMA_CPP']),
];
if (missing.length > 0) {
  const message = `a real GGUF model is not tested: set ${missing.join(' and ')}`;
  if ((process.env.GROUNDRAIL_REQUIRE ?? '').split(',').includes('gguf')) throw new Error(message);
  console.warn(`SKIPPED ${message}.`);
}

describe.skipIf(missing.length > 0)('a real GGUF model', () => {
  let model: LanguageModel;
  beforeAll(async () => {
    model = await loadGgufModel(real, { contextTokens: 2_048 });
  }, 300_000);
  afterAll(() => model.close());

  it('calls one of the tools with arguments of its schema, and reads a conversation on', {
    timeout: 600_000,
  }, async () => {
    const first = await completeTurn(model, { messages, tools, maxOutputTokens: 120 });
    expect(first.calls).toHaveLength(1);
    expect(['search', 'finish']).toContain(first.calls[0]?.name);
    expect(first.calls[0]?.malformed).toBeUndefined();
    expect(first.usage.cachedTokens).toBe(0);
    const more: ModelMessage[] = [
      ...messages,
      { role: 'assistant', text: first.text, calls: first.calls },
      { role: 'tool', callId: '1', name: 'search', text: 'A_PurchaseOrder: purchase orders', failed: false },
    ];
    const second = await completeTurn(model, { messages: more, tools, maxOutputTokens: 120 });
    expect(second.calls).toHaveLength(1);
    expect(second.usage.cachedTokens).toBeGreaterThanOrEqual(first.usage.inputTokens - 1);
  });

  it('is deterministic without a temperature, and counts its own tokens', { timeout: 600_000 }, async () => {
    const asked = { messages, tools, maxOutputTokens: 60 };
    const [one, two] = [await completeTurn(model, asked), await completeTurn(model, asked)];
    expect(one.calls[0]?.input).toEqual(two.calls[0]?.input);
    expect(model.countTokens('purchase order')).toBeLessThan(5);
  });
});
