/** The name with the fewest edits to the one that was written, where at most a third of its letters differ. */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  const wanted = written.toLowerCase().slice(0, 64);
  let best: { name: string; edits: number } | undefined;
  for (const name of names) {
    const edits = distance(wanted, name.toLowerCase());
    if (edits <= Math.max(1, name.length / 3) && edits < (best?.edits ?? Number.POSITIVE_INFINITY))
      best = { name, edits };
  }
  return best?.name;
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(same, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
