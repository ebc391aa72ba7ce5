import type { ToolDefinition, ToolEffect } from '../base/index.ts';
import type { LanguageModel, ModelCall, ModelMessage, ModelTool } from '../models/index.ts';
import { inFull, renderConversation, type Telling } from './conversation.ts';
import type { Driver, DriverPart, RunView, Step } from './driver.ts';
import { openMatters } from './history.ts';
import { progressPrompt } from './prompts/progress.ts';
import { promptName, renderPrompt } from './prompts/prompt.ts';
import { systemPrompt } from './prompts/system.ts';

/** Values of one parameter that are told apart. */
const mostOffered = 200;

/** How a model is asked. */
export interface ModelDriverOptions {
  /** Lines about the surroundings that the model needs besides the task, such as today's date. */
  readonly facts?: readonly string[];
  /** A call that is made first, before the model is asked: what every run begins with costs no turn. */
  readonly opening?: (task: string) => Pick<ModelCall, 'name' | 'input'>;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly seed?: number;
  /** Tokens of the conversation at which earlier steps are told in short; default: three quarters of what fits. */
  readonly compactAt?: number;
}

/** Drives the loop by a language model. What it tells the model depends on the run alone. */
export class ModelDriver implements Driver {
  readonly name: string;
  readonly prompts = [promptName(systemPrompt), promptName(progressPrompt)];
  readonly #model: LanguageModel;
  readonly #options: ModelDriverOptions;
  #telling = inFull;
  #told = 0;

  constructor(model: LanguageModel, options: ModelDriverOptions = {}) {
    this.name = model.name;
    this.#model = model;
    this.#options = options;
  }

  async *next({ task, tools, steps }: RunView, signal: AbortSignal): AsyncGenerator<DriverPart> {
    const { facts = [], opening: first, temperature, seed } = this.#options;
    if (steps.length === 0 && first !== undefined) {
      yield { type: 'turn', turn: { text: '', calls: [{ id: 'opening', ...first(task) }], finish: 'calls' } };
      return;
    }
    const maxOutputTokens = this.#options.maxOutputTokens ?? Math.min(4_096, Math.floor(this.#model.contextTokens / 4));
    const described = tools.map(
      ({ name, description, inputSchema }): ModelTool => ({ name, description, inputSchema }),
    );
    const overhead = this.#model.countTokens(JSON.stringify(described));
    const fits = this.#model.contextTokens - maxOutputTokens - overhead;
    const budget = Math.min(this.#options.compactAt ?? Number.POSITIVE_INFINITY, Math.floor(fits * 0.75));
    const system = renderPrompt(systemPrompt, namesByEffect(tools));
    const opening = [...facts, `Task: ${task}`].join('\n');
    // A driver that sees another run than before starts anew.
    if (steps.length < this.#told) this.#telling = inFull;
    this.#told = steps.length;
    const tell = (telling: Telling): ModelMessage[] => renderConversation(system, opening, steps, telling, budget);
    let messages = tell(this.#telling);
    const before = this.#count(messages);
    if (before > budget) {
      this.#telling = shorter(steps, (telling) => this.#count(tell(telling)), budget / 2);
      messages = tell(this.#telling);
      const tokensAfter = this.#count(messages);
      yield { type: 'compacted', steps: this.#telling.digested, tokensBefore: before, tokensAfter };
    }
    yield* this.#model.stream({
      messages,
      tools: described,
      withheld: withheld(steps, tools),
      choices: offered(steps),
      maxOutputTokens,
      ...(temperature !== undefined && { temperature }),
      ...(seed !== undefined && { seed }),
      signal,
    });
  }

  #count(messages: readonly ModelMessage[]): number {
    return messages.reduce((sum, message) => {
      const calls = message.role === 'assistant' ? JSON.stringify(message.calls) : '';
      return sum + 4 + this.#model.countTokens(message.text + calls);
    }, 0);
  }
}

/** The fullest telling that fits: first fewer steps in full, then shorter observations of the last one. */
function shorter(steps: readonly Step[], count: (telling: Telling) => number, budget: number): Telling {
  let telling = inFull;
  for (const observation of [Number.POSITIVE_INFINITY, 4_000, 1_500, 500]) {
    for (let digested = 1; digested < Math.max(2, steps.length); digested++) {
      telling = { digested: Math.min(digested, Math.max(0, steps.length - 1)), observation };
      if (count(telling) <= budget) return telling;
    }
  }
  return telling;
}

function namesByEffect(tools: readonly ToolDefinition[]): Record<ToolEffect, string> {
  const names = (effect: ToolEffect): string =>
    tools
      .filter((tool) => tool.effect === effect)
      .map(({ name }) => name)
      .join(', ') || 'no tool here';
  return { read: names('read'), propose: names('propose'), submit: names('submit'), finish: names('finish') };
}

/**
 * Tools that make no sense in this turn: those whose last call only repeated an earlier one, and with them those that finish, so that a
 * model that circles goes on instead of giving up; and those that submit while nothing is proposed.
 */
function withheld(steps: readonly Step[], tools: readonly ToolDefinition[]): string[] {
  const last = steps.at(-1)?.observations ?? [];
  const repeated = new Set(
    last.filter(({ effect, repeats }) => effect === 'read' && repeats !== undefined).map(({ tool }) => tool),
  );
  const open = openMatters(steps.flatMap(({ observations }) => observations)).length > 0;
  const names = tools
    .filter(
      ({ name, effect }) =>
        repeated.has(name) || (effect === 'submit' && !open) || (effect === 'finish' && repeated.size > 0),
    )
    .map(({ name }) => name);
  // Something has to be left to call.
  return names.length < tools.length ? names : [];
}

/** What observations offered as values of parameters, the latest first; what is settled is offered no more. */
function offered(steps: readonly Step[]): Record<string, string[]> {
  const observations = steps.flatMap((step) => step.observations);
  const open = openMatters(observations);
  const known = new Map<string, Set<string>>();
  for (const { offers = {}, opens } of observations.reverse()) {
    if (opens !== undefined && !open.includes(opens)) continue;
    for (const [parameter, values] of Object.entries(offers)) {
      const all = known.get(parameter) ?? new Set();
      for (const value of values) if (all.size < mostOffered) all.add(value);
      known.set(parameter, all);
    }
  }
  return Object.fromEntries([...known].map(([parameter, values]) => [parameter, [...values]]));
}
