import type { Command } from 'commander';
import pc from 'picocolors';
import { jsonOption, landscapeOption, oneOf, storeOption, wholeNumber } from './options.ts';
import { plain, printJson, printLine } from './terminal.ts';

interface DescribeOptions {
  values?: string;
  find?: string;
  detail: 'default' | 'full';
  query?: string;
  limit: number;
  landscape: string;
  store?: string;
  json?: boolean;
}

export function registerDescribe(program: Command): void {
  program
    .command('describe')
    .argument('<service/EntitySet>', 'an EntitySet or Operation, as search names it')
    .description('the grounded specification, or a value list')
    .option('--values <property>', 'list the allowed values of a property')
    .option('--find <text>', 'with --values: only those that fit a code or text')
    .option('--limit <number>', 'with --values: at most so many', wholeNumber('--limit', 1, 10_000), 100)
    .option('--detail <level>', 'default or full', oneOf('--detail', ['default', 'full']), 'default')
    .option('--query <text>', 'name first what belongs to this request')
    .option(...landscapeOption)
    .option(...storeOption)
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExample:\n  groundrail describe API_PURCHASEORDER_PROCESS_SRV/A_PurchaseOrder --values PurchaseOrderType --find standard',
    )
    .action(async (target: string, options: DescribeOptions) => {
      const { openWorkspace } = await import('../workspace/index.ts');
      const workspace = await openWorkspace(options);
      try {
        if (options.values !== undefined) {
          const search = await workspace.values(target, options.values, options.find, options.limit);
          if (options.json) return printJson(search);
          for (const { code, text } of search.values) printLine(`${pc.bold(plain(code))}  ${plain(text ?? '')}`);
          if (search.values.length === 0)
            printLine(
              search.entitySet !== undefined
                ? `The values are rows of ${search.entitySet}: read them there.`
                : search.count > 0
                  ? 'No value fits.'
                  : `No value list is known for ${search.property}; one can be added, see docs/value-help.md.`,
            );
          else if (search.count > search.values.length)
            printLine(pc.dim(`${search.values.length} of ${search.count} values; narrow with --find.`));
          return;
        }
        const spec = await workspace.spec(target, {
          detail: options.detail,
          ...(options.query === undefined ? {} : { query: options.query }),
        });
        if (options.json) printJson(spec);
        else printLine(spec.text);
      } finally {
        await workspace.close();
      }
    });
}
