import type { Command } from 'commander';
import { GroundrailError } from '../base/index.ts';
import type { AgentOutcome, AskApproval } from '../workspace/index.ts';
import { approvalPrompt } from './approval-prompt.ts';
import { type CallOptions, optionsToRepeat, withCallOptions, workspaceOptionsOf } from './call-options.ts';
import { ExitCode } from './exit-code.ts';
import { interruption } from './interruption.ts';
import { wholeNumber } from './options.ts';
import { isComplete, RunView } from './run-view.ts';
import { printJson, printJsonLine } from './terminal.ts';
import { wholeTraceId } from './trace-id.ts';

interface AskCommandOptions extends CallOptions {
  model: string;
  resume?: string;
  events?: boolean;
  approve?: boolean;
  steps?: number;
  case?: string;
}

export function registerAsk(program: Command): void {
  const command = program
    .command('ask')
    .argument('[task]', 'what you want done, in your own words')
    .description('the agent: finds, reads, plans, asks for approval and calls, along the process')
    .option('--model <provider:model|planner>', 'who decides; planner works offline', 'planner')
    .option('--resume <trace>', 'go on with a run that was interrupted')
    .option('--events', 'print every event as a line of JSON')
    .option('--approve', 'approve every write without asking (a mock or a test system only)')
    .option('--steps <number>', 'at most so many steps', wholeNumber('--steps', 1, 1000))
    .option('--case <id>', 'the process instance that the calls belong to');
  withCallOptions(command)
    .addHelpText(
      'after',
      '\nExample:\n  groundrail ask "Ask for 200 saddles SDL-20 by 14 September 2026" --model planner --target http://127.0.0.1:4004',
    )
    .action(async (task: string | undefined, options: AskCommandOptions) => {
      refuseBadUse(task, options);
      const { ask, openWorkspace } = await import('../workspace/index.ts');
      const interrupt = interruption('Ends after the call under way; Ctrl-C again ends at once.');
      const workspace = await openWorkspace(workspaceOptionsOf(options, approvalOf(options, interrupt)));
      const view = new RunView(optionsToRepeat(options));
      let outcome: AgentOutcome | undefined;
      try {
        const resume =
          options.resume === undefined ? undefined : await wholeTraceId(await workspace.records(), options.resume);
        const events = ask(workspace, task ?? '', {
          model: options.model,
          signal: interrupt.signal,
          ...(resume !== undefined && { resume }),
          ...(options.steps !== undefined && { steps: options.steps }),
          ...(options.case !== undefined && { caseId: options.case }),
        });
        for await (const event of events) {
          if (options.events) printJsonLine(event);
          else if (!options.json) view.show(event);
          if (event.type === 'ended') outcome = event.outcome;
        }
      } finally {
        await workspace.close();
      }
      if (options.json && !options.events) printJson(outcome);
      process.exitCode = exitCodeOf(outcome);
    });
}

function refuseBadUse(task: string | undefined, { resume, approve, target }: AskCommandOptions): void {
  if (resume === undefined && (task ?? '').trim() === '')
    throw new GroundrailError('usage', { problem: 'Say what you want done, or name a run with --resume <trace>.' });
  if (approve === true && target === undefined)
    throw new GroundrailError('usage', {
      problem: '--approve without a person needs --target: it is meant for a mock or a test system.',
    });
}

/** Who approves writes: everything by option, a person at a terminal, or nobody. */
function approvalOf(options: AskCommandOptions, interrupt: AbortController): AskApproval | undefined {
  if (options.approve === true) return async () => ({ approved: true, by: '--approve' });
  const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
  return isTerminal && options.json !== true && options.events !== true ? approvalPrompt(interrupt) : undefined;
}

function exitCodeOf(outcome: AgentOutcome | undefined): ExitCode {
  if (outcome?.status === 'cancelled') return ExitCode.interrupted;
  if (outcome?.error?.code === 'unreachable') return ExitCode.unreachable;
  return outcome !== undefined && isComplete(outcome) ? ExitCode.done : ExitCode.failed;
}
