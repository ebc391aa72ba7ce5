import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { progressPrompt } from './progress.ts';
import { type Prompt, promptName, renderPrompt } from './prompt.ts';
import { systemPrompt } from './system.ts';

const prompts: { prompt: Prompt; values: Record<string, string> }[] = [
  {
    prompt: systemPrompt,
    values: { read: 'search, describe', propose: 'propose_call', submit: 'submit', finish: 'finish' },
  },
  { prompt: progressPrompt, values: { last: '7', lines: '1. search -> ok' } },
];

describe.each(prompts)('the prompt $prompt.id', ({ prompt, values }) => {
  it('renders whole', () => {
    const text = renderPrompt(prompt, values);
    expect(text).not.toMatch(/\{\{|\}\}|undefined/);
    for (const value of Object.values(values)) expect(text).toContain(value);
  });

  it('has no place for a value that is never given, and misses none', () => {
    for (const name of Object.keys(values)) {
      const { [name]: _, ...others } = values;
      expect(() => renderPrompt(prompt, others)).toThrow(`needs a value for ${name}`);
    }
  });

  it('is short', () => {
    expect(prompt.text.length).toBeLessThan(2_000);
  });
});

/** Who changes a text raises its version and writes both here. */
it('has another version whenever its text changes', () => {
  const digests = prompts.map(
    ({ prompt }) => `${promptName(prompt)} ${createHash('sha256').update(prompt.text).digest('hex').slice(0, 12)}`,
  );
  expect(digests).toMatchInlineSnapshot(`
    [
      "system/1 d73fd6473dc9",
      "progress/1 cf86a740972c",
    ]
  `);
});

it('does not look for names inside of values', () => {
  const prompt = { id: 'p', version: 1, text: 'Say {{word}}.' };
  expect(renderPrompt(prompt, { word: '{{other}}' })).toBe('Say {{other}}.');
});
