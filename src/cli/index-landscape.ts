import type { Command } from 'commander';
import pc from 'picocolors';
import type { IndexReport } from '../workspace/index.ts';
import { ExitCode } from './exit-code.ts';
import { embedderOption, jsonOption, storeOption } from './options.ts';
import { createProgress, plain, printFindings, printJson, printLine } from './terminal.ts';

export function registerIndex(program: Command): void {
  program
    .command('index')
    .argument('<landscape>', 'folder with a landscape.yaml')
    .description('read, check, embed and save a landscape; prints what was dropped and why')
    .option(...storeOption)
    .option(...embedderOption)
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  groundrail index ./landscape')
    .action(async (landscape: string, options: { store?: string; embedder?: string; json?: boolean }) => {
      const { indexLandscape } = await import('../workspace/index.ts');
      const progress = createProgress();
      const report = await indexLandscape(landscape, {
        ...(options.store === undefined ? {} : { store: options.store }),
        ...(options.embedder === undefined ? {} : { embedder: options.embedder }),
        onProgress: (text) => progress.update(text),
      }).finally(() => progress.clear());
      if (options.json) printJson(report);
      else printIndexReport(report);
      if (!report.ok) process.exitCode = ExitCode.failed;
    });
}

/** What was read, what was dropped and why, and where the index is now. */
export function printIndexReport(report: IndexReport): void {
  const { nodes } = report.counts;
  const refused = report.sources.filter((source) => source.status === 'refused');
  const unchanged = report.sources.filter((source) => source.status === 'unchanged').length;
  const sources = `${report.sources.length} sources${unchanged > 0 ? ` (${unchanged} unchanged)` : ''}`;
  printLine(
    `${pc.bold(plain(report.landscape))}: ${sources}, ${nodes.Service ?? 0} services, ${nodes.EntitySet ?? 0} entity sets, ${nodes.Operation ?? 0} operations, ${nodes.Property ?? 0} properties, ${nodes.Process ?? 0} processes, ${nodes.Activity ?? 0} activities`,
  );
  printFindings([...report.findings, ...report.sources.flatMap((source) => source.findings)]);
  if (refused.length > 0) printLine(pc.red(`${refused.length} sources were refused; the rest is indexed.`));
  printLine(`Index: ${report.store} (embedder ${report.embedder}, ${report.seconds.toFixed(1)} s)`);
}
