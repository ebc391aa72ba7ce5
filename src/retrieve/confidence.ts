import type { HybridParts } from './hybrid.ts';
import type { QueryReading } from './query-reader.ts';

/** Whether a search found what was meant, and if not, what to say. */
export interface Confidence {
  readonly confidence: 'high' | 'low';
  readonly note?: string;
  /** How many hits are worth showing. */
  readonly worth: number;
}

/** Words of the request that one hit must meet: the sum of similarities, for a request of one word and of more. */
const neededOfOne = 0.8;
const needed = 1.35;
const hitsWhenUnsure = 3;

/**
 * Judges the hits by how many words of the request the best of them meets with its own words, those of its service, its properties and its
 * place in a process. A technical name that is found is proof enough.
 */
export function judgeConfidence(
  query: QueryReading,
  ranked: readonly number[],
  placeOf: (unit: number) => number | undefined,
  parts: HybridParts,
): Confidence {
  const { features, fit, map } = parts;
  const words = query.whole.neighbours;
  if (query.whole.names.some((name) => features.hasName(name)))
    return { confidence: 'high', worth: Number.POSITIVE_INFINITY };
  if (words.length === 0) {
    return { confidence: 'low', note: 'The request holds no word to search by. Say what you want to do.', worth: 0 };
  }
  const enough = words.length === 1 ? neededOfOne : needed;
  let best = 0;
  for (const unit of ranked) {
    const place = placeOf(unit) ?? -1;
    const process = map.activities[place]?.process;
    const meets = (word: number) =>
      features.usesWord(unit, word) || (process !== undefined && fit.usesWord(place, process, word));
    best = Math.max(best, met(query, meets));
    if (best >= enough) return { confidence: 'high', worth: Number.POSITIVE_INFINITY };
  }
  return {
    confidence: 'low',
    note:
      best === 0
        ? 'Nothing in this landscape fits the request. Say it in other words, or ask for a business object or a step of a process.'
        : 'Hardly anything in this landscape fits the request; these hits share little with it. Say it in other words.',
    worth: best === 0 ? 0 : hitsWhenUnsure,
  };
}

/** Sum over the words of the request of the similarity of the nearest word that is met. */
function met(query: QueryReading, meets: (word: number) => boolean): number {
  let sum = 0;
  for (const neighbours of query.whole.neighbours) sum += neighbours.find(({ word }) => meets(word))?.similarity ?? 0;
  return sum;
}
