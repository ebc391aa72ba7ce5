import type { Command } from 'commander';
import pc from 'picocolors';
import type { AuditReport } from '../workspace/index.ts';
import { ExitCode } from './exit-code.ts';
import { jsonOption } from './options.ts';
import { createProgress, printFindings, printJson, printLine } from './terminal.ts';

export function registerAudit(program: Command): void {
  program
    .command('audit')
    .argument('<landscape>', 'folder with a landscape.yaml')
    .description('count the sources again by other means and compare: coverage and exactness per class of element')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  groundrail audit ./landscape')
    .action(async (landscape: string, options: { json?: boolean }) => {
      const { auditLandscape } = await import('../workspace/index.ts');
      const progress = createProgress();
      const report = await auditLandscape(landscape, { onProgress: (text) => progress.update(text) }).finally(() =>
        progress.clear(),
      );
      if (options.json) printJson(report);
      else await printAuditReport(report);
      if (!report.ok) process.exitCode = ExitCode.failed;
    });
}

/** A row per class of element; anything below 1 is coloured. */
export async function printAuditReport(report: AuditReport, onlyKinds?: readonly string[]): Promise<void> {
  const { default: Table } = await import('cli-table3');
  const table = new Table({
    head: ['class', 'source', 'graph', 'coverage', 'exactness'],
    style: { head: [], border: [] },
    colAligns: ['left', 'right', 'right', 'right', 'right'],
  });
  for (const [name, row] of Object.entries(report.classes)) {
    if (onlyKinds ? !onlyKinds.includes(name) : row.source === 0 && row.graph === 0) continue;
    table.push([name, row.source, row.graph, share(row.coverage), share(row.exactness)]);
  }
  printLine(table.toString());
  printFindings(report.findings);
}

function share(value: number): string {
  const text = value.toFixed(3);
  return value === 1 ? text : pc.yellow(text);
}
