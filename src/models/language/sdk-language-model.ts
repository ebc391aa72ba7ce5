import type { RetryPolicy } from '../retry.ts';
import { pauseMs } from '../retry.ts';
import type { LanguageModel, ModelPart, ModelRequest, ModelTurn, ModelUsage } from './language-model.ts';
import { type FailingModel, readFailure } from './model-failure.ts';
import { costOf, type ModelPrice } from './prices.ts';
import { type SdkCallOptions, type SdkModel, toSdkPrompt, toSdkTools } from './sdk-prompt.ts';
import { SdkTurn } from './sdk-turn.ts';
import { estimateTokens } from './tokens.ts';

/** What the adapter is made of. */
export interface SdkLanguageModelParts {
  readonly sdk: SdkModel;
  readonly identity: FailingModel;
  readonly contextTokens: number;
  readonly price: ModelPrice | undefined;
  readonly retry: RetryPolicy;
  /** An attempt is given up when for so long no piece of the answer came. */
  readonly silenceMs: number;
  /** What the provider wants to have besides, such as marks for its cache. */
  readonly adapt?: ((options: SdkCallOptions) => SdkCallOptions) | undefined;
}

/** A model of the AI SDK behind our interface: streamed, repeated where that may help, watched for silence. */
export class SdkLanguageModel implements LanguageModel {
  readonly name: string;
  readonly contextTokens: number;
  readonly #parts: SdkLanguageModelParts;

  constructor(parts: SdkLanguageModelParts) {
    this.name = parts.identity.name;
    this.contextTokens = parts.contextTokens;
    this.#parts = parts;
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelPart> {
    const { retry, identity } = this.#parts;
    for (let tried = 1; ; tried++) {
      request.signal?.throwIfAborted();
      try {
        yield* this.#attempt(request);
        return;
      } catch (error) {
        request.signal?.throwIfAborted();
        const failure = readFailure(error, identity);
        const pause = failure.transient ? pauseMs(tried, failure.afterMs, retry) : undefined;
        if (pause === undefined) throw failure.error;
        yield { type: 'restart', reason: failure.reason };
        await retry.sleep(pause, request.signal);
      }
    }
  }

  countTokens(text: string): number {
    return estimateTokens(text);
  }

  async close(): Promise<void> {}

  async *#attempt(request: ModelRequest): AsyncGenerator<ModelPart> {
    const silence = new Silence(this.#parts.silenceMs);
    const signal = request.signal === undefined ? silence.signal : AbortSignal.any([silence.signal, request.signal]);
    try {
      const { stream } = await silence.watch(this.#parts.sdk.doStream(this.#options(request, signal)));
      const reader = stream.getReader();
      const turn = new SdkTurn();
      try {
        for (;;) {
          const { done, value } = await silence.watch(reader.read());
          if (done) break;
          const delta = turn.take(value);
          if (delta !== '') yield { type: 'text', delta };
        }
      } finally {
        // Also frees the connection where the consumer stopped early; what the source says to that is of no interest any more.
        void reader.cancel().catch(() => undefined);
      }
      const complete = turn.complete(() => estimateUsage(request, turn));
      if (complete === undefined) throw new Error('the answer broke off');
      yield { type: 'turn', turn: this.#priced(complete) };
    } finally {
      silence.end();
    }
  }

  #options({ messages, tools, toolChoice, maxOutputTokens, temperature, seed }: ModelRequest, signal: AbortSignal) {
    const options: SdkCallOptions = {
      prompt: toSdkPrompt(messages),
      abortSignal: signal,
      ...(tools.length > 0 && { tools: toSdkTools(tools), toolChoice: { type: toolChoice ?? 'auto' } }),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      ...(temperature !== undefined && { temperature }),
      ...(seed !== undefined && { seed }),
    };
    return this.#parts.adapt?.(options) ?? options;
  }

  #priced(turn: ModelTurn): ModelTurn {
    const cost = costOf(turn.usage, this.#parts.price);
    return cost === undefined ? turn : { ...turn, cost };
  }
}

/** Rejects what is waited for once nothing has come for too long, and aborts the request behind it. */
class Silence {
  readonly #longestMs: number;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async watch<T>(waited: PromiseLike<T>): Promise<T> {
    clearTimeout(this.#timer);
    const silent = new Promise<never>((_, reject) => {
      this.#timer = setTimeout(() => {
        const error = new Error(`nothing came for ${this.#longestMs / 1000} seconds`);
        this.#controller.abort(error);
        reject(error);
      }, this.#longestMs);
    });
    try {
      return await Promise.race([waited, silent]);
    } finally {
      clearTimeout(this.#timer);
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }
}

function estimateUsage({ messages, tools }: ModelRequest, turn: SdkTurn): ModelUsage {
  const input = messages.reduce(
    (sum, { text }) => sum + 4 + estimateTokens(text),
    estimateTokens(JSON.stringify(tools)),
  );
  return { inputTokens: input, outputTokens: Math.ceil(turn.size / 4), cachedTokens: 0, estimated: true };
}
