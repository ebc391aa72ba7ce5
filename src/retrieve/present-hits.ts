import { best } from './concept-finder.ts';
import { judgeConfidence } from './confidence.ts';
import type { ProcessExpansion } from './expansion.ts';
import type { HybridParts } from './hybrid.ts';
import type { ProcessReading } from './process-fit.ts';
import type { Stretch } from './process-map.ts';
import type { QueryReading } from './query-reader.ts';
import type { Contribution, FoundProcess, SearchHit, SearchMode } from './search-result.ts';

/** Scores of all units with what is needed to show them. */
export interface ScoredHit {
  readonly mode: SearchMode;
  readonly scores: Float32Array;
  /** Scores by own evidence, where something was added to it. */
  readonly seedScores?: Float32Array;
  readonly processes?: readonly ProcessReading[];
  readonly expansion?: ProcessExpansion;
  /** The parts of a unit's score. */
  readonly explain: (unit: number) => readonly Contribution[];
}

const seeds = 5;
const mostJudged = 10;
const mostCompared = 40;
/** Operations of one EntitySet that may stand before the next hit. */
const mostOfOneGroup = 8;
const leastShareForPlace = 0.02;

/** Turns scores into hits: the best k, an Operation and its EntitySet as one, with roles, places and contributions. */
export function presentHits(
  scored: ScoredHit,
  query: QueryReading,
  parts: HybridParts,
  k: number,
): { hits: SearchHit[]; processes?: FoundProcess[]; confidence: 'high' | 'low'; note?: string } {
  const ranked = rankUnits(scored.scores, parts, k);
  const placeOf = (unit: number) => scored.expansion?.places.get(unit)?.activity;
  const { confidence, note, worth } = judgeConfidence(query, ranked.slice(0, mostJudged), placeOf, parts);
  const shown = scored.mode === 'hybrid' ? ranked.slice(0, worth) : ranked;
  const own = scored.seedScores === undefined ? ranked : rankUnits(scored.seedScores, parts, seeds);
  const seedUnits = new Set(own.slice(0, seeds));
  return {
    hits: shown.map((unit, at) => present(unit, at + 1, scored, parts, seedUnits, own[0])),
    ...(scored.processes === undefined ? {} : { processes: scored.processes.map((reading) => found(reading, parts)) }),
    confidence,
    ...(note === undefined ? {} : { note }),
  };
}

/** Places of the best units with a positive score, ties by id; of an Operation and its EntitySet only the better one. */
function rankUnits(scores: Float32Array, { features: { units } }: HybridParts, k: number): number[] {
  const order = best(scores, k * mostOfOneGroup + seeds);
  orderTies(order, scores, units);
  const seen = new Set<string>();
  const ranked: number[] = [];
  for (const unit of order) {
    const { id = '', entitySet } = units[unit] ?? {};
    const group = entitySet ?? id;
    if (seen.has(group)) continue;
    seen.add(group);
    ranked.push(unit);
    if (ranked.length === k) break;
  }
  return ranked;
}

function present(
  unit: number,
  rank: number,
  scored: ScoredHit,
  { features: { units }, map }: HybridParts,
  seedUnits: ReadonlySet<number>,
  bestSeed: number | undefined,
): SearchHit {
  const { id = '', kind = 'EntitySet', service = '', label = '', name, entitySet, addressable } = units[unit] ?? {};
  const place = scored.expansion?.places.get(unit);
  const activity = place && place.share >= leastShareForPlace ? map.activities[place.activity] : undefined;
  const process = activity && map.processes[activity.process];
  const contributions = scored.explain(unit).filter(({ value }) => value !== 0);
  const score = contributions.reduce((sum, { value }) => sum + value, 0);
  const set = kind === 'EntitySet' ? name : entitySet?.slice(entitySet.lastIndexOf('/') + 1);
  return {
    rank,
    id,
    kind,
    service,
    ...(set === undefined ? {} : { entitySet: set }),
    ...(kind === 'Operation' && name !== undefined ? { operation: `action:${name}` } : {}),
    label,
    score,
    role: seedUnits.has(unit)
      ? 'seed'
      : activity === undefined
        ? 'child'
        : relation(unit, bestSeed, scored, map.activities),
    ...(process === undefined ? {} : { process: process.id }),
    ...(activity === undefined ? {} : { activity: activity.id.slice(activity.id.indexOf('/') + 1) }),
    ...(addressable === false ? { addressable: false } : {}),
    contributions,
  };
}

function relation(
  unit: number,
  bestSeed: number | undefined,
  scored: ScoredHit,
  activities: HybridParts['map']['activities'],
): 'before' | 'after' {
  const reading = scored.processes?.[0];
  const anchor = bestSeed === undefined ? undefined : scored.expansion?.places.get(bestSeed);
  const place = scored.expansion?.places.get(unit);
  if (place === undefined) return 'after';
  if (anchor !== undefined && anchor.process === place.process)
    return place.activity < anchor.activity ? 'before' : 'after';
  const strongest = [...(reading?.relevance ?? [])].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
  return activities[strongest]?.process === place.process && place.activity < strongest ? 'before' : 'after';
}

function found(reading: ProcessReading, { map, features: { units } }: HybridParts): FoundProcess {
  const process = map.processes[reading.process];
  const stretch = likeliest(reading, units.length);
  return {
    process: process?.id ?? '',
    label: process?.label ?? '',
    probability: reading.probability,
    activities: (stretch?.steps ?? []).map((at) => (map.activities[at]?.id ?? '').replace(/^[^/]*\//, '')),
    units: (stretch?.units ?? []).map((at) => units[at]?.id ?? ''),
  };
}

/**
 * The stretch whose expected overlap (Jaccard) with the one that is meant is greatest, among the 40 most probable: better than the most
 * probable one where several share its steps.
 */
function likeliest({ stretches, stretchProbabilities }: ProcessReading, unitCount: number): Stretch | undefined {
  const isInside = new Uint8Array(unitCount);
  const candidates = best(Float32Array.from(stretchProbabilities), mostCompared).flatMap((at) => {
    const stretch = stretches[at];
    return stretch === undefined ? [] : [{ stretch, probability: stretchProbabilities[at] ?? 0 }];
  });
  let chosen: Stretch | undefined;
  let greatest = -1;
  for (const { stretch } of candidates) {
    for (const unit of stretch.units) isInside[unit] = 1;
    let expected = 0;
    for (const { stretch: other, probability } of candidates) {
      let shared = 0;
      for (const unit of other.units) shared += isInside[unit] as number;
      expected += (probability * shared) / Math.max(1, stretch.units.length + other.units.length - shared);
    }
    for (const unit of stretch.units) isInside[unit] = 0;
    if (expected > greatest) {
      greatest = expected;
      chosen = stretch;
    }
  }
  return chosen;
}

/** Puts units of equal score, which stand side by side, in the order of their ids. */
function orderTies(order: number[], scores: Float32Array, units: HybridParts['features']['units']): void {
  for (let from = 0, to = 1; from < order.length; from = to++) {
    while (to < order.length && scores[order[to] as number] === scores[order[from] as number]) to++;
    if (to - from === 1) continue;
    const tied = order.slice(from, to).sort((a, b) => compare(units[a]?.id ?? '', units[b]?.id ?? ''));
    order.splice(from, tied.length, ...tied);
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
