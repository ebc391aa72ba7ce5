/** One wanted element: the ids that hold the same facts, any of which will do. */
export type GoldElement = readonly string[];

/**
 * Share of the gold elements that stand among the first k:
 *
 *     Recall@k = |{g in gold : some id of g has rank <= k}| / |gold|
 */
export function recallAtK(ranked: readonly string[], gold: readonly GoldElement[], k: number): number {
  if (gold.length === 0) return 0;
  const first = ranked.slice(0, k);
  return gold.filter((element) => element.some((id) => first.includes(id))).length / gold.length;
}

/** 1 / rank of the first hit that is a gold element, 0 where there is none; its mean over queries is MRR. */
export function reciprocalRank(ranked: readonly string[], gold: readonly GoldElement[]): number {
  const at = ranked.findIndex((id) => gold.some((element) => element.includes(id)));
  return at < 0 ? 0 : 1 / (at + 1);
}

/**
 * nDCG@k with binary relevance (Järvelin and Kekäläinen 2002); a gold element gains once, at the first of its ids:
 *
 *     DCG@k = sum over ranks r <= k that gain of 1 / log2(r + 1);  nDCG@k = DCG@k / DCG@k of a perfect ranking
 */
export function ndcgAtK(ranked: readonly string[], gold: readonly GoldElement[], k: number): number {
  if (gold.length === 0) return 0;
  const open = new Set(gold);
  let gained = 0;
  for (const [at, id] of ranked.slice(0, k).entries()) {
    for (const element of open) {
      if (!element.includes(id)) continue;
      open.delete(element);
      gained += discount(at + 1);
      break;
    }
  }
  let perfect = 0;
  for (let rank = 1; rank <= Math.min(k, gold.length); rank++) perfect += discount(rank);
  return gained / perfect;
}

/** The arithmetic mean; 0 of nothing. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The p-quantile (0 to 1) with linear interpolation between order statistics; 0 of nothing. */
export function quantile(values: readonly number[], p: number): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  const at = p * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}

function discount(rank: number): number {
  return 1 / Math.log2(rank + 1);
}
