import type { Command } from 'commander';
import pc from 'picocolors';
import { isoTime, jsonOption, landscapeOption, storeOption, wholeNumber } from './options.ts';
import { plain, printCallFindings, printJson, printLine, printProblem } from './terminal.ts';
import { type Records, wholeTraceId } from './trace-id.ts';
import { traceRecordLines } from './trace-record-lines.ts';

interface RecordsOptions {
  landscape: string;
  store?: string;
}

interface TraceOptions extends RecordsOptions {
  json?: boolean;
  limit: number;
  after?: string;
}

interface ExportOptions extends RecordsOptions {
  json?: boolean;
  trace?: string;
  since?: string;
  until?: string;
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
    .action((options: TraceOptions) => withRecords(options, (records) => listTraces(records, options)));
  withOptions(trace.command('show').argument('<id>', 'id of a trace or of one of its records, or how it begins'))
    .description('the records of one trace in order')
    .addHelpText('after', '\nExample:\n  groundrail trace show 7b2e1f')
    .action((id: string, options: TraceOptions) => withRecords(options, (records) => showTrace(records, id, options)));
  trace
    .command('export')
    .description('JSON Lines with OpenTelemetry GenAI attributes')
    .option('--trace <id>', 'only this trace, by its id or how it begins')
    .option('--since <time>', 'ISO 8601, UTC where no zone is given', isoTime('--since'))
    .option('--until <time>', 'ISO 8601, UTC where no zone is given', isoTime('--until'))
    .option(...landscapeOption)
    .option(...storeOption)
    .option('--json', 'one JSON document, a list, instead of JSON Lines')
    .addHelpText('after', '\nExample:\n  groundrail trace export --since 2026-01-01 > traces.jsonl')
    .action((options: ExportOptions) => withRecords(options, (records) => exportRecords(records, options)));
}

async function listTraces(records: Records, options: TraceOptions): Promise<void> {
  const page = await records.traces(pageOf(options));
  if (options.json) return printJson(page);
  if (page.items.length === 0) printLine('Nothing was recorded yet.');
  for (const { traceId, first, last, records: count } of page.items) {
    const what = [first.operation, first.service, first.entitySet].filter((part) => part !== undefined).join(' ');
    const end = `${last.outcome ?? last.kind}${last.status === undefined ? '' : ` ${last.status}`}`;
    printLine(`${first.at}  ${pc.bold(traceId)}  ${plain(first.actor)}  ${plain(what)}  ${end} (${count})`);
  }
  if (page.next !== undefined) printLine(pc.dim(`More: --after ${page.next}`));
}

async function showTrace(records: Records, id: string, options: TraceOptions): Promise<void> {
  const page = await records.trace(await wholeTraceId(records, id), pageOf(options));
  if (options.json) return printJson(page);
  for (const record of page.items) {
    for (const line of traceRecordLines(record)) printLine(line);
    // What a tool met stands in the lines of its observation.
    if (record.kind !== 'tool') printCallFindings(record.findings);
  }
  if (page.next !== undefined) printLine(pc.dim(`More: --after ${page.next}`));
}

async function exportRecords(records: Records, options: ExportOptions): Promise<void> {
  const { exportTraces } = await import('../workspace/index.ts');
  const traceId = options.trace === undefined ? undefined : await wholeTraceId(records, options.trace);
  const selected = records.records({
    ...(traceId !== undefined && { traceId }),
    ...(options.since !== undefined && { since: options.since }),
    ...(options.until !== undefined && { until: options.until }),
  });
  let count = 0;
  const documents: unknown[] = [];
  for await (const line of exportTraces(selected)) {
    count += 1;
    if (options.json) documents.push(JSON.parse(line));
    else process.stdout.write(line);
  }
  if (options.json) printJson(documents);
  else if (count === 0)
    printProblem('No record fits: nothing was exported. "groundrail trace list" shows what there is.');
}

function pageOf({ limit, after }: TraceOptions): { limit: number; after?: string } {
  return { limit, ...(after === undefined ? {} : { after }) };
}

async function withRecords(options: RecordsOptions, use: (records: Records) => Promise<void>): Promise<void> {
  const { openRecordsOf } = await import('../workspace/index.ts');
  const records = await openRecordsOf(options.landscape, options.store);
  try {
    await use(records);
  } finally {
    await records.close();
  }
}
