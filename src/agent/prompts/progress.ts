import type { Prompt } from './prompt.ts';

/** Stands in the place of earlier steps once the conversation has become too long. */
export const progressPrompt: Prompt = {
  id: 'progress',
  version: 1,
  text: `Steps 1 to {{last}} in short, oldest first. What is listed as ok is done; identifiers are exact.
{{lines}}
Go on from here.`,
};
