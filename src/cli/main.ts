#!/usr/bin/env node
import { CommanderError } from 'commander';
import { isGroundrailError } from '../base/index.ts';
import { ExitCode, exitCodeOf } from './exit-code.ts';
import { createProgram } from './program.ts';
import { printJson, printProblem } from './terminal.ts';

process.on('SIGINT', () => process.exit(ExitCode.interrupted));
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? ExitCode.done);
  printProblem(`Cannot write to standard output: ${error.message}.`);
  process.exit(ExitCode.failed);
});
// Nobody is left to be told; what the exit code says stays true.
process.stderr.on('error', () => undefined);

try {
  await createProgram().parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? ExitCode.done : ExitCode.badInput;
    if (error.exitCode !== 0) printErrorDocument('usage', error.message.replace(/^error: /, ''));
  } else {
    const message = error instanceof Error ? error.message : String(error);
    process.exitCode = exitCodeOf(error);
    printProblem(message);
    printErrorDocument(isGroundrailError(error) ? error.code : 'failed', message);
  }
}

/** With `--json` standard output holds one document also where a command cannot answer. */
function printErrorDocument(code: string, message: string): void {
  const [options = ''] = process.argv.slice(2).join('\0').split('\0--\0');
  if (options.split('\0').includes('--json')) printJson({ ok: false, error: { code, message } });
}
