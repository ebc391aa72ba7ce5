import { requestSigns } from './clause.ts';
import { best } from './concept-finder.ts';
import { expandProcesses, type NavigationMap, type ProcessExpansion, type Reached } from './expansion.ts';
import type { ProcessFit, ProcessReading } from './process-fit.ts';
import type { ProcessMap } from './process-map.ts';
import type { QueryReading } from './query-reader.ts';
import { inOrder, type Scorer, sigmoid, type Weights, weigh } from './scorer.ts';
import { type Evidence, type Feature, kindFeatures, queryFeatures, type UnitFeatures } from './unit-features.ts';

/** Names of the expansion's features. */
export const expansionFeatures = ['process', 'gatedProcess', 'clause', 'parent', 'child'] as const;

/** Names of the gate's features. */
export const gateFeatures = ['bias', ...requestSigns, 'fit', 'sharp', 'within'] as const;

/** Everything that the hybrid score of a query is made of. */
export interface HybridReading {
  readonly evidence: Evidence;
  /** Score of every unit by its own evidence. */
  readonly seedScores: Float32Array;
  readonly processes: readonly ProcessReading[];
  readonly expansion: ProcessExpansion;
  /** Probability that the request is about a process. */
  readonly gate: number;
  readonly gateRow: readonly number[];
  /** How much a unit is the best answer to one of the clauses, 0 to 1. */
  readonly clause: Float32Array;
  readonly child: ReadonlyMap<number, Reached>;
  readonly parent: ReadonlyMap<number, Reached>;
}

const seedsForNavigation = 20;

/** The parts of the house that hybrid search needs. */
export interface HybridParts {
  readonly features: UnitFeatures;
  readonly fit: ProcessFit;
  readonly map: ProcessMap;
  readonly navigation: NavigationMap;
  readonly scorer: Scorer;
}

/** Reads a query by all means: own evidence, processes and their stretches, clauses, navigation. */
export function readHybrid(
  query: QueryReading,
  { features, fit, map, navigation, scorer }: HybridParts,
): HybridReading {
  const evidence = features.evidence(query.whole, query.vector);
  const seedScores = weighAll(evidence, features, scorer.seed);
  const processes = fit.read(query, seedScores, scorer);
  const gateRow = [
    1,
    ...requestSigns.map((sign) => query.signs[sign]),
    processes[0]?.probability ?? 0,
    ...seedShape(seedScores, processes[0]),
  ];
  const { child, parent } = navigation.expand(seedScores, best(positive(seedScores), seedsForNavigation));
  return {
    evidence,
    seedScores,
    processes,
    expansion: expandProcesses(processes, map, features.units.length),
    gate: processes.length === 0 ? 0 : sigmoid(weigh(inOrder(scorer.gate, gateFeatures), gateRow)),
    gateRow,
    clause: clauseVote(query, features, scorer.seed),
    child,
    parent,
  };
}

/** The weighted sum of all columns for every unit. */
export function weighAll(
  { columns }: Evidence,
  { kinds, units }: Pick<UnitFeatures, 'kinds' | 'units'>,
  weights: Weights,
): Float32Array {
  const scores = new Float32Array(units.length);
  const add = (all: readonly Float32Array[], features: readonly Feature[]) => {
    for (const [at, { name }] of features.entries()) {
      const weight = weights[name] ?? 0;
      const column = all[at];
      if (weight === 0 || column === undefined) continue;
      for (let unit = 0; unit < scores.length; unit++)
        scores[unit] = (scores[unit] as number) + weight * (column[unit] as number);
    }
  };
  add(columns, queryFeatures);
  add(kinds, kindFeatures);
  return scores;
}

/** Each clause gives one vote, spread over the units by the softmax of their scores for the clause; votes join as independent chances. */
function clauseVote(query: QueryReading, features: UnitFeatures, weights: Weights): Float32Array {
  const votes = new Float32Array(features.units.length);
  if (query.clauses.length < 2) return votes;
  for (const clause of query.clauses) {
    const scores = weighAll(features.evidence(clause), features, weights);
    let greatest = Number.NEGATIVE_INFINITY;
    for (const score of scores) if (score > greatest) greatest = score;
    let total = 0;
    for (let unit = 0; unit < scores.length; unit++) {
      const weight = Math.exp((scores[unit] as number) - greatest);
      scores[unit] = weight;
      total += weight;
    }
    for (let unit = 0; unit < votes.length; unit++) {
      votes[unit] = 1 - (1 - (votes[unit] as number)) * (1 - (scores[unit] as number) / total);
    }
  }
  return votes;
}

/** The final score of every unit. */
export function totalScores(reading: HybridReading, weights: Weights): Float32Array {
  const { seedScores, expansion, gate, clause, child, parent } = reading;
  const total = Float32Array.from(seedScores);
  const process = (weights.process ?? 0) + gate * (weights.gatedProcess ?? 0);
  const clauseWeight = weights.clause ?? 0;
  for (let unit = 0; unit < total.length; unit++) {
    total[unit] =
      (total[unit] as number) + process * (expansion.value[unit] as number) + clauseWeight * (clause[unit] as number);
  }
  for (const [unit, { worth }] of child) total[unit] = (total[unit] ?? 0) + (weights.child ?? 0) * worth;
  for (const [unit, { worth }] of parent) total[unit] = (total[unit] ?? 0) + (weights.parent ?? 0) * worth;
  return total;
}

/** How much of the seeds' softmax lies on the first unit, and how much on units of the most probable process. */
function seedShape(scores: Float32Array, first: ProcessReading | undefined): [sharp: number, within: number] {
  let greatest = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > greatest) greatest = score;
  let total = 0;
  for (const score of scores) total += Math.exp(score - greatest);
  const units = new Set(first?.stretches.flatMap((stretch) => stretch.units));
  let within = 0;
  for (const unit of units) within += Math.exp((scores[unit] ?? 0) - greatest);
  return total === 0 ? [0, 0] : [1 / total, within / total];
}

function positive(scores: Float32Array): Float32Array {
  return scores.map((score) => Math.exp(score / 4));
}
