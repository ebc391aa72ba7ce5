import { GroundrailError } from '../../base/index.ts';
import { patientRetry, type RetryPolicy } from '../retry.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { loadGgufModel } from './gguf/gguf-model.ts';
import type { LanguageModel } from './language-model.ts';
import { type ModelPrice, priceOf } from './prices.ts';
import { providers } from './providers.ts';
import { SdkLanguageModel } from './sdk-language-model.ts';
import { RecordingModel, ReplayModel } from './transcript.ts';

const mostBytes = 64 * 1024 * 1024;

/** What a language model takes from its surroundings; everything has a default. */
export interface LanguageModelOptions {
  /** Where keys and base URLs come from; default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly fetch?: typeof fetch;
  /** Wins over the environment's. */
  readonly baseUrl?: string;
  readonly retry?: RetryPolicy;
  /** An attempt is given up when nothing came for so long; default: two minutes. */
  readonly silenceMs?: number;
  /** Tokens that fit; default: what the provider's models have at least, or GROUNDRAIL_MODEL_CONTEXT. */
  readonly contextTokens?: number;
  /** Default: the list price, where it is known. */
  readonly price?: ModelPrice;
  /** File that every turn is appended to, so that it can be replayed. */
  readonly transcript?: string;
}

/**
 * The language model a name stands for: `openai:<model>`, `anthropic:<model>`, `openai-compatible:<model>` (or `<url>#<model>`),
 * `ollama:<model>`, `gguf:<file>`, `replay:<file>`. Throws `model-unavailable` with the command that helps where it cannot be used.
 */
export async function languageModel(name: string, options: LanguageModelOptions = {}): Promise<LanguageModel> {
  const model = await open(name, options);
  return options.transcript === undefined ? model : new RecordingModel(model, options.transcript);
}

async function open(name: string, options: LanguageModelOptions): Promise<LanguageModel> {
  const colon = name.indexOf(':');
  const [provider, model] = colon < 0 ? [name, ''] : [name.slice(0, colon), name.slice(colon + 1).trim()];
  const env = options.env ?? process.env;
  const contextTokens = options.contextTokens ?? contextIn(name, env);
  const create = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (model === '' || (create === undefined && provider !== 'gguf' && provider !== 'replay')) {
    const known = [...Object.keys(providers).map((known) => `${known}:<model>`), 'gguf:<file>', 'replay:<file>'];
    throw new GroundrailError('model-unavailable', {
      model: name,
      reason: model === '' ? 'its name has to be provider:model' : 'no such provider is known',
      remedy: `Choose one of ${known.join(', ')}.`,
    });
  }
  if (provider === 'replay') return ReplayModel.open(model);
  if (create === undefined) return loadGgufModel(model, contextTokens === undefined ? {} : { contextTokens });
  const request = {
    name,
    model,
    baseUrl: options.baseUrl,
    env,
    fetch: boundedFetch(options.fetch ?? fetch, mostBytes),
  };
  const remote = await create(request);
  return new SdkLanguageModel({
    sdk: remote.sdk,
    identity: { name, server: remote.server, keyVariable: remote.keyVariable, key: remote.key },
    contextTokens: contextTokens ?? remote.contextTokens,
    price: options.price ?? priceOf(name),
    retry: options.retry ?? patientRetry,
    silenceMs: options.silenceMs ?? 120_000,
    adapt: remote.adapt,
  });
}

function contextIn(name: string, env: Readonly<Record<string, string | undefined>>): number | undefined {
  const written = env.GROUNDRAIL_MODEL_CONTEXT?.trim() ?? '';
  if (written === '') return undefined;
  const tokens = Number(written);
  if (Number.isSafeInteger(tokens) && tokens >= 2_048) return tokens;
  const reason = `GROUNDRAIL_MODEL_CONTEXT is ${JSON.stringify(written.slice(0, 50))}`;
  throw new GroundrailError('model-unavailable', {
    model: name,
    reason,
    remedy: 'Set it to a number of tokens, at least 2048.',
  });
}
