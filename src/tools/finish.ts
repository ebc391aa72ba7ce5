import { z } from 'zod';
import type { Tool } from '../base/index.ts';
import { strictInput } from './strict-input.ts';

const sentences = z.array(z.string().min(1).max(2000)).max(50);

const input = strictInput({
  answer: z
    .string()
    .min(1)
    .max(8000)
    .describe('What the user gets to read: what was done, with the numbers of documents'),
  evidence: sentences.default([]).describe('Calls and documents that the answer rests on, one each'),
  notDone: sentences.default([]).describe('What the user wanted and was not done, with the reason, one each'),
  questions: sentences.default([]).describe('What the user has to say before the rest can be done, one each'),
});

const output = z.object({
  answer: z.string(),
  evidence: z.array(z.string()),
  notDone: z.array(z.string()),
  questions: z.array(z.string()),
  complete: z.boolean(),
});

/** Ends the task with an honest account of it. */
export function finishTool(): Tool<z.infer<typeof input>, z.infer<typeof output>> {
  return {
    name: 'finish',
    title: 'Finish the task',
    description:
      'Ends the task. Say in answer what was done, in notDone what was not and why, in questions what is missing. Call it alone, once nothing is left to do or nothing more can be done.',
    input,
    output,
    effect: 'finish',
    async run({ answer, evidence, notDone, questions }) {
      const text = [
        answer,
        ...notDone.map((sentence) => `Not done: ${sentence}`),
        ...questions.map((sentence) => `Question: ${sentence}`),
      ].join('\n');
      const complete = notDone.length === 0 && questions.length === 0;
      return { ok: true, text, data: { answer, evidence, notDone, questions, complete }, findings: [] };
    },
  };
}
