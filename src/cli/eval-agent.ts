import type { Command } from 'commander';
import { embedderOption, jsonOption, storeOption, wholeNumber } from './options.ts';
import { createProgress, printJson, printLine } from './terminal.ts';

interface AgentOptions {
  landscape: string;
  tasks: string;
  conditions: string[];
  model: string;
  runs: number;
  seed: number;
  concurrency: number;
  kind?: string;
  limit?: number;
  steps?: number;
  results?: string;
  today?: string;
  store?: string;
  embedder?: string;
  json?: boolean;
}

/** `eval agent` and `eval elicitation`: the same runs, looked at as a whole or for the codes of writes alone. */
export function registerEvalAgent(evaluation: Command): void {
  withOptions(evaluation.command('agent'))
    .description('run tasks under conditions against a mock, scored by what the mock accepted')
    .addHelpText(
      'after',
      '\nExample:\n  groundrail eval agent --landscape ./landscape --tasks ./tasks.jsonl --conditions full,chunk-rag --model planner --json',
    )
    .action(async (options: AgentOptions) => {
      const { evaluateAgent, renderAgentReport } = await import('../eval/index.ts');
      const progress = createProgress();
      const report = await evaluateAgent({ ...options, onProgress: (text) => progress.update(text) }).finally(() =>
        progress.clear(),
      );
      if (options.json) printJson(report);
      else printLine(renderAgentReport(report));
    });
  withOptions(evaluation.command('elicitation'))
    .description('how coded values of writes come out under conditions')
    .addHelpText(
      'after',
      '\nExample:\n  groundrail eval elicitation --landscape ./landscape --tasks ./tasks.jsonl --conditions full,full-value-help',
    )
    .action(async (options: AgentOptions) => {
      const { evaluateElicitation, renderElicitationReport } = await import('../eval/index.ts');
      const progress = createProgress();
      const report = await evaluateElicitation({ ...options, onProgress: (text) => progress.update(text) }).finally(
        () => progress.clear(),
      );
      if (options.json) printJson(report);
      else printLine(renderElicitationReport(report));
    });
}

function withOptions(command: Command): Command {
  return command
    .requiredOption('--landscape <dir>', 'folder of an indexed landscape')
    .requiredOption('--tasks <file>', 'JSON Lines: id, kind, task, expect')
    .option(
      '--conditions <list>',
      'full, chunk-rag, chunk-rag+value-help, full-process, full-validation, full-value-help',
      (text) => text.split(',').map((part) => part.trim()),
      ['full'],
    )
    .option('--model <provider:model|planner>', 'who decides', 'planner')
    .option('--runs <number>', 'runs of every task under every condition', wholeNumber('--runs', 1, 100), 1)
    .option(
      '--seed <number>',
      "seed of the mock's data and of the resampling tests",
      wholeNumber('--seed', 0, 1_000_000),
      7,
    )
    .option('--concurrency <number>', 'runs at the same time', wholeNumber('--concurrency', 1, 200), 2)
    .option('--kind <kind>', 'only tasks of this kind')
    .option('--limit <number>', 'at most so many tasks of each kind', wholeNumber('--limit', 1, 10_000))
    .option('--steps <number>', 'turns after which a run is stopped', wholeNumber('--steps', 1, 1_000))
    .option('--results <file>', 'keep results here and go on from them')
    .option('--today <date>', 'the day that "today" means, ISO 8601')
    .option(...storeOption)
    .option(...embedderOption)
    .option(...jsonOption);
}
