import { ExitCode } from './exit-code.ts';
import { printProblem } from './terminal.ts';

/** Aborted by the first Ctrl-C, so that what is under way can end well; the second one ends the process at once. */
export function interruption(said?: string): AbortController {
  const interrupt = new AbortController();
  process.removeAllListeners('SIGINT');
  process.once('SIGINT', () => {
    process.on('SIGINT', () => process.exit(ExitCode.interrupted));
    if (said !== undefined) printProblem(said);
    interrupt.abort(new DOMException('Interrupted.', 'AbortError'));
  });
  return interrupt;
}

/** Resolves once somebody wants a server to stop: by Ctrl-C, which the exit code tells, or by SIGTERM. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.removeAllListeners('SIGINT');
    process.once('SIGINT', () => {
      process.exitCode = ExitCode.interrupted;
      resolve();
    });
  });
}
