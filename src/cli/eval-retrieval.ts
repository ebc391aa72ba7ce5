import type { Command } from 'commander';
import { embedderOption, jsonOption, listOf, storeOption } from './options.ts';
import { createProgress, printJson, printLine } from './terminal.ts';

const modes = ['dense', 'lexical', 'graph', 'hybrid'] as const;

interface RetrievalOptions {
  landscape: string;
  queries: string;
  modes: (typeof modes)[number][];
  k: number[];
  seed: number;
  store?: string;
  embedder?: string;
  json?: boolean;
}

export function registerEvalRetrieval(evaluation: Command): void {
  evaluation
    .command('retrieval')
    .description('Recall@k, MRR, nDCG and latency per mode and query type')
    .requiredOption('--landscape <dir>', 'folder with a landscape.yaml')
    .requiredOption('--queries <file>', 'JSON Lines: query, type, gold, process')
    .option('--modes <list>', modes.join(','), listOf('--modes', modes), [...modes])
    .option('--k <list>', 'cut-offs', (text) => text.split(',').map(Number), [1, 3, 5, 10])
    .option('--seed <number>', 'seed of the resampling tests', Number, 7)
    .option(...storeOption)
    .option(...embedderOption)
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExample:\n  groundrail eval retrieval --landscape ./landscape --queries ./queries.jsonl --json',
    )
    .action(async (options: RetrievalOptions) => {
      const { evaluateRetrieval, renderRetrievalReport } = await import('../eval/index.ts');
      const progress = createProgress();
      const report = await evaluateRetrieval({ ...options, onProgress: (text) => progress.update(text) }).finally(() =>
        progress.clear(),
      );
      if (options.json) printJson(report);
      else printLine(renderRetrievalReport(report));
    });
}
