import type { Command } from 'commander';
import pc from 'picocolors';
import { GroundrailError } from '../base/index.ts';
import type { AgentEvent } from '../workspace/index.ts';
import { askInTerminal } from './call.ts';
import { ExitCode } from './exit-code.ts';
import { jsonOption, landscapeOption, storeOption, wholeNumber } from './options.ts';
import { plain, printJson, printLine } from './terminal.ts';

interface AskCommandOptions {
  model: string;
  resume?: string;
  events?: boolean;
  approve?: boolean;
  steps?: number;
  case?: string;
  target?: string;
  landscape: string;
  store?: string;
  json?: boolean;
}

type Outcome = Extract<AgentEvent, { type: 'ended' }>['outcome'];

export function registerAsk(program: Command): void {
  program
    .command('ask')
    .argument('[task]', 'what you want done, in your own words')
    .description('the agent: finds, reads, plans, asks for approval and calls, along the process')
    .option('--model <provider:model|planner>', 'who decides; planner works offline', 'planner')
    .option('--resume <trace>', 'go on with a run that was interrupted')
    .option('--events', 'print every event as a line of JSON')
    .option('--approve', 'approve every write without asking (a mock or a test system only)')
    .option('--steps <number>', 'at most so many steps', wholeNumber('--steps', 1, 1000))
    .option('--case <id>', 'the process instance that the calls belong to')
    .option('--target <url>', 'send to a mock landscape instead of the registered systems')
    .option(...landscapeOption)
    .option(...storeOption)
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExample:\n  groundrail ask "Ask for 200 saddles SDL-20 by 14 September 2026" --model planner --target http://127.0.0.1:4004',
    )
    .action(async (task: string | undefined, options: AskCommandOptions) => {
      if (task === undefined && options.resume === undefined) {
        throw new GroundrailError('usage', { problem: 'Say what you want done, or name a run with --resume <trace>.' });
      }
      if (options.approve && options.target === undefined) {
        throw new GroundrailError('usage', {
          problem: '--approve without a person needs --target: it is meant for a mock or a test system.',
        });
      }
      const { ask, openWorkspace } = await import('../workspace/index.ts');
      const approveAll = async () => ({ approved: true, by: '--approve' });
      const interactive = process.stdin.isTTY && process.stderr.isTTY && !options.json && !options.events;
      const workspace = await openWorkspace({
        landscape: options.landscape,
        ...(options.store === undefined ? {} : { store: options.store }),
        ...(options.target === undefined ? {} : { target: options.target }),
        ...(options.approve ? { ask: approveAll } : interactive ? { ask: askInTerminal } : {}),
      });
      const interrupted = new AbortController();
      process.removeAllListeners('SIGINT');
      process.once('SIGINT', () => interrupted.abort(new DOMException('Interrupted.', 'AbortError')));
      try {
        const events = ask(workspace, task ?? '', {
          model: options.model,
          signal: interrupted.signal,
          ...(options.resume === undefined ? {} : { resume: options.resume }),
          ...(options.steps === undefined ? {} : { steps: options.steps }),
          ...(options.case === undefined ? {} : { caseId: options.case }),
        });
        let outcome: Outcome | undefined;
        for await (const event of events) {
          if (options.events) printLine(JSON.stringify(event));
          else if (!options.json) printAgentEvent(event);
          if (event.type === 'ended') outcome = event.outcome;
        }
        if (options.json) printJson(outcome);
        process.exitCode = exitCodeOfOutcome(outcome);
      } finally {
        await workspace.close();
      }
    });
}

/** What happens in a run, a line an event. */
export function printAgentEvent(event: AgentEvent): void {
  switch (event.type) {
    case 'started':
      printLine(
        pc.dim(
          `trace ${event.traceId}, ${event.driver}${event.resumedAfter === undefined ? '' : `, resumed after step ${event.resumedAfter}`}`,
        ),
      );
      break;
    case 'turn':
      if (event.text !== '') printLine(plain(event.text));
      break;
    case 'call':
      printLine(`${pc.cyan(event.tool)} ${pc.dim(plain(JSON.stringify(event.input)).slice(0, 300))}`);
      break;
    case 'observation': {
      const { ok, text } = event.observation;
      const [first = ''] = text.split('\n');
      printLine(`  ${ok ? pc.green('ok') : pc.red('no')} ${plain(first).slice(0, 200)}`);
      break;
    }
    case 'notice':
      printLine(pc.yellow(plain(event.text)));
      break;
    case 'ended':
      printOutcome(event.outcome);
      break;
  }
}

function printOutcome(outcome: Outcome): void {
  const colour = outcome.status === 'finished' ? pc.green : pc.yellow;
  printLine(colour(`${outcome.status} after ${outcome.steps} steps`));
  if (outcome.answer !== '') printLine(outcome.answer);
  if (outcome.stop !== undefined) printLine(plain(outcome.stop.reason));
  if (outcome.error !== undefined) printLine(pc.red(plain(outcome.error.message)));
  for (const open of outcome.open) printLine(pc.yellow(`open: ${plain(open)}`));
  if (outcome.status !== 'finished') printLine(pc.dim(`Go on with: groundrail ask --resume ${outcome.traceId}`));
}

function exitCodeOfOutcome(outcome: Outcome | undefined): number {
  if (outcome === undefined || outcome.status === 'failed' || outcome.status === 'stopped') return ExitCode.failed;
  if (outcome.status === 'cancelled') return ExitCode.interrupted;
  const notDone = (outcome.data as { notDone?: readonly unknown[]; questions?: readonly unknown[] } | undefined) ?? {};
  return (notDone.notDone?.length ?? 0) + (notDone.questions?.length ?? 0) > 0 ? ExitCode.failed : ExitCode.done;
}
