import { GroundrailError } from '../../base/index.ts';
import { openWorkspace, type SearchMode } from '../../workspace/index.ts';
import { evaluateSearch, type RetrievalReport } from './evaluate.ts';
import { readQueries } from './queries.ts';

/** Which landscape is evaluated with which queries. */
export interface EvaluateRetrievalOptions {
  /** Folder of an indexed landscape. */
  readonly landscape: string;
  /** JSON Lines file: query, type, gold, process. */
  readonly queries: string;
  readonly modes: readonly SearchMode[];
  readonly k: readonly number[];
  /** Seed of the resampling tests. */
  readonly seed: number;
  readonly store?: string;
  readonly embedder?: string;
  readonly onProgress?: (text: string) => void;
}

const mostHits = 100;

/** Evaluates the search of an indexed landscape through its front door. */
export async function evaluateRetrieval(options: EvaluateRetrievalOptions): Promise<RetrievalReport> {
  if (options.k.length === 0 || options.k.some((k) => !Number.isInteger(k) || k < 1 || k > mostHits)) {
    throw new GroundrailError('usage', {
      problem: `--k takes whole numbers from 1 to ${mostHits}, for example 1,3,5,10.`,
    });
  }
  if (!Number.isInteger(options.seed)) throw new GroundrailError('usage', { problem: '--seed takes a whole number.' });
  const queries = await readQueries(options.queries);
  const workspace = await openWorkspace({
    landscape: options.landscape,
    ...(options.store === undefined ? {} : { store: options.store }),
    ...(options.embedder === undefined ? {} : { embedder: options.embedder }),
  });
  try {
    return await evaluateSearch(queries, (query, { mode, k }) => workspace.search(query, { mode, k }), options);
  } finally {
    await workspace.close();
  }
}
