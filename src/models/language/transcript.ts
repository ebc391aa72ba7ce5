import { createHash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { GroundrailError } from '../../base/index.ts';
import type { LanguageModel, ModelPart, ModelRequest, ModelTurn } from './language-model.ts';
import { estimateTokens } from './tokens.ts';

/** One line of a transcript: the digest of a request, and the turn that answered it. */
interface TranscriptLine {
  readonly request: string;
  readonly turn: ModelTurn;
}

/** Lets another model answer and appends every turn to a file, from which `replay:<file>` plays them again. */
export class RecordingModel implements LanguageModel {
  readonly name: string;
  readonly contextTokens: number;
  readonly #inner: LanguageModel;
  readonly #file: string;

  constructor(inner: LanguageModel, file: string) {
    this.name = inner.name;
    this.contextTokens = inner.contextTokens;
    this.#inner = inner;
    this.#file = file;
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelPart> {
    for await (const part of this.#inner.stream(request)) {
      if (part.type === 'turn') await this.#keep({ request: digestOf(request), turn: part.turn });
      yield part;
    }
  }

  countTokens(text: string): number {
    return this.#inner.countTokens(text);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  async #keep(line: TranscriptLine): Promise<void> {
    try {
      await appendFile(this.#file, `${JSON.stringify(line)}\n`);
    } catch (error) {
      throw new GroundrailError('storage-unwritable', { path: this.#file, reason: reasonOf(error) }, { cause: error });
    }
  }
}

/**
 * Answers from a transcript: the turn that was recorded for the same conversation, so that several runs may share a file, or the next turn
 * of those that were written without a digest.
 */
export class ReplayModel implements LanguageModel {
  readonly name: string;
  readonly contextTokens = 1_000_000;
  readonly #file: string;
  readonly #byRequest = new Map<string, ModelTurn[]>();
  readonly #inOrder: ModelTurn[] = [];

  private constructor(file: string) {
    this.name = `replay:${file}`;
    this.#file = file;
  }

  /** Reads a transcript; throws `path-unreadable`, or `model-unavailable` with the line that is wrong. */
  static async open(file: string): Promise<ReplayModel> {
    const model = new ReplayModel(file);
    for (const [index, line] of (await readText(file)).split('\n').entries()) {
      if (line.trim() !== '') model.#add(line, index + 1);
    }
    return model;
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelPart> {
    request.signal?.throwIfAborted();
    const recorded = this.#byRequest.get(digestOf(request));
    // The same conversation once more, as after a resume, gets the last answer again.
    const turn =
      (recorded !== undefined && recorded.length > 1 ? recorded.shift() : recorded?.[0]) ?? this.#inOrder.shift();
    if (turn === undefined) {
      const reason = `${this.#file} holds no turn for this conversation, which differs from the recorded one`;
      throw unusable(this.name, reason, 'Record it again with the prompts and tools of this version.');
    }
    if (turn.text !== '') yield { type: 'text', delta: turn.text };
    yield { type: 'turn', turn };
  }

  countTokens(text: string): number {
    return estimateTokens(text);
  }

  async close(): Promise<void> {}

  #add(written: string, line: number): void {
    const { request, turn } = readLine(written) ?? {};
    if (turn === undefined) {
      const remedy = 'Each line has to be a JSON object {"request", "turn": {"text", "calls", "finish", "usage"}}.';
      throw unusable(this.name, `line ${line} is no recorded turn`, remedy);
    }
    if (request === undefined) this.#inOrder.push(turn);
    else this.#byRequest.set(request, [...(this.#byRequest.get(request) ?? []), turn]);
  }
}

/** A digest of what a model is told: messages and names of tools. */
function digestOf({ messages, tools }: ModelRequest): string {
  const told = messages.map((message) => {
    if (message.role !== 'assistant') return [message.role, message.text];
    return [message.role, message.text, message.calls.map(({ name, input }) => [name, input])];
  });
  const hash = createHash('sha256').update(JSON.stringify([tools.map(({ name }) => name), told]));
  return hash.digest('hex').slice(0, 32);
}

function readLine(written: string): { request?: string; turn?: ModelTurn } | undefined {
  let line: unknown;
  try {
    line = JSON.parse(written);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof line !== 'object' || line === null || !('turn' in line)) return undefined;
  const turn = line.turn as Partial<ModelTurn> | null;
  if (typeof turn?.text !== 'string' || !Array.isArray(turn.calls) || !turn.calls.every(isCall)) return undefined;
  const usage = turn.usage ?? { inputTokens: 0, outputTokens: 0, cachedTokens: 0, estimated: true as const };
  const read: ModelTurn = { ...turn, text: turn.text, calls: turn.calls, finish: turn.finish ?? 'other', usage };
  return 'request' in line && typeof line.request === 'string' ? { request: line.request, turn: read } : { turn: read };
}

function isCall(call: unknown): boolean {
  if (typeof call !== 'object' || call === null) return false;
  return 'id' in call && typeof call.id === 'string' && 'name' in call && typeof call.name === 'string';
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new GroundrailError('path-unreadable', { path: file, reason: reasonOf(error) }, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function unusable(model: string, reason: string, remedy: string): GroundrailError {
  return new GroundrailError('model-unavailable', { model, reason, remedy });
}
