import type { Pair } from './corpus/corpus.ts';
import { shuffled } from './corpus/text.ts';

/** Unit rows of texts, by the model under test. */
export type Encode = (texts: readonly string[]) => Promise<readonly Float32Array[]> | readonly Float32Array[];

/** A question for every text of `from`: which of `among` belongs to it; `answers[i]` are the right ones. */
export interface Finding {
  name: string;
  from: string[];
  among: string[];
  answers: Set<number>[];
}

/** At most `limit` held-out pairs of one kind as a search for the second side among all second sides. */
export function pairFinding(name: string, pairs: readonly Pair[], limit: number): Finding {
  const chosen = shuffled(pairs, ({ a, b }) => `${a} ${b}`).slice(0, limit);
  const among = [...new Set(chosen.map(({ b }) => b))];
  return { name, from: chosen.map(({ a }) => a), among, answers: chosen.map(({ b }) => new Set([among.indexOf(b)])) };
}

/** Recall@3 and mean reciprocal rank. */
export async function score(finding: Finding, encode: Encode): Promise<{ recallAt3: number; mrr: number }> {
  const from = await encode(finding.from);
  const among = await encode(finding.among);
  let recall = 0;
  let reciprocal = 0;
  for (const [i, row] of from.entries()) {
    const scores = among.map((other) => row.reduce((sum, value, c) => sum + value * (other[c] as number), 0));
    const best = Math.max(...[...(finding.answers[i] ?? [])].map((answer) => scores[answer] as number));
    const rank = 1 + scores.filter((value) => value > best).length;
    if (rank <= 3) recall++;
    reciprocal += 1 / rank;
  }
  return { recallAt3: recall / from.length, mrr: reciprocal / from.length };
}
