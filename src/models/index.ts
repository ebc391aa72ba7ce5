export { createEmbedder } from './create-embedder.ts';
export type { Embedder } from './embedder.ts';
export { type LanguageModelOptions, languageModel } from './language/create-language-model.ts';
export {
  completeTurn,
  type LanguageModel,
  type ModelCall,
  type ModelMessage,
  type ModelPart,
  type ModelRequest,
  type ModelTool,
  type ModelTurn,
  type ModelUsage,
} from './language/language-model.ts';
export { type ModelPrice, priceOf } from './language/prices.ts';
export { ScriptedModel, type ScriptedStep, type ScriptedTurn } from './language/scripted-model.ts';
export { estimateTokens } from './language/tokens.ts';
export { loadOnnxEmbedder } from './onnx/onnx-embedder.ts';
export { readSentenceTransformer } from './onnx/sentence-transformer.ts';
export { loadStaticEmbedder } from './static/static-embedder.ts';
export { encodeTokenTable } from './static/token-table.ts';
export { WordPiece } from './word-piece.ts';
