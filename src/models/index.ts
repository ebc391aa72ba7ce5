export { createEmbedder } from './create-embedder.ts';
export type { Embedder } from './embedder.ts';
export { type LanguageModelOptions, languageModel } from './language/create-language-model.ts';
export type {
  LanguageModel,
  ModelCall,
  ModelMessage,
  ModelPart,
  ModelRequest,
  ModelTool,
  ModelTurn,
  ModelUsage,
} from './language/language-model.ts';
export type { ModelPrice } from './language/prices.ts';
export { ScriptedModel, type ScriptedStep, type ScriptedTurn } from './language/scripted-model.ts';
export { estimateTokens } from './language/tokens.ts';
export { loadOnnxEmbedder } from './onnx/onnx-embedder.ts';
export { readSentenceTransformer } from './onnx/sentence-transformer.ts';
export { loadStaticEmbedder } from './static/static-embedder.ts';
export { encodeTokenTable } from './static/token-table.ts';
export { WordPiece } from './word-piece.ts';
