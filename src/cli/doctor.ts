import type { Command } from 'commander';
import pc from 'picocolors';
import { ExitCode } from './exit-code.ts';
import { embedderOption, jsonOption, landscapeOption, storeOption } from './options.ts';
import { plain, printJson, printLine } from './terminal.ts';

export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('versions, store, models, reachability')
    .option(...landscapeOption)
    .option(...storeOption)
    .option(...embedderOption)
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  groundrail doctor -C ./landscape')
    .action(async (options: { landscape: string; store?: string; embedder?: string; json?: boolean }) => {
      const { examine } = await import('../workspace/index.ts');
      const report = await examine(options);
      if (options.json) printJson(report);
      else
        for (const check of report.checks) {
          const mark =
            check.status === 'ok' ? pc.green('ok') : check.status === 'warning' ? pc.yellow('!!') : pc.red('no');
          printLine(`${mark}  ${check.name}: ${plain(check.message)}`);
        }
      if (report.checks.some((check) => check.status === 'failed')) process.exitCode = ExitCode.failed;
    });
}
