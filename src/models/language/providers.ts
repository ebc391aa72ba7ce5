import { GroundrailError } from '../../base/index.ts';
import type { SdkCallOptions, SdkModel } from './sdk-prompt.ts';

/** A model behind HTTP: how it is reached, and what of it must stay secret. */
export interface RemoteModel {
  readonly sdk: SdkModel;
  /** Origin of the server. */
  readonly server: string;
  readonly keyVariable?: string | undefined;
  readonly key?: string | undefined;
  readonly contextTokens: number;
  readonly adapt?: (options: SdkCallOptions) => SdkCallOptions;
}

/** What a provider is asked for. */
export interface ProviderRequest {
  /** `provider:model`, for messages. */
  readonly name: string;
  /** What follows the first colon. */
  readonly model: string;
  readonly baseUrl: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof fetch;
}

type Provider = (request: ProviderRequest) => Promise<RemoteModel>;

/** OpenAI's Responses API; nothing is stored there. */
const openai: Provider = async (request) => {
  const key = requiredKey(request, 'OPENAI_API_KEY');
  const { url, server } = addressOf(request, 'OPENAI_BASE_URL', 'https://api.openai.com/v1');
  const { createOpenAI } = await import('@ai-sdk/openai');
  const provider = createOpenAI({ apiKey: key, baseURL: url, fetch: request.fetch });
  return {
    sdk: provider.responses(request.model),
    server,
    keyVariable: 'OPENAI_API_KEY',
    key,
    contextTokens: 128_000,
    adapt: (options) => ({ ...options, providerOptions: { openai: { store: false } } }),
  };
};

/** Anthropic's Messages API; the beginning of a conversation is marked for the provider's cache. */
const anthropic: Provider = async (request) => {
  const key = requiredKey(request, 'ANTHROPIC_API_KEY');
  const { url, server } = addressOf(request, 'ANTHROPIC_BASE_URL', 'https://api.anthropic.com/v1');
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  // Anthropic's own tools write the address without the version.
  const versioned = new URL(url).pathname === '/' ? `${url}/v1` : url;
  const provider = createAnthropic({ apiKey: key, baseURL: versioned, fetch: request.fetch });
  return {
    sdk: provider.messages(request.model),
    server,
    keyVariable: 'ANTHROPIC_API_KEY',
    key,
    contextTokens: 200_000,
    adapt: (options) => ({ ...options, prompt: markForCache(options.prompt) }),
  };
};

/** Any server that speaks OpenAI's Chat Completions: `openai-compatible:<model>`, or `openai-compatible:<url>#<model>`. */
const openaiCompatible: Provider = async (request) => {
  const hash = request.model.startsWith('http') ? request.model.indexOf('#') : -1;
  const written = hash < 0 ? request.baseUrl : request.model.slice(0, hash);
  const model = hash < 0 ? request.model : request.model.slice(hash + 1);
  if (model === '') throw unavailable(request.name, 'its address names no model after #', compatibleRemedy);
  const key = optionalKey(request, 'GROUNDRAIL_MODEL_API_KEY');
  const { url, server } = addressOf({ ...request, baseUrl: written }, 'GROUNDRAIL_MODEL_BASE_URL', undefined);
  return chatCompletions(request, { model, url, server, key, keyVariable: 'GROUNDRAIL_MODEL_API_KEY' });
};

/** An Ollama server, by its OpenAI-compatible path. */
const ollama: Provider = (request) => {
  const host = request.env.OLLAMA_HOST?.trim() || 'http://127.0.0.1:11434';
  const origin = (/^https?:\/\//.test(host) ? host : `http://${host}`).replace('//0.0.0.0', '//127.0.0.1');
  const { url, server } = addressOf(request, 'OLLAMA_HOST', origin, false);
  const versioned = url.endsWith('/v1') ? url : `${url}/v1`;
  return chatCompletions(request, {
    model: request.model,
    url: versioned,
    server,
    key: undefined,
    keyVariable: undefined,
  });
};

/** The providers behind HTTP by name. */
export const providers: Readonly<Record<string, Provider>> = {
  openai,
  anthropic,
  'openai-compatible': openaiCompatible,
  ollama,
};

const compatibleRemedy =
  'Set "export GROUNDRAIL_MODEL_BASE_URL=https://host/v1", or write openai-compatible:https://host/v1#<model>.';

async function chatCompletions(
  request: ProviderRequest,
  at: { model: string; url: string; server: string; key: string | undefined; keyVariable: string | undefined },
): Promise<RemoteModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'endpoint',
    baseURL: at.url,
    includeUsage: true,
    fetch: request.fetch,
    ...(at.key !== undefined && { apiKey: at.key }),
  });
  return {
    sdk: provider.chatModel(at.model),
    server: at.server,
    keyVariable: at.keyVariable,
    key: at.key,
    contextTokens: 32_000,
  };
}

function requiredKey(request: ProviderRequest, variable: string): string {
  const key = optionalKey(request, variable);
  if (key !== undefined) return key;
  throw unavailable(request.name, `the environment has no ${variable}`, `Run "export ${variable}=<key>" first.`);
}

function optionalKey({ env, name }: ProviderRequest, variable: string): string | undefined {
  const key = env[variable]?.trim() ?? '';
  if (key === '') return undefined;
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw unavailable(
    name,
    `the key in ${variable} holds characters that a header cannot carry`,
    'Set it again, on one line.',
  );
}

/** The base URL of the option, the environment or the default, in this order. */
function addressOf(
  { name, baseUrl, env }: ProviderRequest,
  variable: string,
  usual: string | undefined,
  readVariable = true,
): { readonly url: string; readonly server: string } {
  const written = baseUrl ?? ((readVariable ? env[variable]?.trim() : undefined) || usual);
  if (written === undefined) throw unavailable(name, 'it has no base URL', compatibleRemedy);
  const remedy = `Correct the base URL, for instance in ${variable}.`;
  if (!URL.canParse(written)) throw unavailable(name, 'its base URL is no URL', remedy);
  const { protocol, username, password, origin } = new URL(written);
  if (protocol !== 'http:' && protocol !== 'https:') throw unavailable(name, 'its base URL is not http(s)', remedy);
  if (username !== '' || password !== '') throw unavailable(name, 'its base URL carries a user or password', remedy);
  return { url: written.replace(/\/+$/, ''), server: origin };
}

function unavailable(model: string, reason: string, remedy: string): GroundrailError {
  return new GroundrailError('model-unavailable', { model, reason, remedy });
}

/** Marks the system prompt and the end of the conversation: everything up to there is read from the cache the next time. */
function markForCache(prompt: SdkCallOptions['prompt']): SdkCallOptions['prompt'] {
  const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };
  return prompt.map((message, index) =>
    message.role === 'system' || index === prompt.length - 1 ? { ...message, providerOptions } : message,
  );
}
