import { pathToFileURL } from 'node:url';
import { GroundrailError } from '../../../base/index.ts';

/** A token; only the runtime knows what it holds. */
export type Token = number & { readonly token?: never };

/** State of one answer that is held to a grammar. */
export type GrammarState = object;

/** What is used of a sequence of a context. */
export interface LlamaSequence {
  readonly nextTokenIndex: number;
  /** Erases what differs; afterwards `nextTokenIndex` says how much of the tokens is evaluated already. */
  adaptStateToTokens(tokens: readonly Token[], allowShift?: boolean): Promise<void>;
  evaluateWithoutGeneratingNewTokens(tokens: readonly Token[]): Promise<void>;
  evaluate(
    tokens: readonly Token[],
    options: { temperature?: number; seed?: number; grammarEvaluationState?: GrammarState },
  ): AsyncGenerator<Token, void>;
}

/** What is used of a context. */
export interface LlamaContext {
  readonly contextSize: number;
  getSequence(): LlamaSequence;
}

/** A text with special tokens in it. */
export interface LlamaText {
  tokenize(tokenizer: unknown): Token[];
}

/** What is used of a loaded model. */
export interface LlamaModel {
  readonly tokenizer: unknown;
  readonly trainContextSize: number;
  tokenize(text: string): Token[];
  detokenize(tokens: readonly Token[], specialTokens?: boolean, lastTokens?: readonly Token[]): string;
  createContext(options: { contextSize: number; sequences: number; threads: number }): Promise<LlamaContext>;
}

/** What is used of the library behind the package. */
export interface Llama {
  loadModel(options: { modelPath: string }): Promise<LlamaModel>;
  createGrammar(options: { grammar: string }): Promise<object>;
  dispose(): Promise<void>;
}

/** One message in the words of the runtime. */
export type LlamaChatItem = { type: 'system' | 'user'; text: string } | { type: 'model'; response: string[] };

/** What is used of the optional package node-llama-cpp. */
export interface LlamaRuntime {
  getLlama(options: {
    gpu: false;
    build: 'never';
    maxThreads: number;
    logLevel: 'error';
    progressLogs: false;
  }): Promise<Llama>;
  resolveChatWrapper(model: LlamaModel): {
    generateContextState(options: { chatHistory: readonly LlamaChatItem[] }): { contextText: LlamaText };
  };
  readonly LlamaGrammarEvaluationState: new (options: { model: LlamaModel; grammar: object }) => GrammarState;
}

const optionalPackage = 'node-llama-cpp';

/** The environment variable that names the folder of the package where it is not installed beside Groundrail. */
const folderVariable = 'GROUNDRAIL_NODE_LLAMA_CPP';

/** The installed runtime; throws `model-unavailable` with the command that installs it. */
export async function importLlamaRuntime(
  model: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<LlamaRuntime> {
  const folder = env[folderVariable]?.trim() || undefined;
  const specifier = folder === undefined ? optionalPackage : pathToFileURL(`${folder}/dist/index.js`).href;
  try {
    return await import(specifier);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    const reason = missing
      ? `the optional package ${optionalPackage} is not installed`
      : `the optional package ${optionalPackage} does not load (${error instanceof Error ? error.message : String(error)})`;
    const remedy = `Run "npm install ${optionalPackage}@3.21.1", or name the folder of an installed one in ${folderVariable}.`;
    throw new GroundrailError('model-unavailable', { model, reason, remedy }, { cause: error });
  }
}
