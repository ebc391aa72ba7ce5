import type { ModelUsage } from './language-model.ts';

/** US dollars for a million tokens; `cached` for input that the provider read from its cache. */
export interface ModelPrice {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/**
 * List prices of well-known models by provider and name, a date behind it left aside. They change: a cost is a guide, and an unknown model
 * has none. As published by OpenAI and Anthropic, end of 2025.
 */
const prices: Readonly<Record<string, ModelPrice>> = {
  'openai:gpt-4o': { input: 2.5, cached: 1.25, output: 10 },
  'openai:gpt-4o-mini': { input: 0.15, cached: 0.075, output: 0.6 },
  'openai:gpt-4.1': { input: 2, cached: 0.5, output: 8 },
  'openai:gpt-4.1-mini': { input: 0.4, cached: 0.1, output: 1.6 },
  'openai:gpt-4.1-nano': { input: 0.1, cached: 0.025, output: 0.4 },
  'openai:o3': { input: 2, cached: 0.5, output: 8 },
  'openai:o4-mini': { input: 1.1, cached: 0.275, output: 4.4 },
  'openai:gpt-5': { input: 1.25, cached: 0.125, output: 10 },
  'openai:gpt-5-mini': { input: 0.25, cached: 0.025, output: 2 },
  'openai:gpt-5-nano': { input: 0.05, cached: 0.005, output: 0.4 },
  'anthropic:claude-3-5-haiku': { input: 0.8, cached: 0.08, output: 4 },
  'anthropic:claude-haiku-4-5': { input: 1, cached: 0.1, output: 5 },
  'anthropic:claude-sonnet-4': { input: 3, cached: 0.3, output: 15 },
  'anthropic:claude-sonnet-4-0': { input: 3, cached: 0.3, output: 15 },
  'anthropic:claude-sonnet-4-5': { input: 3, cached: 0.3, output: 15 },
  'anthropic:claude-opus-4': { input: 15, cached: 1.5, output: 75 },
  'anthropic:claude-opus-4-0': { input: 15, cached: 1.5, output: 75 },
  'anthropic:claude-opus-4-1': { input: 15, cached: 1.5, output: 75 },
  'anthropic:claude-opus-4-5': { input: 5, cached: 0.5, output: 25 },
  'ollama:': { input: 0, cached: 0, output: 0 },
  'gguf:': { input: 0, cached: 0, output: 0 },
};

/** The price of a model named `provider:model`; undefined where it is not known. */
export function priceOf(name: string): ModelPrice | undefined {
  const known = Object.keys(prices).find((start) => isNamed(name, start));
  return known === undefined ? undefined : prices[known];
}

/** US dollars of a turn. */
export function costOf(usage: ModelUsage, price: ModelPrice | undefined): number | undefined {
  if (price === undefined) return undefined;
  const fresh = Math.max(0, usage.inputTokens - usage.cachedTokens);
  return (fresh * price.input + usage.cachedTokens * price.cached + usage.outputTokens * price.output) / 1_000_000;
}

/** A name may continue only by a date: gpt-5-2025-08-07 is gpt-5, gpt-5.1 and gpt-5-pro are not. */
function isNamed(name: string, start: string): boolean {
  if (!name.startsWith(start)) return false;
  return start.endsWith(':') || /^(?:-\d{4}-\d{2}-\d{2}|-\d{6,8}|-latest)?$/.test(name.slice(start.length));
}
