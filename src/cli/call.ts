import type { Command } from 'commander';
import pc from 'picocolors';
import { GroundrailError } from '../base/index.ts';
import type { CallResult, Workspace } from '../workspace/index.ts';
import { approvalPrompt, printRequests } from './approval-prompt.ts';
import { readCallFile } from './call-file.ts';
import { type CallOptions, optionsToRepeat, userName, withCallOptions, workspaceOptionsOf } from './call-options.ts';
import { ExitCode } from './exit-code.ts';
import { interruption } from './interruption.ts';
import { printCallFindings, printJson, printLine } from './terminal.ts';

interface CallCommandOptions extends CallOptions {
  dryRun?: boolean;
  plan?: string;
  approve?: boolean;
}

export function registerCall(program: Command): void {
  const command = program
    .command('call')
    .argument('[call.json]', 'a file with a call, or - for standard input')
    .description('execute a call; a write shows its requests first and needs approval')
    .option('--dry-run', 'show the exact requests and make a plan; nothing is sent')
    .option('--plan <id>', 'the plan of an earlier dry run')
    .option('--approve', 'approve the plan and execute it');
  withCallOptions(command)
    .addHelpText(
      'after',
      '\nExample:\n  groundrail call order.json --dry-run\n  groundrail call --plan 1c0f… --approve',
    )
    .action(async (file: string | undefined, options: CallCommandOptions) => {
      if ((file === undefined) === (options.plan === undefined)) {
        throw new GroundrailError('usage', {
          problem: 'Name either a file with a call or --plan <id>, see groundrail call --help.',
        });
      }
      const { openWorkspace } = await import('../workspace/index.ts');
      const input = file === undefined ? undefined : await readCallFile(file);
      const interrupt = interruption();
      const interactive = process.stdin.isTTY && process.stderr.isTTY && options.json !== true;
      const ask = interactive ? approvalPrompt(interrupt) : undefined;
      const workspace = await openWorkspace(workspaceOptionsOf(options, ask));
      try {
        const result = await run(workspace, input, options, interrupt.signal);
        if (options.json) printJson(result);
        else printCallResult(result, options.dryRun ?? false, optionsToRepeat(options));
        if (interrupt.signal.aborted) process.exitCode = ExitCode.interrupted;
        else if (!result.ok) process.exitCode = exitCodeOfResult(result);
      } catch (error) {
        if (!interrupt.signal.aborted) throw error;
        process.exitCode = ExitCode.interrupted;
      } finally {
        await workspace.close();
      }
    });
}

async function run(
  workspace: Workspace,
  input: unknown,
  options: CallCommandOptions,
  signal: AbortSignal,
): Promise<CallResult> {
  if (options.plan !== undefined) {
    if (!options.approve)
      throw new GroundrailError('usage', { problem: `Add --approve to execute the plan ${options.plan}.` });
    const findings = await workspace.decide(options.plan, userName(), 'approved');
    if (findings.length > 0) return { ok: false, outcome: 'refused', requests: [], findings, traceId: '' };
    return workspace.executePlan(options.plan, { signal });
  }
  return options.dryRun ? workspace.preview(input) : workspace.call(input, { signal });
}

/** The requests, the answer and the findings of a call; `where` are the options that the next command must repeat. */
export function printCallResult(result: CallResult, dryRun: boolean, where = ''): void {
  if (dryRun || !result.ok) printRequests(result.requests);
  printCallFindings(result.findings);
  if (result.plan && result.outcome === 'planned') {
    printLine(`Plan ${pc.bold(result.plan.id)} (until ${result.plan.expiresAt}).`);
    printLine(`Send it: groundrail call --plan ${result.plan.id} --approve${where}`);
  }
  if (result.status !== undefined)
    printLine(`${result.ok ? pc.green(String(result.status)) : pc.red(String(result.status))} ${result.outcome}`);
  if (result.body !== undefined) printLine(JSON.stringify(result.body, null, 2));
  if (result.traceId !== '') printLine(pc.dim(`trace ${result.traceId}`));
}

function exitCodeOfResult(result: CallResult): number {
  const unreachable = result.findings.some(
    (finding) => finding.rule === 'unreachable' || finding.rule === 'certificate',
  );
  return unreachable ? ExitCode.unreachable : ExitCode.failed;
}
