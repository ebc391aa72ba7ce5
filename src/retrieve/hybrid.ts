import { best } from './concept-finder.ts';
import { expandProcesses, type NavigationMap, type ProcessExpansion, type Reached } from './expansion.ts';
import { type Gates, gateRow, readGates } from './gate.ts';
import type { ProcessFit, ProcessReading } from './process-fit.ts';
import type { ProcessMap } from './process-map.ts';
import type { QueryReading } from './query-reader.ts';
import type { Scorer, Weights } from './scorer.ts';
import { type Evidence, kindFeatures, queryFeatures, type UnitFeatures } from './unit-features.ts';

/** Everything that the hybrid score of a query is made of. */
export interface HybridReading {
  readonly evidence: Evidence;
  /** Score of every unit by its own evidence. */
  readonly seedScores: Float32Array;
  readonly processes: readonly ProcessReading[];
  readonly expansion: ProcessExpansion;
  readonly gates: Gates;
  readonly gateRow: readonly number[];
  readonly child: ReadonlyMap<number, Reached>;
  readonly parent: ReadonlyMap<number, Reached>;
}

/** The parts of the house that hybrid search needs. */
export interface HybridParts {
  readonly features: UnitFeatures;
  readonly fit: ProcessFit;
  readonly map: ProcessMap;
  readonly navigation: NavigationMap;
  readonly scorer: Scorer;
}

/**
 * Shares of a hybrid score. Each is a chance that the request wants the unit:
 *
 *     score = (1 - process) * (1 - steps) * own + (process * processShare + steps * stepsProcessShare) * expansion + steps * clause
 *
 * where `own` is the softmax of the evidence, raised by `navigation` for parents and children of good units where parts are wanted.
 */
const processShare = 0.25;
const stepsProcessShare = 0.3;
const navigation = 2;

const seedsForNavigation = 20;
/** Below this chance clauses are not looked at one by one. */
const leastChanceOfSteps = 0.05;

/** The shares that make up the score of each unit; `raised` is what navigation added to the evidence. */
export interface HybridScores {
  readonly total: Float32Array;
  readonly own: Float32Array;
  readonly process: Float32Array;
  readonly clause: Float32Array;
  readonly raised: ReadonlyMap<number, { readonly value: number; readonly from: number }>;
}

/** Reads a query by all means: own evidence, processes and their stretches, navigation, and how it is meant. */
export function readHybrid(
  query: QueryReading,
  { features, fit, map, navigation, scorer }: HybridParts,
): HybridReading {
  const evidence = features.evidence(query.whole);
  const seedScores = weighAll(evidence, features.kinds, scorer.seed);
  const processes = fit.read(query, seedScores, scorer);
  const row = gateRow(query, seedScores, processes[0]);
  const { child, parent } = navigation.expand(seedScores, best(positive(seedScores), seedsForNavigation));
  return {
    evidence,
    seedScores,
    processes,
    expansion: expandProcesses(processes, map, features.units.length),
    gates: readGates(scorer, row, processes.length > 0),
    gateRow: row,
    child,
    parent,
  };
}

/** Joins what was read into one score for each unit. */
export function scoreHybrid(
  query: QueryReading,
  reading: HybridReading,
  features: UnitFeatures,
  seed: Weights,
): HybridScores {
  const { seedScores, expansion, gates, child, parent } = reading;
  const raised = new Map<number, { value: number; from: number }>();
  for (const { reached } of [{ reached: child }, { reached: parent }]) {
    for (const [unit, { worth, from }] of reached) {
      const value = (raised.get(unit)?.value ?? 0) + gates.parts * navigation * worth;
      raised.set(unit, { value, from });
    }
  }
  const own = Float32Array.from(seedScores);
  for (const [unit, { value }] of raised) own[unit] = (own[unit] ?? 0) + value;
  toChances(own);
  const clause = gates.steps < leastChanceOfSteps ? new Float32Array(own.length) : clauseVotes(query, features, seed);
  const ownShare = (1 - gates.process) * (1 - gates.steps);
  const expansionShare = gates.process * processShare + gates.steps * stepsProcessShare;
  const process = new Float32Array(own.length);
  const total = new Float32Array(own.length);
  for (let unit = 0; unit < total.length; unit++) {
    own[unit] = ownShare * (own[unit] as number);
    process[unit] = expansionShare * (expansion.value[unit] as number);
    clause[unit] = gates.steps * (clause[unit] as number);
    total[unit] = (own[unit] as number) + (process[unit] as number) + (clause[unit] as number);
  }
  return { total, own, process, clause, raised };
}

/** The weighted sum of all evidence for every unit, each kind scaled so that its best unit has 1. */
export function weighAll(
  { columns, greatest }: Evidence,
  kinds: readonly Float32Array[],
  weights: Weights,
  into?: Float32Array,
): Float32Array {
  const chosen = columns.flatMap((column, at) => {
    const weight = weights[queryFeatures[at]?.name ?? ''] ?? 0;
    const divisor = greatest[at] ?? 0;
    return weight === 0 || divisor === 0 ? [] : [{ column, weight, divisor }];
  });
  for (const [at, column] of kinds.entries()) {
    const weight = weights[kindFeatures[at]?.name ?? ''] ?? 0;
    if (weight !== 0) chosen.push({ column, weight, divisor: 1 });
  }
  const scores = into?.fill(0) ?? new Float32Array(columns[0]?.length ?? 0);
  for (const { column, weight, divisor } of chosen) addScaled(column, divisor, weight, scores);
  return scores;
}

function addScaled(column: Float32Array, divisor: number, weight: number, scores: Float32Array): void {
  for (let at = 0; at < scores.length; at++) {
    const value = column[at] as number;
    if (value !== 0) scores[at] = (scores[at] as number) + weight * Math.fround(value / divisor);
  }
}

/** Each clause gives one vote, spread over the units by the softmax of their scores for the clause; votes join as independent chances. */
function clauseVotes(query: QueryReading, features: UnitFeatures, seed: Weights): Float32Array {
  const votes = new Float32Array(features.units.length);
  if (query.clauses.length < 2) return votes;
  const block = new Float32Array(features.evidenceSize);
  const chances = new Float32Array(votes.length);
  for (const clause of query.clauses) {
    weighAll(features.evidence(clause, block), features.kinds, seed, chances);
    toChances(chances);
    for (let unit = 0; unit < votes.length; unit++) {
      votes[unit] = 1 - (1 - (votes[unit] as number)) * (1 - (chances[unit] as number));
    }
  }
  return votes;
}

/** The softmax, in place. */
function toChances(scores: Float32Array): void {
  let greatest = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > greatest) greatest = score;
  let total = 0;
  for (let at = 0; at < scores.length; at++) {
    const value = Math.exp((scores[at] as number) - greatest);
    scores[at] = value;
    total += value;
  }
  for (let at = 0; at < scores.length; at++) scores[at] = (scores[at] as number) / total;
}

function positive(scores: Float32Array): Float32Array {
  return scores.map((score) => Math.exp(score / 4));
}
