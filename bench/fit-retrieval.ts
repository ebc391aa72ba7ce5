/**
 * Fits the linear scorers of retrieval on the development queries of a landscape and prints cross-validated figures.
 *
 *   npx tsx bench/fit-retrieval.ts <landscape> <queries.jsonl> [--write]
 *
 * --write replaces src/retrieve/scorer.json. Everything is deterministic.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readLandscape } from '../src/ingest/index.ts';
import { createEmbedder } from '../src/models/index.ts';
import {
  buildUnits,
  createRetriever,
  createVocabulary,
  gateFeatures,
  type HybridReading,
  type Inspection,
  kindFeatures,
  processFeatures,
  queryFeatures,
  type Scorer,
  scaled,
  shippedScorer,
  stretchFeatures,
  type Weights,
  weighAll,
} from '../src/retrieve/index.ts';
import { fitLogistic, fitRanker, type RankingExample } from './linear-ranker.ts';

interface Query {
  readonly type: string;
  readonly query: string;
  readonly gold: string[][];
  readonly process: string | null;
}

interface Judged {
  readonly ranked: readonly string[];
  readonly processes: readonly string[];
  readonly stretch: readonly string[];
}

const folds = 5;
const l2 = { seed: 0.01, process: 0.01, stretch: 0.01, gate: 0.001 };
/** Development queries hold no technical names, so this weight is set by hand: a name that stands in the request decides. */
const exactName = 8;
const chainType = 'process-chain';

const [folder = '', file = ''] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const queries = readFileSync(file, 'utf8').trim().split('\n').map(readQuery);
const reading = await readLandscape(folder);
const vocabulary = createVocabulary(reading.vocabulary);
const units = buildUnits(reading.graph, vocabulary);
const embedder = await createEmbedder('static');
const vectors = await embedder.embed(units.map(({ text }) => text));
const content = { units, vectors, processes: reading.graph, embedder, vocabulary };
const retriever = await createRetriever(content);
const { features, map, fit } = retriever.parts;
const sets = features.units.flatMap((unit, at) => (unit.kind === 'EntitySet' ? [at] : []));
const setPlaces = new Map(sets.map((at, place) => [features.units[at]?.id ?? '', place]));
const processPlaces = new Map(map.processes.map(({ id }, at) => [id, at]));
const gold = queries.map((query) =>
  query.gold.map((group) => group.flatMap((id) => setPlaces.get(id) ?? [])).filter((group) => group.length > 0),
);
const inspections: Inspection[] = [];
for (const { query } of queries) inspections.push(await retriever.inspect(query));
const evidenceRows = inspections.map(({ hybrid }) => rowsOf([...scaledColumns(hybrid.evidence), ...features.kinds]));
const processRows = inspections.map(({ query }) => [...fit.evidence(query).rows]);
const seedNames = [...queryFeatures, ...kindFeatures].map(({ name }) => name);
const seedSigns = [...queryFeatures.map(() => 1), ...kindFeatures.map(() => 0)];

// First the parts are fitted on all folds but one, and the left one is read with them; what combines the parts learns only from such readings.
const foldOf = assignFolds(queries);
const everything = queries.map((_, at) => at);
const parts: Scorer[] = [];
const unseen: HybridReading[] = [];
for (let fold = 0; fold < folds; fold++) {
  const part = fitParts(everything.filter((at) => foldOf[at] !== fold));
  parts.push(part);
  for (const at of everything) if (foldOf[at] === fold) unseen[at] = await readWith(part, at);
}
const heldOut: Judged[] = [];
for (let fold = 0; fold < folds; fold++) {
  const scorer = fitGates(
    everything.filter((at) => foldOf[at] !== fold),
    parts[fold] ?? shippedScorer,
  );
  for (const at of everything) if (foldOf[at] === fold) heldOut[at] = await judge(scorer, at);
}
printFigures('cross-validated', heldOut);
const scorer = fitGates(everything, fitParts(everything));
const fitted: Judged[] = [];
for (const at of everything) fitted.push(await judge(scorer, at));
printFigures('fitted on all', fitted);
console.log(JSON.stringify(scorer, null, 1));
if (process.argv.includes('--write')) {
  const provenance = `Fitted by bench/fit-retrieval.ts on ${queries.length} development queries (${basename(folder)}/${basename(file)}), embedder ${embedder.name}. Softmax loss over each list, L2, ${folds}-fold cross-validation in docs/decisions.`;
  writeFileSync(
    join(import.meta.dirname, '../src/retrieve/scorer.json'),
    `${JSON.stringify({ provenance, weights: scorer }, null, 2)}\n`,
  );
}

/** Fits what reads a request: evidence, processes and stretches. */
function fitParts(rows: readonly number[]): Scorer {
  const chains = rows.filter((at) => queries[at]?.type === chainType);
  const seedExamples = rows.map((at) => ({ rows: evidenceRows[at] ?? [], gold: gold[at] ?? [] }));
  const seed = named(
    seedNames,
    fitRanker(seedExamples, { l2: l2.seed, iterations: 120, rate: 0.12, signs: seedSigns }),
  );
  const processExamples = rows.flatMap((at) => {
    const place = processPlaces.get(queries[at]?.process ?? '');
    return place === undefined ? [] : [{ rows: processRows[at] ?? [], gold: [[place]] }];
  });
  const process = fitRanker(processExamples, {
    l2: l2.process,
    iterations: 150,
    rate: 0.15,
    signs: processFeatures.map(() => 1),
  });
  const stretchExamples = chains.flatMap((at) => stretchExample(at, seed));
  const stretch = fitRanker(stretchExamples, {
    l2: l2.stretch,
    iterations: 150,
    rate: 0.1,
    signs: stretchFeatures.map(() => 0),
  });
  return {
    ...shippedScorer,
    seed: { ...seed, exactName },
    process: named(processFeatures, process),
    stretch: named(stretchFeatures, stretch),
  };
}

