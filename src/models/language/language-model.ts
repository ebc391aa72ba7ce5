/** A tool as a language model is told of it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/**
 * A tool call that a model asked for. `input` is the parsed JSON of the arguments; where they are no JSON, it is the text as it came and
 * `malformed` says what is wrong with it.
 */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly malformed?: string;
}

/** One message of a conversation. */
export type ModelMessage =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly ModelCall[];
      /** `origin` of the turn that this message was, so that a provider gets back its reasoning unchanged. */
      readonly origin?: unknown;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      readonly text: string;
      readonly failed: boolean;
    };

/** What a model is asked. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  /**
   * Names of tools that make no sense in this turn. A model that is held to a grammar cannot call them; for others the list of tools stays
   * as it is, since providers cache what a request begins with, and the call is refused.
   */
  readonly withheld?: readonly string[];
  /** The only values that exist for a parameter, by its name, for models that are held to a grammar. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** `required`: the turn has to be a tool call. Default: `auto`. */
  readonly toolChoice?: 'auto' | 'required' | 'none';
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly seed?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Tokens that a turn cost, as counted by the provider; `estimated` where it did not count. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Part of the input that was read from the provider's cache or was evaluated before. */
  readonly cachedTokens: number;
  readonly estimated?: true;
}

/** What a model answered. */
export interface ModelTurn {
  readonly text: string;
  readonly calls: readonly ModelCall[];
  readonly finish: 'stop' | 'calls' | 'length' | 'filtered' | 'other';
  readonly usage: ModelUsage;
  /** US dollars, where the price of the model is known. */
  readonly cost?: number;
  /** JSON that the provider wants back with this turn; opaque to everybody else. */
  readonly origin?: unknown;
}

/** A piece of an answer. `restart`: the attempt failed and is repeated, what was streamed so far is void. `turn` comes last, once. */
export type ModelPart =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'restart'; readonly reason: string }
  | { readonly type: 'turn'; readonly turn: ModelTurn };

/**
 * A language model. `stream` throws `model-unavailable` or `unreachable` where no answer can be had, after having repeated what repeating
 * may help, and the signal's reason where it was aborted; neither error holds a key.
 */
export interface LanguageModel {
  /** As it was asked for: `provider:model`. */
  readonly name: string;
  /** Tokens that a request and its answer may have together. */
  readonly contextTokens: number;
  stream(request: ModelRequest): AsyncIterable<ModelPart>;
  /** Tokens of a text, by the model's own tokenizer or an estimate. */
  countTokens(text: string): number;
  /** Frees what the model holds; it cannot be used afterwards. */
  close(): Promise<void>;
}

/** The turn at the end of a stream. */
export async function completeTurn(model: LanguageModel, request: ModelRequest): Promise<ModelTurn> {
  for await (const part of model.stream(request)) if (part.type === 'turn') return part.turn;
  throw new RangeError(`The model ${model.name} ended without a turn.`);
}
