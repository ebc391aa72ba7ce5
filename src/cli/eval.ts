import type { Command } from 'commander';
import { registerEvalAgent } from './eval-agent.ts';
import { registerEvalRetrieval } from './eval-retrieval.ts';

export function registerEval(program: Command): void {
  const evaluation = program.command('eval').description('benchmarks, with significance tests');
  registerEvalRetrieval(evaluation);
  registerEvalAgent(evaluation);
}
