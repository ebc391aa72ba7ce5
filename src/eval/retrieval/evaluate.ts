import { mean, ndcgAtK, quantile, recallAtK, reciprocalRank } from './metrics.ts';
import type { GoldQuery } from './queries.ts';
import { pairedBootstrap, permutationTest } from './statistics.ts';

/** The part of a search's answer that is judged. */
export interface JudgedResult {
  readonly hits: readonly { readonly service: string; readonly entitySet?: string; readonly role: string }[];
  readonly processes?: readonly { readonly process: string; readonly units: readonly string[] }[];
  readonly timings: { readonly embeddingMs: number; readonly searchMs: number };
}

/** What is evaluated: a search by mode. */
export type Search<Mode extends string = string> = (
  query: string,
  options: { mode: Mode; k: number },
) => Promise<JudgedResult>;

/** Figures of one mode over some queries; `recallAt<k>` for each k asked for. */
export interface Figures {
  [recall: `recallAt${number}`]: number;
  mrr: number;
  ndcgAt10: number;
  latencyMs: Latency & { embedding: Latency; search: Latency };
}

interface Latency {
  p50: number;
  p95: number;
}

/** Outcome of a significance test of mode `a` against mode `b` on a subset of the queries. */
export interface TestOutcome {
  metric: string;
  subset: string;
  a: string;
  b: string;
  difference: number;
  ci95: readonly [number, number];
  p: number;
  test: 'paired bootstrap' | 'permutation';
}

/** The JSON of `eval retrieval`. */
export interface RetrievalReport {
  n: number;
  seed: number;
  modes: Record<string, { all: Figures; byType: Record<string, Figures> }>;
  tests: TestOutcome[];
  /** Where the gold elements are at k = 3 in hybrid search, as numbers of elements. */
  attribution: { seed: number; expanded: number; displaced: number; missed: number };
  /** Over the queries that name a process. `stretchAccuracy`: mean Jaccard overlap of the proposed stretch with the gold where the first process is right. */
  process: { n: number; top1: number; top3: number; stretchAccuracy: number };
}

/** How the evaluation runs. */
export interface EvaluateOptions<Mode extends string> {
  readonly modes: readonly Mode[];
  readonly k: readonly number[];
  readonly seed: number;
  readonly onProgress?: (text: string) => void;
}

interface Outcome {
  readonly query: GoldQuery;
  readonly ranked: readonly string[];
  readonly roles: ReadonlyMap<string, string>;
  readonly result: JudgedResult;
}

const attributionDepth = 3;
const processSubset = 'process-chain';

/** Runs every query in every mode and computes figures, tests against dense, and where gold elements were found or lost. */
export async function evaluateSearch<Mode extends string>(
  queries: readonly GoldQuery[],
  search: Search<Mode>,
  options: EvaluateOptions<Mode>,
): Promise<RetrievalReport> {
  const depth = Math.max(10, ...options.k);
  const outcomes = new Map<string, Outcome[]>();
  for (const mode of options.modes) {
    const ofMode: Outcome[] = [];
    for (const [at, query] of queries.entries()) {
      if (at % 20 === 0) options.onProgress?.(`${mode}: query ${at + 1} of ${queries.length}`);
      ofMode.push(outcome(query, await search(query.query, { mode, k: depth })));
    }
    outcomes.set(mode, ofMode);
  }
  const types = [...new Set(queries.map(({ type }) => type))];
  const modes: RetrievalReport['modes'] = {};
  for (const [mode, ofMode] of outcomes) {
    const byType: Record<string, Figures> = {};
    for (const type of types)
      byType[type] = figures(
        ofMode.filter(({ query }) => query.type === type),
        options.k,
      );
    modes[mode] = { all: figures(ofMode, options.k), byType };
  }
  return {
    n: queries.length,
    seed: options.seed,
    modes,
    tests: testsAgainstDense(outcomes, types, options.seed),
    attribution: attribution(outcomes),
    process: processAccuracy(outcomes.get('hybrid') ?? outcomes.get('graph') ?? []),
  };
}

/** An Operation counts as its EntitySet at its rank; a hit that has none is passed over. */
function outcome(query: GoldQuery, result: JudgedResult): Outcome {
  const judged = result.hits.flatMap(({ service, entitySet, role }) =>
    entitySet === undefined ? [] : [{ id: `${service}/${entitySet}`, role }],
  );
  const roles = new Map<string, string>();
  for (const { id, role } of judged) if (!roles.has(id)) roles.set(id, role);
  return { query, ranked: judged.map(({ id }) => id), roles, result };
}

