export { createEmbedder } from './create-embedder.ts';
export type { Embedder } from './embedder.ts';
export { loadOnnxEmbedder } from './onnx/onnx-embedder.ts';
export { readSentenceTransformer } from './onnx/sentence-transformer.ts';
export { StaticEmbedder } from './static/static-embedder.ts';
export { encodeTokenTable, type TokenTable } from './static/token-table.ts';
export { WordPiece } from './word-piece.ts';
