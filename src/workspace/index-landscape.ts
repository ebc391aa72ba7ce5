import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { type Finding, hasErrors } from '../base/index.ts';
import { checkIntegrity, type GraphCounts } from '../graph/index.ts';
import type { LandscapeReading, Source } from '../ingest/index.ts';
import { createEmbedder, type Embedder } from '../models/index.ts';
import { buildUnits, createVocabulary, searchTablesOf } from '../retrieve/index.ts';
import { type IndexMeta, type IndexStore, openStore, resolveStoreLocation, type StoredUnit } from '../store/index.ts';

/** How an index is made. */
export interface IndexOptions {
  /** File or postgres:// address; otherwise GROUNDRAIL_STORE or the landscape's own folder. */
  store?: string;
  /** `static` (default), `onnx:<folder>` or `endpoint:<url>#<model>`. */
  embedder?: string;
  onProgress?: (text: string) => void;
  signal?: AbortSignal;
}

/** What indexing did: the JSON of `groundrail index`. `ok` is false where a source was refused or a finding is an error. */
export interface IndexReport {
  landscape: string;
  store: string;
  sources: { path: string; kind: string; status: 'read' | 'unchanged' | 'refused'; findings: readonly Finding[] }[];
  findings: readonly Finding[];
  counts: GraphCounts;
  embedder: string;
  seconds: number;
  ok: boolean;
}

const embeddingBatch = 256;

/**
 * Reads a landscape, builds its texts, embeds them and replaces the index in one step: afterwards the new index is whole, or the old one is.
 * Unchanged files are not read again and unchanged texts not embedded again, where this version and this embedder made the index.
 */
export async function indexLandscape(folder: string, options: IndexOptions = {}): Promise<IndexReport> {
  const started = performance.now();
  const progress = options.onProgress ?? (() => undefined);
  const { readLandscapeFile } = await import('../ingest/index.ts');
  // What would stop it later is found before anything is made on the disk.
  await readLandscapeFile(folder);
  const embedder = await createEmbedder(options.embedder ?? 'static');
  const location = resolveStoreLocation(folder, options.store, process.env, 'write');
  const store = await openStore(location, 'write');
  try {
    const reading = await readWith(store, folder, progress, options.signal);
    const integrity = checkIntegrity(reading.graph);
    const vocabulary = createVocabulary(reading.vocabulary);
    const units = buildUnits(reading.graph, vocabulary);
    const rows = await embedUnits(store, embedder, units, progress, options.signal);
    progress('building the search tables');
    const tables = await searchTablesOf({ units, vectors: rows, processes: reading.graph, embedder, vocabulary });
    progress('saving the index');
    const counts = reading.graph.counts();
    const { landscape } = reading;
    await store.rebuild({
      landscape: {
        folder: resolve(folder),
        name: landscape.name,
        ...(landscape.description === undefined ? {} : { description: landscape.description }),
      },
      embedder: stateOf(embedder),
      counts,
      groundrail: manifest.version,
      sources: reading.sources,
      units,
      vectors: { dimensions: embedder.dimensions, rows },
      tables,
      vocabulary: reading.vocabulary,
      effects: reading.effects.map((effect) => ({ ...effect })),
    });
    const findings = [...reading.findings, ...integrity];
    return {
      landscape: landscape.name,
      store: store.location,
      sources: reading.sources.map(({ path, kind, status, findings }) => ({ path, kind, status, findings })),
      findings,
      counts,
      embedder: embedder.name,
      seconds: (performance.now() - started) / 1000,
      ok:
        !hasErrors(findings) &&
        reading.sources.every((source) => source.status !== 'refused' && !hasErrors(source.findings)),
    };
  } finally {
    await store.close();
  }
}

async function readWith(
  store: IndexStore,
  folder: string,
  progress: (text: string) => void,
  signal: AbortSignal | undefined,
): Promise<LandscapeReading> {
  const { readLandscape } = await import('../ingest/index.ts');
  const meta = await store.meta();
  const reusable = meta?.groundrail === manifest.version ? await store.sources() : [];
  const known = new Map(reusable.map((source) => [sourceKey(source), source]));
  return readLandscape(folder, {
    unchanged: async (path, kind, hash) => {
      const source = known.get(sourceKey({ path, kind }));
      if (!source || source.hash !== hash || source.status === 'refused') return undefined;
      return { patch: await store.patchOf(path, kind), findings: [...source.findings], refused: false };
    },
    onProgress: (done, total, path) => progress(`reading ${done} of ${total}: ${path}`),
    ...(signal === undefined ? {} : { signal }),
  });
}

function sourceKey(source: Pick<Source, 'path' | 'kind'> | { path: string; kind: string }): string {
  return `${source.kind} ${source.path}`;
}

async function embedUnits(
  store: IndexStore,
  embedder: Embedder,
  units: readonly StoredUnit[],
  progress: (text: string) => void,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const known = await knownVectors(store, embedder);
  const rows = units.map((unit) => known.get(unit.hash));
  const missing = units.flatMap((unit, index) => (rows[index] === undefined ? [{ index, text: unit.text }] : []));
  for (let start = 0; start < missing.length; start += embeddingBatch) {
    signal?.throwIfAborted();
    progress(`embedding ${start} of ${missing.length} texts`);
    const batch = missing.slice(start, start + embeddingBatch);
    const vectors = await embedder.embed(batch.map(({ text }) => text));
    batch.forEach(({ index }, position) => {
      rows[index] = vectors[position];
    });
  }
  return rows.map((row) => row ?? new Float32Array(embedder.dimensions));
}

/** What the index remembers of the embedder that made its vectors. */
function stateOf({ name, dimensions, revision }: Embedder): IndexMeta['embedder'] {
  return { name, dimensions, ...(revision === undefined ? {} : { revision }) };
}

async function knownVectors(store: IndexStore, embedder: Embedder): Promise<Map<string, Float32Array>> {
  const meta = await store.meta();
  if (!meta || meta.groundrail !== manifest.version || !isDeepStrictEqual(meta.embedder, stateOf(embedder)))
    return new Map();
  const [units, vectors] = [await store.units(), await store.vectors()];
  return new Map(
    units.flatMap((unit, index) => {
      const row = vectors.rows[index];
      return row ? [[unit.hash, row] as const] : [];
    }),
  );
}
