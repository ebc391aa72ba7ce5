#!/usr/bin/env node
import { CommanderError } from 'commander';
import { ExitCode, exitCodeOf } from './exit-code.ts';
import { createProgram } from './program.ts';

process.on('SIGINT', () => process.exit(ExitCode.interrupted));
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(ExitCode.done);
  throw error;
});

try {
  await createProgram().parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? ExitCode.done : ExitCode.badInput;
  } else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = exitCodeOf(error);
  }
}
