import { access } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { GroundrailError } from '../../../base/index.ts';
import type { LanguageModel, ModelPart, ModelRequest, ModelTool, ModelTurn } from '../language-model.ts';
import { readCall } from '../sdk-turn.ts';
import { toChatItems } from './chat-items.ts';
import {
  importLlamaRuntime,
  type Llama,
  type LlamaModel,
  type LlamaRuntime,
  type LlamaSequence,
  type Token,
} from './llama-runtime.ts';
import { type Choices, toolGrammar } from './tool-grammar.ts';

/** Tokens evaluated between two looks at the signal. */
const batch = 128;

const usualContext = 16_384;

/** Most tokens of an answer, whatever is asked for: a small model that cannot find the end of a text would write for minutes. */
const longestAnswer = 1_024;

/** How a model file is loaded. */
export interface GgufOptions {
  readonly contextTokens?: number;
  /** Default: the cores that are idle, one at least. Threads wait for each other, so that more than that are many times slower. */
  readonly threads?: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: the optional package node-llama-cpp. */
  readonly runtime?: LlamaRuntime;
}

/** A file that is loaded, for all that asked for it the same way. */
interface Loaded {
  readonly model: Promise<GgufModel>;
  users: number;
}

const loaded = new Map<string, Loaded>();

/**
 * Loads a GGUF file into this process, on the CPU; who asks for the same file again shares what is in memory, which goes when the last one
 * closes. Throws `model-unavailable` where the package or the file is missing.
 */
export async function loadGgufModel(file: string, options: GgufOptions = {}): Promise<LanguageModel> {
  const path = resolve(file);
  const key = JSON.stringify([path, options.contextTokens, options.threads]);
  const entry = loaded.get(key) ?? { model: load(file, path, options), users: 0 };
  loaded.set(key, entry);
  entry.users += 1;
  let open = true;
  const release = async (): Promise<void> => {
    if (!open) return;
    open = false;
    entry.users -= 1;
    if (entry.users > 0) return;
    if (loaded.get(key) === entry) loaded.delete(key);
    await (await entry.model).dispose();
  };
  try {
    const model = await entry.model;
    const { name, contextTokens } = model;
    return {
      name,
      contextTokens,
      stream: (request) => model.stream(request),
      countTokens: (text) => model.countTokens(text),
      close: release,
    };
  } catch (error) {
    if (loaded.get(key) === entry) loaded.delete(key);
    throw error;
  }
}

async function load(file: string, path: string, options: GgufOptions): Promise<GgufModel> {
  const name = `gguf:${file}`;
  try {
    await access(path);
  } catch (error) {
    const remedy = 'Check the path, or download an instruction-tuned model in GGUF format.';
    throw new GroundrailError(
      'model-unavailable',
      { model: name, reason: 'there is no such file', remedy },
      { cause: error },
    );
  }
  const runtime = options.runtime ?? (await importLlamaRuntime(name, options.env ?? process.env));
  try {
    const threads = options.threads ?? idleCores();
    const llama = await runtime.getLlama({
      gpu: false,
      build: 'never',
      maxThreads: threads,
      logLevel: 'error',
      progressLogs: false,
    });
    const model = await llama.loadModel({ modelPath: path });
    const contextSize = Math.min(options.contextTokens ?? usualContext, model.trainContextSize);
    const context = await model.createContext({ contextSize, sequences: 1, threads });
    return new GgufModel({
      name,
      runtime,
      llama,
      model,
      sequence: context.getSequence(),
      contextTokens: context.contextSize,
    });
  } catch (error) {
    const reason = `it cannot be loaded (${error instanceof Error ? error.message.slice(0, 300) : String(error)})`;
    const remedy =
      'Check that the file is a whole GGUF model and fits into memory; a smaller GROUNDRAIL_MODEL_CONTEXT needs less.';
    throw new GroundrailError('model-unavailable', { model: name, reason, remedy }, { cause: error });
  }
}

interface GgufParts {
  readonly name: string;
  readonly runtime: LlamaRuntime;
  readonly llama: Llama;
  readonly model: LlamaModel;
  readonly sequence: LlamaSequence;
  readonly contextTokens: number;
}

/**
 * A language model in this process. With tools, a turn is exactly one call, held to a grammar of their schemas. What two requests have in
 * common at their beginning is evaluated once. Requests at the same time wait for each other.
 */
class GgufModel {
  readonly name: string;
  readonly contextTokens: number;
  readonly #parts: GgufParts;
  readonly #template: ReturnType<LlamaRuntime['resolveChatWrapper']>;
  readonly #grammars = new Map<string, Promise<object>>();
  #queue: Promise<unknown> = Promise.resolve();
  #calls = 0;

