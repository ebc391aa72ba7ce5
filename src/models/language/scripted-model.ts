import type { LanguageModel, ModelCall, ModelPart, ModelRequest, ModelTurn } from './language-model.ts';
import { estimateTokens } from './tokens.ts';

/** What a scripted model says in one turn: text, calls, both, or an error that it throws. */
export interface ScriptedTurn {
  readonly text?: string;
  readonly calls?: readonly (Omit<ModelCall, 'id'> & { readonly id?: string })[];
  readonly error?: Error;
}

/** What a turn is made from: the request, and how many turns came before it. */
export type ScriptedStep = ScriptedTurn | ((request: ModelRequest, turn: number) => ScriptedTurn);

/** A model without a model: says what its script says, turn by turn, and repeats the last step for ever. For tests and examples. */
export class ScriptedModel implements LanguageModel {
  readonly name = 'scripted';
  readonly contextTokens: number;
  /** The requests that came, oldest first. */
  readonly requests: ModelRequest[] = [];
  readonly #steps: readonly ScriptedStep[];

  constructor(steps: readonly ScriptedStep[], options: { contextTokens?: number } = {}) {
    this.#steps = steps;
    this.contextTokens = options.contextTokens ?? 128_000;
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelPart> {
    request.signal?.throwIfAborted();
    const number = this.requests.push(request) - 1;
    const step = this.#steps[Math.min(number, this.#steps.length - 1)] ?? {};
    const { text = '', calls = [], error } = typeof step === 'function' ? step(request, number) : step;
    if (error !== undefined) throw error;
    for (const word of text.match(/\S+\s*/g) ?? []) yield { type: 'text', delta: word };
    const input = request.messages.reduce((sum, message) => sum + estimateTokens(message.text), 0);
    const turn: ModelTurn = {
      text,
      calls: calls.map((call, position) => ({ ...call, id: call.id ?? `call-${number + 1}-${position + 1}` })),
      finish: calls.length > 0 ? 'calls' : 'stop',
      usage: {
        inputTokens: input,
        outputTokens: estimateTokens(text + JSON.stringify(calls)),
        cachedTokens: 0,
        estimated: true,
      },
    };
    yield { type: 'turn', turn };
  }

  countTokens(text: string): number {
    return estimateTokens(text);
  }

  async close(): Promise<void> {}
}
