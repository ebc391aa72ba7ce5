import type { Command } from 'commander';
import { ExitCode } from './exit-code.ts';
import { oneOf, wholeNumber } from './options.ts';
import { printLine } from './terminal.ts';

interface MockCommandOptions {
  port: number;
  host: string;
  seed: number;
  csrf: boolean;
  latency?: number;
  fault?: string;
}

const faultWords = ['drop', 'html', 'truncate', '429', '500', '503'] as const;

export function registerMock(program: Command): void {
  program
    .command('mock')
    .argument('<landscape>', 'folder with a landscape.yaml')
    .description('serve the whole landscape over HTTP from its metadata and value help, and judge every call')
    .option('--port <number>', 'port', wholeNumber('--port', 0, 65_535), 4004)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--seed <number>', 'seed of the generated data', wholeNumber('--seed', 0, 1_000_000), 1)
    .option('--no-csrf', 'writes need no CSRF token')
    .option('--latency <ms>', 'wait before every answer', wholeNumber('--latency', 0, 60_000))
    .option('--fault <kind>', `for every call: ${faultWords.join(', ')}`, oneOf('--fault', faultWords))
    .addHelpText(
      'after',
      '\nExample:\n  groundrail mock ./landscape --port 4004\n  groundrail call order.json --target http://127.0.0.1:4004',
    )
    .action(async (landscape: string, options: MockCommandOptions) => {
      const [{ mockOptionsOf }, { startMock }] = await Promise.all([
        import('../workspace/index.ts'),
        import('../mock/index.ts'),
      ]);
      const fault = {
        ...(options.latency === undefined ? {} : { latency: options.latency }),
        ...(options.fault === undefined
          ? {}
          : /^\d/.test(options.fault)
            ? { status: Number(options.fault) }
            : { [options.fault]: true }),
      };
      const mock = await startMock({
        ...(await mockOptionsOf(landscape)),
        port: options.port,
        host: options.host,
        seed: options.seed,
        csrf: options.csrf,
        ...(Object.keys(fault).length > 0 ? { fault } : {}),
      });
      printLine(
        `Mock landscape at ${mock.url}/<service id>/ (calls with verdicts: ${mock.url}/_groundrail/calls). Stop with Ctrl-C.`,
      );
      await new Promise<void>((resolve) => {
        process.once('SIGTERM', resolve);
        process.removeAllListeners('SIGINT');
        process.once('SIGINT', () => {
          process.exitCode = ExitCode.interrupted;
          resolve();
        });
      });
      await mock.close();
    });
}
