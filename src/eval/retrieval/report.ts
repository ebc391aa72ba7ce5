import type { Figures, RetrievalReport } from './evaluate.ts';

/** The report as text tables for people. */
export function renderRetrievalReport(report: RetrievalReport): string {
  const { n, modes, tests, attribution, process } = report;
  const names = Object.keys(modes);
  const types = Object.keys(Object.values(modes)[0]?.byType ?? {});
  const lines = [`${n} queries`, ''];
  const recalls = recallKeys(Object.values(modes)[0]?.all);
  lines.push(
    ...table([
      [
        'mode',
        ...recalls.map((key) => key.replace('recallAt', 'R@')),
        'MRR',
        'nDCG@10',
        'p50 ms',
        'p95 ms',
        'embedding',
        'search',
      ],
      ...names.map((mode) => {
        const all = modes[mode]?.all;
        return [
          mode,
          ...recalls.map((key) => figure(all?.[key])),
          figure(all?.mrr),
          figure(all?.ndcgAt10),
          figure(all?.latencyMs.p50, 2),
          figure(all?.latencyMs.p95, 2),
          figure(all?.latencyMs.embedding.p50, 2),
          figure(all?.latencyMs.search.p50, 2),
        ];
      }),
    ]),
    '',
  );
  for (const key of recalls.filter((name) => name === 'recallAt3' || name === 'recallAt10')) {
    lines.push(
      ...table([
        [key.replace('recallAt', 'Recall@'), ...types],
        ...names.map((mode) => [mode, ...types.map((type) => figure(modes[mode]?.byType[type]?.[key]))]),
      ]),
      '',
    );
  }
  if (tests.length > 0) {
    lines.push(
      ...table([
        ['Recall@3', 'subset', 'difference', '95 % interval', 'p', 'test'],
        ...tests.map(({ a, b, subset, difference, ci95, p, test }) => [
          `${a} - ${b}`,
          subset,
          figure(difference),
          `${figure(ci95[0])} to ${figure(ci95[1])}`,
          p < 0.001 ? '< .001' : figure(p),
          test,
        ]),
      ]),
      '',
    );
  }
  const { seed, expanded, displaced, missed } = attribution;
  lines.push(
    `Gold elements at k = 3: ${seed} by their own evidence, ${expanded} by expansion, ${displaced} displaced, ${missed} missed.`,
  );
  if (process.n > 0) {
    lines.push(
      `Process (${process.n} queries): first ${figure(process.top1)}, among three ${figure(process.top3)}; overlap of the stretch where right ${figure(process.stretchAccuracy)}.`,
    );
  }
  return lines.join('\n');
}

function recallKeys(figures: Figures | undefined): `recallAt${number}`[] {
  return Object.keys(figures ?? {}).filter((key): key is `recallAt${number}` => /^recallAt\d+$/.test(key));
}

function figure(value: number | undefined, digits = 3): string {
  return value === undefined ? '-' : value.toFixed(digits);
}

/** Columns padded to their widest cell, the first left, the others right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