function figures(outcomes: readonly Outcome[], ks: readonly number[]): Figures {
  const over = (metric: (outcome: Outcome) => number) => mean(outcomes.map(metric));
  const latency = (time: (timings: JudgedResult['timings']) => number): Latency => {
    const times = outcomes.map(({ result }) => time(result.timings));
    return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
  };
  const recalls = Object.fromEntries(
    ks.map((k) => [`recallAt${k}`, over(({ ranked, query }) => recallAtK(ranked, query.gold, k))]),
  );
  return {
    ...recalls,
    mrr: over(({ ranked, query }) => reciprocalRank(ranked, query.gold)),
    ndcgAt10: over(({ ranked, query }) => ndcgAtK(ranked, query.gold, 10)),
    latencyMs: {
      ...latency(({ embeddingMs, searchMs }) => embeddingMs + searchMs),
      embedding: latency(({ embeddingMs }) => embeddingMs),
      search: latency(({ searchMs }) => searchMs),
    },
  };
}

function testsAgainstDense(
  outcomes: ReadonlyMap<string, readonly Outcome[]>,
  types: readonly string[],
  seed: number,
): TestOutcome[] {
  const dense = outcomes.get('dense');
  if (dense === undefined) return [];
  const tests: TestOutcome[] = [];
  for (const [mode, ofMode] of outcomes) {
    if (mode === 'dense') continue;
    for (const subset of ['all', ...types]) {
      const chosen = (list: readonly Outcome[]) =>
        list
          .filter(({ query }) => subset === 'all' || query.type === subset)
          .map(({ ranked, query }) => recallAtK(ranked, query.gold, 3));
      const a = chosen(ofMode);
      const b = chosen(dense);
      const bootstrap = pairedBootstrap(a, b, seed);
      const shared = {
        metric: 'recallAt3',
        subset,
        a: mode,
        b: 'dense',
        difference: bootstrap.difference,
        ci95: bootstrap.ci95,
      };
      tests.push({ ...shared, p: bootstrap.p, test: 'paired bootstrap' });
      tests.push({ ...shared, p: permutationTest(a, b, seed), test: 'permutation' });
    }
  }
  return tests;
}

/** Found by its own evidence, found by expansion, found by dense or lexical search but not by hybrid, or found by none. */
function attribution(outcomes: ReadonlyMap<string, readonly Outcome[]>): RetrievalReport['attribution'] {
  const counts = { seed: 0, expanded: 0, displaced: 0, missed: 0 };
  for (const [at, { query, ranked, roles }] of (outcomes.get('hybrid') ?? []).entries()) {
    const first = ranked.slice(0, attributionDepth);
    const others = ['dense', 'lexical'].flatMap(
      (mode) => outcomes.get(mode)?.[at]?.ranked.slice(0, attributionDepth) ?? [],
    );
    for (const element of query.gold) {
      const hit = first.find((id) => element.includes(id));
      if (hit !== undefined) counts[roles.get(hit) === 'seed' ? 'seed' : 'expanded']++;
      else counts[element.some((id) => others.includes(id)) ? 'displaced' : 'missed']++;
    }
  }
  return counts;
}

function processAccuracy(outcomes: readonly Outcome[]): RetrievalReport['process'] {
  const judged = outcomes.filter(({ query }) => query.process !== undefined && query.type === processSubset);
  const rank = ({ query, result }: Outcome) =>
    result.processes?.findIndex(({ process }) => process === query.process) ?? -1;
  const right = judged.filter((outcome) => rank(outcome) === 0);
  return {
    n: judged.length,
    top1: mean(judged.map((outcome) => (rank(outcome) === 0 ? 1 : 0))),
    top3: mean(judged.map((outcome) => (rank(outcome) >= 0 && rank(outcome) < 3 ? 1 : 0))),
    stretchAccuracy: mean(right.map(({ query, result }) => overlap(result.processes?.[0]?.units ?? [], query))),
  };
}

/** |proposed and wanted| / |proposed or wanted|. */
function overlap(units: readonly string[], { gold }: GoldQuery): number {
  const hit = gold.filter((element) => element.some((id) => units.includes(id))).length;
  return hit / (units.length + gold.length - hit);
}