  constructor(parts: GgufParts) {
    this.name = parts.name;
    this.contextTokens = parts.contextTokens;
    this.#parts = parts;
    this.#template = parts.runtime.resolveChatWrapper(parts.model);
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelPart> {
    const before = this.#queue;
    let release = (): void => undefined;
    const own = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#queue = before.then(() => own);
    try {
      await turnOf(before, request.signal);
      yield* this.#answer(request);
    } finally {
      release();
    }
  }

  countTokens(text: string): number {
    return this.#parts.model.tokenize(text).length;
  }

  /** Frees the memory once nothing is being answered any more. */
  async dispose(): Promise<void> {
    await this.#queue;
    await this.#parts.llama.dispose();
  }

  async *#answer({
    messages,
    tools,
    withheld = [],
    choices = {},
    toolChoice,
    maxOutputTokens,
    temperature,
    seed,
    signal,
  }: ModelRequest): AsyncGenerator<ModelPart> {
    const { model, sequence, runtime } = this.#parts;
    const calling = tools.length > 0 && toolChoice !== 'none';
    const chatHistory = toChatItems(messages, calling ? tools : []);
    const tokens = this.#template.generateContextState({ chatHistory }).contextText.tokenize(model.tokenizer);
    const most = Math.min(maxOutputTokens ?? longestAnswer, longestAnswer, this.contextTokens - tokens.length - 1);
    if (most < 16) throw this.#tooLong(tokens.length);
    const { rest, cached } = await this.#evaluatePrefix(tokens, signal);
    const grammar = calling
      ? await this.#grammar(
          tools.filter(({ name }) => !withheld.includes(name)),
          choices,
        )
      : undefined;
    const written: Token[] = [];
    let text = '';
    let complete = true;
    for await (const token of sequence.evaluate(rest, {
      temperature: temperature ?? 0,
      ...(seed !== undefined && { seed }),
      ...(grammar !== undefined && {
        grammarEvaluationState: new runtime.LlamaGrammarEvaluationState({ model, grammar }),
      }),
    })) {
      signal?.throwIfAborted();
      const delta = model.detokenize([token], false, written.slice(-8));
      written.push(token);
      text += delta;
      if (!calling && delta !== '') yield { type: 'text', delta };
      complete = written.length < most;
      if (!complete) break;
    }
    const usage = { inputTokens: tokens.length, outputTokens: written.length, cachedTokens: cached };
    const whole = model.detokenize(written) || text;
    const finish = complete ? (calling ? 'calls' : 'stop') : 'length';
    const turn: ModelTurn = calling
      ? { text: '', calls: [readAction(whole, `gguf-${++this.#calls}`)], finish, usage, cost: 0 }
      : { text: whole, calls: [], finish, usage, cost: 0 };
    yield { type: 'turn', turn };
  }

  /** Evaluates all tokens but the last part, reusing what the sequence holds; in pieces, so that it can be cancelled. */
  async #evaluatePrefix(
    tokens: readonly Token[],
    signal: AbortSignal | undefined,
  ): Promise<{ rest: Token[]; cached: number }> {
    const { sequence } = this.#parts;
    // One token has to be left to evaluate, or nothing could be generated from it.
    await sequence.adaptStateToTokens(tokens.slice(0, -1), false);
    const cached = sequence.nextTokenIndex;
    let next = cached;
    while (tokens.length - next > batch) {
      signal?.throwIfAborted();
      await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(next, next + batch));
      next += batch;
    }
    signal?.throwIfAborted();
    return { rest: tokens.slice(next), cached };
  }

  #grammar(tools: readonly ModelTool[], choices: Choices): Promise<object> {
    const written = toolGrammar(tools, choices);
    const known = this.#grammars.get(written) ?? this.#parts.llama.createGrammar({ grammar: written });
    this.#grammars.set(written, known);
    return known;
  }

  #tooLong(tokens: number): GroundrailError {
    const reason = `a conversation of ${tokens} tokens does not fit into its ${this.contextTokens}`;
    return new GroundrailError('model-unavailable', {
      model: this.name,
      reason,
      remedy: 'Set GROUNDRAIL_MODEL_CONTEXT to more tokens, or ask for less.',
    });
  }
}

/** Waits for its turn, unless that is no longer wanted. */
async function turnOf(before: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    void before.then(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
  });
}

function idleCores(): number {
  const cores = availableParallelism();
  return Math.max(1, Math.min(cores, Math.round(cores - (loadavg()[0] ?? 0))));
}

/** The call that an action held to the grammar is; one that was cut short is malformed. */
function readAction(written: string, id: string): ModelTurn['calls'][number] {
  const { input, malformed } = readCall(id, '', written);
  if (
    malformed === undefined &&
    typeof input === 'object' &&
    input !== null &&
    'name' in input &&
    'arguments' in input
  ) {
    return { id, name: String(input.name), input: input.arguments };
  }
  const name = /"name"\s*:\s*"([^"]*)"/.exec(written)?.[1] ?? '';
  return { id, name, input: written.slice(0, 20_000), malformed: malformed ?? 'it is no call' };
}