/** Fits how requests are told apart, on readings by parts that were not fitted on them. */
function fitGates(rows: readonly number[], part: Scorer): Scorer {
  const readings = rows.flatMap((at) => unseen[at] ?? []);
  const gate = (type: string) => {
    const labels = rows.map((at) => queries[at]?.type === type);
    return named(
      gateFeatures,
      fitLogistic(
        readings.map(({ gateRow }) => gateRow),
        labels,
        l2.gate,
      ),
    );
  };
  return {
    ...part,
    gates: { process: gate(chainType), steps: gate('multi-step-workflow'), parts: gate('navigation-chain') },
  };
}

async function readWith(scorer: Scorer, at: number): Promise<HybridReading> {
  return (await retriever.withScorer(scorer).inspect(queries[at]?.query ?? '')).hybrid;
}

async function judge(scorer: Scorer, at: number): Promise<Judged> {
  const { hits, processes = [] } = await retriever.withScorer(scorer).search(queries[at]?.query ?? '', { k: 10 });
  return {
    ranked: hits.map(({ service, entitySet }) => `${service}/${entitySet}`),
    processes: processes.map(({ process }) => process),
    stretch: processes[0]?.units ?? [],
  };
}

/** The columns of evidence as they are weighed. */
function scaledColumns({ columns, greatest }: HybridReading['evidence']): Float32Array[] {
  return columns.map((column, at) => column.map((value) => scaled(value, greatest[at] ?? 0)));
}

/** One row of features for each EntitySet. */
function rowsOf(columns: readonly Float32Array[]): Float32Array[] {
  return sets.map((at) => Float32Array.from(columns, (column) => column[at] ?? 0));
}

/** The stretches of the right process; wanted are those whose units overlap most with the gold. */
function stretchExample(at: number, seed: Weights): RankingExample[] {
  const inspection = inspections[at];
  const process = processPlaces.get(queries[at]?.process ?? '');
  if (inspection === undefined || process === undefined) return [];
  const evidence = weighAll(inspection.hybrid.evidence, features.kinds, seed);
  const { stretches, rows: packed } = fit.readStretches(process, fit.evidence(inspection.query), evidence);
  const width = stretchFeatures.length;
  const rows = stretches.map((_, place) => packed.subarray(place * width, (place + 1) * width));
  const wanted = queries[at]?.gold ?? [];
  const overlaps = stretches.map(({ units: places }) => {
    const ids = places.map((place) => features.units[place]?.id ?? '');
    const hit = wanted.filter((group) => group.some((id) => ids.includes(id))).length;
    return hit / (ids.length + wanted.length - hit);
  });
  const top = Math.max(...overlaps);
  return [{ rows, gold: [overlaps.flatMap((overlap, place) => (overlap > top - 1e-9 ? [place] : []))] }];
}

function named(names: readonly string[], weights: readonly number[]): Weights {
  return Object.fromEntries(names.map((name, at) => [name, Number((weights[at] ?? 0).toFixed(4))]));
}

/** Folds in turn within each query type, after a fixed shuffle. */
function assignFolds(list: readonly Query[]): number[] {
  let state = 1;
  const keyed = list.map((query, at) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return { at, type: query.type, key: state };
  });
  keyed.sort((a, b) => (a.type < b.type ? -1 : a.type > b.type ? 1 : a.key - b.key));
  const fold: number[] = [];
  for (const [place, { at }] of keyed.entries()) fold[at] = place % folds;
  return fold;
}

function printFigures(title: string, judged: readonly Judged[]): void {
  const recall = (at: number, k: number) => {
    const first = judged[at]?.ranked.slice(0, k) ?? [];
    const wanted = queries[at]?.gold ?? [];
    return wanted.filter((group) => group.some((id) => first.includes(id))).length / wanted.length;
  };
  const average = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  console.log(`\n${title}`);
  for (const type of ['all', ...new Set(queries.map((query) => query.type))]) {
    const chosen = everything.filter((at) => type === 'all' || queries[at]?.type === type);
    const cells = [1, 3, 5, 10].map((k) => `R@${k} ${average(chosen.map((at) => recall(at, k))).toFixed(3)}`);
    console.log(type.padEnd(22), cells.join('  '));
  }
  const chains = everything.filter((at) => queries[at]?.type === chainType);
  const rank = (at: number) => judged[at]?.processes.indexOf(queries[at]?.process ?? '') ?? -1;
  const right = chains.filter((at) => rank(at) === 0);
  const overlap = (at: number) => {
    const wanted = queries[at]?.gold ?? [];
    const proposed = judged[at]?.stretch ?? [];
    const hit = wanted.filter((group) => group.some((id) => proposed.includes(id))).length;
    return hit / (proposed.length + wanted.length - hit);
  };
  console.log(
    `process: first ${(right.length / chains.length).toFixed(3)}, among three ${average(chains.map((at) => (rank(at) >= 0 ? 1 : 0))).toFixed(3)}, stretch ${average(right.map(overlap)).toFixed(3)}`,
  );
}

function readQuery(line: string): Query {
  const { type, query, gold: wanted, process: id } = JSON.parse(line);
  const idOf = (element: { service: string; entitySet: string }) => `${element.service}/${element.entitySet}`;
  return {
    type,
    query,
    process: id ?? null,
    gold: wanted.map((element: { anyOf?: []; service: string; entitySet: string }) =>
      (element.anyOf ?? [element]).map(idOf),
    ),
  };
}
