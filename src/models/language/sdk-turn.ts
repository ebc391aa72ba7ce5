import type { ModelCall, ModelTurn, ModelUsage } from './language-model.ts';
import type { SdkModel } from './sdk-prompt.ts';

type SdkStream = Awaited<ReturnType<SdkModel['doStream']>>['stream'];

/** A piece of a stream of the AI SDK. */
export type SdkPart = SdkStream extends ReadableStream<infer Part> ? Part : never;

/** Longest answer that is read, in characters. */
const longestAnswer = 2_000_000;

type Block =
  | { readonly type: 'text' | 'reasoning'; readonly id: string; text: string; metadata: unknown }
  | { readonly type: 'tool-call'; readonly call: ModelCall; readonly metadata: unknown };

/** Gathers the pieces of a stream into a turn. */
export class SdkTurn {
  readonly #blocks: Block[] = [];
  #size = 0;
  #finish: Extract<SdkPart, { type: 'finish' }> | undefined;

  /** Characters that came so far. */
  get size(): number {
    return this.#size;
  }

  /** Takes a piece; returns the text that it adds to the answer. Throws what an error piece holds. */
  take(part: SdkPart): string {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start': {
        const type = part.type === 'text-start' ? 'text' : 'reasoning';
        this.#blocks.push({ type, id: part.id, text: '', metadata: part.providerMetadata });
        return '';
      }
      case 'text-delta':
      case 'reasoning-delta': {
        this.#grow(part.delta);
        const block = this.#open(part.type === 'text-delta' ? 'text' : 'reasoning', part.id);
        block.text += part.delta;
        block.metadata = part.providerMetadata ?? block.metadata;
        return part.type === 'text-delta' ? part.delta : '';
      }
      case 'text-end':
      case 'reasoning-end': {
        const block = this.#open(part.type === 'text-end' ? 'text' : 'reasoning', part.id);
        block.metadata = part.providerMetadata ?? block.metadata;
        return '';
      }
      case 'tool-input-delta':
        this.#grow(part.delta);
        return '';
      case 'tool-call': {
        if (part.providerExecuted === true) return '';
        const call = readCall(part.toolCallId, part.toolName, part.input);
        this.#blocks.push({ type: 'tool-call', call, metadata: part.providerMetadata });
        return '';
      }
      case 'finish':
        this.#finish = part;
        return '';
      case 'error':
        throw part.error instanceof Error ? part.error : new StreamedError(part.error);
      default:
        return '';
    }
  }

  /** The whole turn; undefined where the stream ended before it was complete. */
  complete(estimate: () => ModelUsage): ModelTurn | undefined {
    const finish = this.#finish;
    // A stream that breaks off without a reason is reported as "other" without usage; what came of it is not to be trusted.
    if (finish === undefined || finish.finishReason.unified === 'error') return undefined;
    if (finish.finishReason.unified === 'other' && finish.finishReason.raw === undefined) return undefined;
    const calls = this.#blocks.flatMap((block) => (block.type === 'tool-call' ? [block.call] : []));
    const text = this.#blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
    return {
      text,
      calls,
      finish: finishOf(finish.finishReason.unified, calls.length),
      usage: usageOf(finish) ?? estimate(),
      ...this.#origin(),
    };
  }

  /** The content as the provider wants it back, where it added something to it that messages of ours do not carry. */
  #origin(): { readonly origin?: unknown } {
    if (this.#blocks.every(({ type, metadata }) => type !== 'reasoning' && metadata === undefined)) return {};
    const sdk = this.#blocks.map((block) => {
      const extras = block.metadata === undefined ? {} : { providerOptions: block.metadata };
      if (block.type !== 'tool-call') return { type: block.type, text: block.text, ...extras };
      const { id, name, input } = block.call;
      const shown = typeof input === 'object' && input !== null ? input : { arguments: input };
      return { type: 'tool-call', toolCallId: id, toolName: name, input: shown, ...extras };
    });
    return { origin: { sdk } };
  }

  #open(type: 'text' | 'reasoning', id: string): { text: string; metadata: unknown } {
    const found = this.#blocks.findLast((block) => block.type === type && block.id === id);
    if (found !== undefined && found.type !== 'tool-call') return found;
    const block: Block = { type, id, text: '', metadata: undefined };
    this.#blocks.push(block);
    return block;
  }

  #grow(delta: string): void {
    this.#size += delta.length;
    if (this.#size > longestAnswer) throw new RangeError(`its answer is longer than ${longestAnswer} characters`);
  }
}

/** An error that the provider sent inside of the stream. */
export class StreamedError extends Error {
  override readonly name = 'StreamedError';

  constructor(sent: unknown) {
    super(messageIn(sent) ?? 'it sent an error without words');
  }
}

/** Reads the arguments of a call; what is no JSON is kept as text, and said to be malformed. */
export function readCall(id: string, name: string, written: string): ModelCall {
  if (written.trim() === '') return { id, name, input: {} };
  try {
    return { id, name, input: JSON.parse(written) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { id, name, input: written.slice(0, 20_000), malformed: error.message.slice(0, 300) };
  }
}

function finishOf(unified: string, calls: number): ModelTurn['finish'] {
  if (unified === 'length') return 'length';
  if (unified === 'content-filter') return 'filtered';
  if (calls > 0) return 'calls';
  return unified === 'stop' ? 'stop' : 'other';
}

function usageOf({ usage }: Extract<SdkPart, { type: 'finish' }>): ModelUsage | undefined {
  const { inputTokens, outputTokens } = usage;
  if (inputTokens.total === undefined || outputTokens.total === undefined) return undefined;
  return {
    inputTokens: inputTokens.total,
    outputTokens: outputTokens.total,
    cachedTokens: inputTokens.cacheRead ?? 0,
  };
}

function messageIn(sent: unknown): string | undefined {
  if (typeof sent === 'string') return sent;
  if (typeof sent !== 'object' || sent === null) return undefined;
  if ('message' in sent && typeof sent.message === 'string') return sent.message;
  return 'error' in sent ? messageIn(sent.error) : undefined;
}
