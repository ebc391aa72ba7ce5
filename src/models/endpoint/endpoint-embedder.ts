import { homedir } from 'node:os';
import { join } from 'node:path';
import { GroundrailError } from '../../base/index.ts';
import { type Embedder, toUnitLength } from '../embedder.ts';
import { FileCache } from '../file-cache.ts';
import { type JsonRequest, postJson, RefusedError } from '../post-json.ts';
import { patientRetry, type RetryPolicy, retry, TransientError } from '../retry.ts';
import { readEmbeddings } from './embeddings-answer.ts';
import { type EndpointAddress, parseEndpointAddress } from './endpoint-address.ts';

/** The environment variable that holds the key; there is no other way to give one. */
const keyVariable = 'GROUNDRAIL_EMBEDDINGS_API_KEY';

const textsPerRequest = 64;
const charactersPerRequest = 200_000;
/** What lies past this many characters of a text is not sent; models read about 8,000 tokens. */
const longestText = 24_000;
const largestAnswer = 64 * 1024 * 1024;

/** What the embedder takes from its surroundings; everything has a default. */
export interface EndpointOptions {
  env?: Readonly<Record<string, string | undefined>>;
  fetch?: typeof fetch;
  /** Folder of kept vectors; false keeps none. Default: `groundrail/embeddings` in the user's cache folder. */
  cache?: string | false;
  retry?: RetryPolicy;
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Told once where vectors cannot be kept; by default a process warning. */
  onWarning?: (message: string) => void;
}

/** Embeddings of an OpenAI-compatible server, in batches, repeated where that may help, and kept in files by model and text. */
export class EndpointEmbedder implements Embedder {
  readonly name: string;
  /** The name of the model: a server does not tell more. */
  readonly revision: string;
  readonly #address: EndpointAddress;
  readonly #options: EndpointOptions;
  readonly #key: string | undefined;
  #cache: FileCache | undefined;
  #dimensions = 0;

  /** Use `connect`, which also learns how many dimensions the model has. */
  private constructor(address: EndpointAddress, options: EndpointOptions) {
    const env = options.env ?? process.env;
    this.name = address.name;
    this.revision = address.model;
    this.#address = address;
    this.#options = options;
    this.#key = keyOf(address, env);
    if (options.cache !== false) this.#cache = new FileCache(options.cache ?? defaultCache(env));
  }

  /** Asks the model (or the cache) for one row; throws `model-unavailable` or `unreachable`. */
  static async connect(address: string, options: EndpointOptions = {}): Promise<EndpointEmbedder> {
    const embedder = new EndpointEmbedder(parseEndpointAddress(address), options);
    await embedder.embed(['dimensions']);
    return embedder;
  }

  get dimensions(): number {
    return this.#dimensions;
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const sent = texts.map(sendable);
    const rows = new Map<string, Float32Array>();
    const missing: string[] = [];
    for (const text of new Set(sent)) {
      const kept = await this.#kept(text);
      if (kept === undefined) missing.push(text);
      else rows.set(text, kept);
    }
    for (const batch of batches(missing)) {
      const answers = await this.#request(batch);
      for (const [i, text] of batch.entries()) {
        const row = answers[i];
        if (row === undefined) continue;
        rows.set(text, row);
        await this.#keep(text, row);
      }
    }
    return sent.map((text) => {
      const row = rows.get(text);
      if (row === undefined) throw this.#unusable('its answer leaves out a text');
      return row.slice();
    });
  }

  async #request(input: readonly string[]): Promise<Float32Array[]> {
    const request: JsonRequest = {
      url: this.#address.url,
      body: { model: this.#address.model, input, encoding_format: 'float' },
      key: this.#key,
      timeoutMs: this.#options.timeoutMs ?? 60_000,
      largestAnswer,
      fetch: this.#options.fetch ?? fetch,
      signal: this.#options.signal,
    };
    try {
      const policy = this.#options.retry ?? patientRetry;
      const answer = await retry(() => postJson(request), policy, this.#options.signal);
      return readEmbeddings(answer, input.length).map((row) => this.#checked(toUnitLength(row)));
    } catch (error) {
      if (error instanceof TransientError) {
        const target = `${this.#address.url.origin}${this.#address.url.pathname}`;
        throw new GroundrailError('unreachable', { target, reason: error.message }, { cause: error });
      }
      if (error instanceof RefusedError) throw this.#unusable(error.message, error);
      if (error instanceof RangeError) throw this.#unusable(error.message, error);
      throw error;
    }
  }

  #checked(row: Float32Array): Float32Array {
    if (this.#dimensions === 0) this.#dimensions = row.length;
    if (row.length === this.#dimensions) return row;
    throw new RangeError(`it returns ${row.length} components where it returned ${this.#dimensions} before`);
  }

  #unusable(reason: string, cause?: Error): GroundrailError {
    const status = cause instanceof RefusedError ? cause.status : 200;
    const remedy =
      status === 401 || status === 403
        ? `Put a valid key into the environment variable ${keyVariable}.`
        : 'Check that the address ends where /embeddings is served, that the server knows the model, and what it says.';
    return new GroundrailError('model-unavailable', { model: this.name, reason, remedy }, { cause });
  }

  async #kept(text: string): Promise<Float32Array | undefined> {
    try {
      const bytes = await this.#cache?.get(this.#cacheKey(text));
      if (bytes === undefined || bytes.length === 0 || bytes.length % 4 !== 0) return undefined;
      const row = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
      if (this.#dimensions === 0) this.#dimensions = row.length;
      return row.length === this.#dimensions ? row : undefined;
    } catch (error) {
      this.#giveUpCache('read', error);
      return undefined;
    }
  }

  async #keep(text: string, row: Float32Array): Promise<void> {
    try {
      await this.#cache?.set(this.#cacheKey(text), new Uint8Array(row.buffer, row.byteOffset, row.byteLength));
    } catch (error) {
      this.#giveUpCache('written', error);
    }
  }

  #giveUpCache(verb: string, error: unknown): void {
    this.#cache = undefined;
    const reason = error instanceof Error ? error.message : String(error);
    const warn = this.#options.onWarning ?? ((message) => process.emitWarning(message));
    warn(`The cache of embeddings cannot be ${verb} (${reason}); vectors are asked for again.`);
  }

  #cacheKey(text: string): string {
    return JSON.stringify([this.#address.url.href, this.#address.model, text]);
  }
}

/** Servers refuse the empty text, for which a space stands, and halves of surrogate pairs. */
function sendable(text: string): string {
  const cut = text.slice(0, longestText);
  return cut === '' ? ' ' : Buffer.from(cut).toString();
}

function* batches(texts: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (batch.length === textsPerRequest || (batch.length > 0 && characters + text.length > charactersPerRequest)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}

function keyOf(address: EndpointAddress, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const key = env[keyVariable]?.trim() ?? '';
  if (key === '') return undefined;
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  const reason = `the key in ${keyVariable} holds characters that a header cannot carry`;
  throw new GroundrailError('model-unavailable', { model: address.name, reason, remedy: 'Set it again, on one line.' });
}

function defaultCache(env: Readonly<Record<string, string | undefined>>): string {
  return join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'groundrail', 'embeddings');
}
