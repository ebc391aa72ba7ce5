import type { Command } from 'commander';
import pc from 'picocolors';
import { GroundrailError } from '../base/index.ts';
import { jsonOption, landscapeOption, storeOption, wholeNumber } from './options.ts';
import { plain, printCallFindings, printJson, printLine } from './terminal.ts';

interface TraceOptions {
  landscape: string;
  store?: string;
  json?: boolean;
  limit: number;
  after?: string;
}

export function registerTrace(program: Command): void {
  const trace = program.command('trace').description('what was called, by whom, with which answer');
  const withOptions = (command: Command) =>
    command
      .option('--limit <number>', 'at most so many', wholeNumber('--limit', 1, 1000), 50)
      .option('--after <position>', 'go on where the last page ended')
      .option(...landscapeOption)
      .option(...storeOption)
      .option(...jsonOption);

  withOptions(trace.command('list'))
    .description('traces, the latest first')
    .addHelpText('after', '\nExample:\n  groundrail trace list -C ./landscape')
    .action((options: TraceOptions) =>
      withRecords(options, async (records) => {
        const page = await records.traces(pageOf(options));
        if (options.json) return printJson(page);
        for (const { traceId, first, last, records: count } of page.items) {
          const what = [first.operation, first.service, first.entitySet].filter((part) => part !== undefined).join(' ');
          printLine(
            `${first.at}  ${pc.bold(traceId)}  ${plain(first.actor)}  ${plain(what)}  ${last.outcome ?? last.kind}${last.status === undefined ? '' : ` ${last.status}`} (${count})`,
          );
        }
        if (page.next !== undefined) printLine(pc.dim(`More: --after ${page.next}`));
      }),
    );
  withOptions(trace.command('show').argument('<id>', 'id of a trace or of one of its records'))
    .description('the records of one trace in order')
    .addHelpText('after', '\nExample:\n  groundrail trace show 7b2e…')
    .action((id: string, options: TraceOptions) =>
      withRecords(options, async (records) => {
        const page = await records.trace(id, pageOf(options));
        if (page.items.length === 0) {
          throw new GroundrailError('usage', {
            problem: `There is no trace ${id}. "groundrail trace list" shows them.`,
          });
        }
        if (options.json) return printJson(page);
        for (const record of page.items) {
          printLine(
            `${record.at}  ${pc.bold(record.kind)}  ${plain(record.actor)}  ${record.outcome ?? ''}${record.status === undefined ? '' : ` ${record.status}`}  ${Math.round(record.durationMs)} ms`,
          );
          for (const { method, url, body } of record.requests)
            printLine(`    ${method} ${plain(url)}${body === undefined ? '' : `\n    ${plain(body)}`}`);
          printCallFindings(record.findings);
        }
        if (page.next !== undefined) printLine(pc.dim(`More: --after ${page.next}`));
      }),
    );
  trace
    .command('export')
    .description('JSON Lines with OpenTelemetry GenAI attributes')
    .option('--trace <id>', 'only this trace')
    .option('--since <time>', 'ISO 8601')
    .option('--until <time>', 'ISO 8601')
    .option(...landscapeOption)
    .option(...storeOption)
    .addHelpText('after', '\nExample:\n  groundrail trace export --since 2026-01-01T00:00:00Z > traces.jsonl')
    .action((options: { trace?: string; since?: string; until?: string; landscape: string; store?: string }) =>
      withRecords(options, async (records) => {
        const { exportTraces } = await import('../workspace/index.ts');
        const selected = records.records({
          ...(options.trace === undefined ? {} : { traceId: options.trace }),
          ...(options.since === undefined ? {} : { since: options.since }),
          ...(options.until === undefined ? {} : { until: options.until }),
        });
        for await (const line of exportTraces(selected)) process.stdout.write(line);
      }),
    );
}

function pageOf({ limit, after }: TraceOptions): { limit: number; after?: string } {
  return { limit, ...(after === undefined ? {} : { after }) };
}

type Records = Awaited<ReturnType<typeof import('../workspace/index.ts').openRecordsOf>>;

async function withRecords(
  options: { landscape: string; store?: string },
  use: (records: Records) => Promise<void>,
): Promise<void> {
  const { openRecordsOf } = await import('../workspace/index.ts');
  const records = await openRecordsOf(options.landscape, options.store);
  try {
    await use(records);
  } finally {
    await records.close();
  }
}
