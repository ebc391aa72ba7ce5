import type { ModelMessage } from '../models/index.ts';
import { boundText } from './bounded.ts';
import { digestSteps } from './compaction.ts';
import type { Observation, Step } from './driver.ts';
import { progressPrompt } from './prompts/progress.ts';
import { renderPrompt } from './prompts/prompt.ts';
import { renderObservation } from './render-observation.ts';

/** How much of the past a conversation tells: steps up to `digested` in short, observations of the others up to `observation` characters. */
export interface Telling {
  readonly digested: number;
  readonly observation: number;
}

/** Everything is told in full. */
export const inFull: Telling = { digested: 0, observation: Number.POSITIVE_INFINITY };

/** The messages of a run. The same run told the same way gives the same beginning, which models evaluate only once. */
export function renderConversation(
  system: string,
  opening: string,
  steps: readonly Step[],
  { digested, observation }: Telling,
  digestLimit: number,
): ModelMessage[] {
  const messages: ModelMessage[] = [
    { role: 'system', text: system },
    { role: 'user', text: opening },
  ];
  const early = steps.slice(0, digested);
  if (early.length > 0) {
    const lines = digestSteps(early, digestLimit);
    messages.push({ role: 'user', text: renderPrompt(progressPrompt, { last: String(digested), lines }) });
  }
  for (const { turn, observations, notice } of steps.slice(digested)) {
    const { text, calls, origin } = turn;
    messages.push({ role: 'assistant', text, calls, ...(origin !== undefined && { origin }) });
    for (const seen of observations) {
      messages.push({
        role: 'tool',
        callId: seen.callId,
        name: seen.tool,
        text: boundText(renderObservation(stands(seen, digested) ? referTo(seen) : seen), observation),
        failed: !seen.ok,
      });
    }
    if (notice !== undefined) messages.push({ role: 'user', text: notice });
  }
  return messages;
}

/** True for a repeated call whose answer is told in full further up. */
function stands({ ok, repeats }: Observation, digested: number): boolean {
  return ok && repeats !== undefined && repeats > digested;
}

/** An answer that stands further up is not told twice: that costs tokens, and shows small models a circle to go on in. */
function referTo(seen: Observation): Observation {
  const text = `You made this call before (step ${seen.repeats}), nothing has changed since, and its answer stands there. Do the next thing now.`;
  return { ...seen, text, findings: [] };
}
