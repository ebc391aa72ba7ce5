import { describe, expect, it } from 'vitest';
import { languageModel } from './create-language-model.ts';
import { costOf, priceOf } from './prices.ts';
import { estimateTokens } from './tokens.ts';

describe('the name of a language model', () => {
  const key = { OPENAI_API_KEY: 'k' };
  it.each([
    ['', {}, 'its name has to be provider:model'],
    ['openai', key, 'its name has to be provider:model'],
    ['openai:', key, 'its name has to be provider:model'],
    ['mistral:large', {}, 'no such provider is known. Choose one of openai:<model>, anthropic:<model>'],
    ['constructor:x', {}, 'no such provider is known'],
    ['openai-compatible:x', {}, 'it has no base URL. Set "export GROUNDRAIL_MODEL_BASE_URL=https://host/v1"'],
    ['openai-compatible:http://host/v1#', {}, 'its address names no model after #'],
    ['openai-compatible:x', { GROUNDRAIL_MODEL_BASE_URL: 'nonsense' }, 'its base URL is no URL'],
    ['openai-compatible:x', { GROUNDRAIL_MODEL_BASE_URL: 'file:///etc' }, 'its base URL is not http(s)'],
    [
      'openai-compatible:x',
      { GROUNDRAIL_MODEL_BASE_URL: 'https://u:p@host' },
      'its base URL carries a user or password',
    ],
    [
      'openai:x',
      { OPENAI_API_KEY: 'two\nlines' },
      'the key in OPENAI_API_KEY holds characters that a header cannot carry',
    ],
    [
      'openai:x',
      { OPENAI_API_KEY: '  ' },
      'the environment has no OPENAI_API_KEY. Run "export OPENAI_API_KEY=<key>" first.',
    ],
    ['gguf:/absent.gguf', {}, 'there is no such file'],
    ['openai:x', { ...key, GROUNDRAIL_MODEL_CONTEXT: 'many' }, 'GROUNDRAIL_MODEL_CONTEXT is "many"'],
  ])('%j is refused in one sentence that helps', async (name, env, sentence) => {
    await expect(languageModel(name, { env })).rejects.toThrow(sentence);
  });

  it('tells how much fits', async () => {
    expect((await languageModel('openai:gpt-5', { env: key })).contextTokens).toBe(128_000);
    const env = { ...key, GROUNDRAIL_MODEL_CONTEXT: '50000' };
    expect((await languageModel('openai:gpt-5', { env })).contextTokens).toBe(50_000);
    expect((await languageModel('openai:gpt-5', { env, contextTokens: 9_000 })).contextTokens).toBe(9_000);
  });
});

describe('prices', () => {
  it.each([
    ['openai:gpt-4o', 2.5],
    ['openai:gpt-4o-2024-08-06', 2.5],
    ['openai:gpt-4o-mini', 0.15],
    ['anthropic:claude-sonnet-4-5-20250929', 3],
    ['anthropic:claude-sonnet-4-5', 3],
    ['ollama:anything', 0],
    ['openai:gpt-4o-audio', undefined],
    ['openai:gpt-5.1', undefined],
    ['openai-compatible:gpt-4o', undefined],
  ])('of %s', (name, input) => {
    expect(priceOf(name)?.input).toBe(input);
  });

  it('count what the cache held at its own price', () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 100_000, cachedTokens: 400_000 };
    expect(costOf(usage, { input: 2, cached: 0.5, output: 8 })).toBeCloseTo(1.2 + 0.2 + 0.8, 12);
    expect(costOf(usage, undefined)).toBeUndefined();
  });
});

describe('estimated tokens', () => {
  it.each([
    ['', 0],
    ['order', 1],
    ['purchase order', 3],
    ['4500000123', 4],
    ['{"a":1}', 7],
    ['采购订单', 4],
  ])('of %j are about %i', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it('are made in time that grows with the text alone', () => {
    expect(estimateTokens('x'.repeat(2_000_000))).toBeGreaterThan(300_000);
  });
});
