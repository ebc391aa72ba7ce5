import type { Command } from 'commander';
import pc from 'picocolors';
import { readCallFile } from './call-file.ts';
import { ExitCode } from './exit-code.ts';
import { jsonOption, landscapeOption, storeOption } from './options.ts';
import { printCallFindings, printJson, printLine } from './terminal.ts';

export function registerValidate(program: Command): void {
  program
    .command('validate')
    .argument('<call.json>', 'a file with a call, or - for standard input')
    .description('check a call against the specification; nothing is sent')
    .option(...landscapeOption)
    .option(...storeOption)
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  groundrail validate call.json -C ./landscape')
    .action(async (file: string, options: { landscape: string; store?: string; json?: boolean }) => {
      const { openWorkspace } = await import('../workspace/index.ts');
      const input = await readCallFile(file);
      const workspace = await openWorkspace(options);
      try {
        const result = await workspace.validate(input);
        if (options.json) printJson(result);
        else if (result.findings.length === 0) printLine(pc.green('The call is valid.'));
        else printCallFindings(result.findings);
        if (!result.ok) process.exitCode = ExitCode.failed;
      } finally {
        await workspace.close();
      }
    });
}
