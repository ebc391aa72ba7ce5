/** Names like the one given, best first: same letters in another case, shared words, few edits. At most `limit`, none that is far off. */
export function nearestNames(name: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = name.slice(0, MAX_LENGTH).toLowerCase();
  const wantedWords = words(name);
  const scored: { candidate: string; score: number }[] = [];
  for (const candidate of candidates) {
    const score = similarity(wanted, wantedWords, candidate.slice(0, MAX_LENGTH));
    if (score >= MINIMUM) scored.push({ candidate, score });
  }
  scored.sort((a, b) => b.score - a.score || (a.candidate < b.candidate ? -1 : 1));
  return scored.slice(0, limit).map(({ candidate }) => candidate);
}

const MAX_LENGTH = 120;
const MINIMUM = 0.5;

const MAX_KNOWN = 20_000;
const known = new Map<string, readonly string[]>();

/** The words of an identifier or text, in lower case: `A_PurchaseOrderType` is `a purchase order type`. */
export function words(text: string): readonly string[] {
  let split = known.get(text);
  if (split === undefined) {
    split = splitWords(text);
    if (known.size >= MAX_KNOWN) known.clear();
    if (text.length <= MAX_LENGTH) known.set(text, split);
  }
  return split;
}

function splitWords(text: string): string[] {
  return (
    text
      .slice(0, 400)
      .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The larger of edit similarity (1 - edits / longer length) and Dice overlap of the words, 0 to 1. */
function similarity(wanted: string, wantedWords: readonly string[], candidate: string): number {
  const other = candidate.toLowerCase();
  if (wanted === other) return 1;
  const longer = Math.max(wanted.length, other.length);
  const limit = Math.floor(longer * (1 - MINIMUM));
  const byEdits = Math.abs(wanted.length - other.length) > limit ? 0 : 1 - edits(wanted, other) / longer;
  const otherWords = words(candidate);
  const shared = otherWords.filter((word) => wantedWords.includes(word)).length;
  const total = otherWords.length + wantedWords.length;
  return Math.max(byEdits, total === 0 ? 0 : (2 * shared) / total - 0.01);
}

/** Edits between two texts: insert, delete, replace, swap of neighbours (optimal string alignment). */
function edits(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
