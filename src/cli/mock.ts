import type { Command } from 'commander';
import { GroundrailError } from '../base/index.ts';
import { untilStopped } from './interruption.ts';
import { jsonOption, oneOf, wholeNumber } from './options.ts';
import { printJson, printLine } from './terminal.ts';

interface MockCommandOptions {
  port: number;
  host: string;
  seed: number;
  csrf: boolean;
  latency?: number;
  fault?: string;
  json?: boolean;
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
    .option(...jsonOption)
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
      const { port, host, seed, csrf } = options;
      const served = await mockOptionsOf(landscape);
      const mock = await startMock({
        ...served,
        port,
        host,
        seed,
        csrf,
        ...(Object.keys(fault).length > 0 && { fault }),
      }).catch((error: NodeJS.ErrnoException) => {
        throw cannotListen(error, host, port);
      });
      const calls = `${mock.url}/_groundrail/calls`;
      if (options.json)
        printJson({ url: mock.url, port: mock.port, calls, services: served.services.map(({ id }) => id) });
      else printLine(`Mock landscape at ${mock.url}/<service id>/ (calls with verdicts: ${calls}). Stop with Ctrl-C.`);
      await untilStopped();
      await mock.close();
    });
}

/** What to do where the mock cannot listen; any other failure as it was. */
function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.syscall !== 'listen') return error;
  const problem =
    error.code === 'EADDRINUSE'
      ? `Port ${port} of ${host} is taken; name another one with --port, or 0 for any free one.`
      : `Cannot listen on ${host}, port ${port}: ${error.message}. Name others with --host and --port.`;
  return new GroundrailError('usage', { problem }, { cause: error });
}
