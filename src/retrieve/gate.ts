import { requestSigns } from './clause.ts';
import type { ProcessReading } from './process-fit.ts';
import type { QueryReading } from './query-reader.ts';
import { inOrder, type Scorer, sigmoid, weigh } from './scorer.ts';

/** Names of the features that the gates look at: outer signs, how sure the process is, and how the seeds lie. */
export const gateFeatures = ['bias', ...requestSigns, 'fit', 'sharp', 'within'] as const;

/**
 * How a request is meant, as chances: that it needs a stretch of a process, that it tells one step after the other, and that it wants an object
 * together with its parts.
 */
export interface Gates {
  readonly process: number;
  readonly steps: number;
  readonly parts: number;
}

/** The features of a request in the order of `gateFeatures`. */
export function gateRow(query: QueryReading, seedScores: Float32Array, first: ProcessReading | undefined): number[] {
  const signs = requestSigns.map((sign) => query.signs[sign]);
  return [1, ...signs, first?.probability ?? 0, ...seedShape(seedScores, first)];
}

/** The gates of a request from its features (logistic regressions). */
export function readGates({ gates }: Pick<Scorer, 'gates'>, row: readonly number[], hasProcess: boolean): Gates {
  const chance = (weights: Scorer['gates']['process']) => sigmoid(weigh(inOrder(weights, gateFeatures), row));
  return { process: hasProcess ? chance(gates.process) : 0, steps: chance(gates.steps), parts: chance(gates.parts) };
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
