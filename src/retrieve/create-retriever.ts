import type { Graph } from '../graph/index.ts';
import type { Embedder } from '../models/index.ts';
import { buildTables } from './build-tables.ts';
import { type Retriever, retrieverOf, wordEmbedderBeside } from './retriever.ts';
import type { Scorer } from './scorer.ts';
import { encodeTables } from './tables-codec.ts';
import type { Unit } from './unit.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What a retriever is made from: units and their vectors in the same order, and the graph of the processes. */
export interface RetrieverContent {
  readonly units: readonly Unit[];
  readonly vectors: readonly Float32Array[];
  readonly processes: Graph;
  /** Embeds requests; the one that made the vectors. */
  readonly embedder: Embedder;
  readonly vocabulary: Vocabulary;
  /** Finds similar words; the static embedder where it is left out. */
  readonly wordEmbedder?: Embedder;
  readonly scorer?: Scorer;
}

/** Builds a retriever in memory, by way of the same tables that an index keeps. */
export async function createRetriever(content: RetrieverContent): Promise<Retriever> {
  const words = content.wordEmbedder ?? (await wordEmbedderBeside(content.embedder));
  const tables = await buildTables({ ...content, wordEmbedder: words });
  return retrieverOf(tables, content.vectors, { texts: content.embedder, words }, content.scorer);
}

/** The tables that an index keeps for its searches. */
export async function searchTablesOf(content: Omit<RetrieverContent, 'scorer'>): Promise<Uint8Array> {
  const wordEmbedder = content.wordEmbedder ?? (await wordEmbedderBeside(content.embedder));
  return encodeTables(await buildTables({ ...content, wordEmbedder }));
}
