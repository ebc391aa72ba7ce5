import { resolve } from 'node:path';
import { GroundrailError } from '../base/index.ts';
import { createEmbedder } from '../models/index.ts';
import { openRetriever, type Retriever } from '../retrieve/index.ts';
import { type IndexMeta, type IndexStore, openStore, resolveStoreLocation } from '../store/index.ts';

/** Where an index is. */
export interface IndexPlace {
  /** Folder of the landscape. */
  landscape: string;
  /** File or postgres:// address of the index; otherwise GROUNDRAIL_STORE or the landscape's own folder. */
  store?: string;
}

/** An index that is there, open for reading. */
export interface OpenedIndex {
  readonly store: IndexStore;
  readonly meta: IndexMeta;
}

/** Opens the index of a landscape. Throws `index-missing`, `index-newer`, `index-damaged` or `unreachable`. */
export async function openIndex({ landscape, store: given }: IndexPlace): Promise<OpenedIndex> {
  const store = await openStore(resolveStoreLocation(landscape, given), 'read');
  try {
    const meta = await store.meta();
    if (meta) return { store, meta };
    throw new GroundrailError('index-missing', { store: store.location, landscape: resolve(landscape) });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Makes an index ready for searching with the embedder that made it, which `embedder` may name. Throws `embedder-mismatch` where it names
 * another, `embedder-changed` where the same gives other vectors by now, `index-outdated` where another version made the index.
 */
export async function openIndexRetriever({ store, meta }: OpenedIndex, embedder?: string): Promise<Retriever> {
  const { embedder: indexed, landscape } = meta;
  const requested = await createEmbedder(embedder ?? indexed.name);
  if (requested.name !== indexed.name || requested.dimensions !== indexed.dimensions) {
    const data = { store: store.location, indexed: indexed.name, requested: requested.name };
    throw new GroundrailError('embedder-mismatch', data);
  }
  const retriever = await openRetriever(store, requested);
  if (retriever === undefined)
    throw new GroundrailError('index-outdated', { store: store.location, landscape: landscape.folder });
  if (requested.revision === indexed.revision) return retriever;
  throw new GroundrailError('embedder-changed', {
    store: store.location,
    embedder: indexed.name,
    indexed: indexed.revision ?? 'unknown',
    found: requested.revision ?? 'unknown',
    landscape: landscape.folder,
  });
}

/** An index opened for nothing but searching. */
export interface Searcher {
  readonly search: Retriever['search'];
  close(): Promise<void>;
}

/** Opens the index of a landscape for searching alone; throws what `openIndex` and `openIndexRetriever` throw. */
export async function searcherOf(place: IndexPlace, embedder?: string): Promise<Searcher> {
  const opened = await openIndex(place);
  try {
    const retriever = await openIndexRetriever(opened, embedder);
    return {
      search: (query, options) => retriever.search(query, options),
      close: () => opened.store.close(),
    };
  } catch (error) {
    await opened.store.close();
    throw error;
  }
}
