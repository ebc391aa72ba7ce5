import type { AgentReport, ConditionTest, ElicitationReport } from './agent-report.ts';

/** The report as a table, one line a condition and kind of task. */
export function renderAgentReport({ n, conditions, tests }: AgentReport): string {
  const rows = Object.entries(conditions).flatMap(([name, { byKind, ...all }]) =>
    [['all', all] as const, ...Object.entries(byKind)].map(([kind, figures]) => [
      name,
      kind,
      String(figures.runs),
      share(figures.completion),
      share(figures.partial),
      share(figures.callsAccepted),
      figures.callsPerRun.toFixed(1),
      figures.invalidCallsPerRun.toFixed(2),
      share(figures.runsWithInvalidCall),
      String(figures.inventedCodes),
      String(figures.invalidKeys),
      figures.blockedBeforeSending.toFixed(2),
      figures.tokensPerRun.toFixed(0),
      figures.secondsPerRun.toFixed(1),
    ]),
  );
  const head =
    'condition,kind,runs,completed,partial,accepted,calls,invalid,runs inv.,invented,inv. keys,blocked,tokens,s';
  const blocked = Object.entries(conditions).flatMap(([name, { blockedByRule }]) => {
    const rules = Object.entries(blockedByRule).sort((a, b) => b[1] - a[1]);
    return rules.length === 0
      ? []
      : [`${name}, stopped before sending: ${rules.map(([rule, times]) => `${rule} ${times}`).join(', ')}`];
  });
  return [`${n} tasks`, table([head.split(','), ...rows]), ...blocked, ...tests.map(testLine)].join('\n');
}

/** The report on codes as a table. */
export function renderElicitationReport({ n, conditions, tests }: ElicitationReport): string {
  const rows = Object.entries(conditions).map(([name, figures]) => [
    name,
    String(figures.runs),
    String(figures.codes),
    share(figures.accuracy),
    String(figures.wrong),
    String(figures.invented),
    String(figures.missing),
    share(figures.runsWithInventedCode),
    String(figures.invalidKeys),
    share(figures.runsWithInvalidKey),
  ]);
  const head = 'condition,runs,codes,right,wrong,invented,missing,runs inv.,inv. keys,runs inv. key';
  return [`${n} tasks with coded writes`, table([head.split(','), ...rows]), ...tests.map(testLine)].join('\n');
}

function testLine({ metric, a, b, difference, ci95, p, pPermutation }: ConditionTest): string {
  const [low, high] = ci95;
  return `${metric}, ${a} - ${b}: ${signed(difference)} [${signed(low)}, ${signed(high)}], bootstrap p ${p.toFixed(4)}, permutation p ${pPermutation.toFixed(4)}`;
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function share(value: number): string {
  return value.toFixed(3);
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(3)}`;
}
