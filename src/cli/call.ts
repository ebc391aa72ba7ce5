import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import pc from 'picocolors';
import { GroundrailError } from '../base/index.ts';
import type { ApprovalAnswer, ApprovalQuestion, CallResult, Workspace } from '../workspace/index.ts';
import { readCallFile } from './call-file.ts';
import { ExitCode } from './exit-code.ts';
import { jsonOption, landscapeOption, storeOption } from './options.ts';
import { plain, printCallFindings, printJson, printLine } from './terminal.ts';

interface CallOptions {
  dryRun?: boolean;
  plan?: string;
  approve?: boolean;
  target?: string;
  landscape: string;
  store?: string;
  json?: boolean;
}

export function registerCall(program: Command): void {
  program
    .command('call')
    .argument('[call.json]', 'a file with a call, or - for standard input')
    .description('execute a call; a write shows its requests first and needs approval')
    .option('--dry-run', 'show the exact requests and make a plan; nothing is sent')
    .option('--plan <id>', 'the plan of an earlier dry run')
    .option('--approve', 'approve the plan and execute it')
    .option('--target <url>', 'send to a mock landscape instead of the registered systems')
    .option(...landscapeOption)
    .option(...storeOption)
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExample:\n  groundrail call order.json --dry-run\n  groundrail call --plan 1c0f… --approve',
    )
    .action(async (file: string | undefined, options: CallOptions) => {
      const { openWorkspace } = await import('../workspace/index.ts');
      if ((file === undefined) === (options.plan === undefined)) {
        throw new GroundrailError('usage', {
          problem: 'Name either a file with a call or --plan <id>, see groundrail call --help.',
        });
      }
      const interactive = process.stdin.isTTY && process.stderr.isTTY && !options.json;
      const workspace = await openWorkspace({
        landscape: options.landscape,
        ...(options.store === undefined ? {} : { store: options.store }),
        ...(options.target === undefined ? {} : { target: options.target }),
        ...(interactive ? { ask: askInTerminal } : {}),
        actor: userName(),
      });
      try {
        const result = await run(workspace, file, options);
        if (options.json) printJson(result);
        else printCallResult(result, options.dryRun ?? false, optionsToRepeat(options));
        if (!result.ok) process.exitCode = exitCodeOfResult(result);
      } finally {
        await workspace.close();
      }
    });
}

async function run(workspace: Workspace, file: string | undefined, options: CallOptions): Promise<CallResult> {
  if (options.plan !== undefined) {
    if (!options.approve)
      throw new GroundrailError('usage', { problem: `Add --approve to execute the plan ${options.plan}.` });
    const findings = await workspace.decide(options.plan, userName(), 'approved');
    if (findings.length > 0) return { ok: false, outcome: 'refused', requests: [], findings, traceId: '' };
    return workspace.executePlan(options.plan);
  }
  const input = await readCallFile(file ?? '-');
  return options.dryRun ? workspace.preview(input) : workspace.call(input);
}

/** Shows the exact requests and asks on the terminal; anything but yes is no. */
export async function askInTerminal(question: ApprovalQuestion): Promise<ApprovalAnswer> {
  printRequests(question.requests);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question('Send this? [y/N] ');
    return { approved: /^y(es)?$/i.test(answer.trim()), by: userName() };
  } finally {
    terminal.close();
  }
}

function printRequests(requests: CallResult['requests']): void {
  for (const { method, url, headers, body } of requests) {
    printLine(pc.bold(`${method} ${plain(url)}`));
    for (const [name, value] of Object.entries(headers)) printLine(pc.dim(plain(`${name}: ${value}`)));
    if (body !== undefined) printLine(`\n${body}`);
    printLine();
  }
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

function optionsToRepeat({ landscape, store, target }: CallOptions): string {
  const options = { '-C': landscape === '.' ? undefined : landscape, '--store': store, '--target': target };
  return Object.entries(options)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name} ${/\s/.test(value) ? `"${value}"` : value}`]))
    .join('');
}

function exitCodeOfResult(result: CallResult): number {
  const unreachable = result.findings.some(
    (finding) => finding.rule === 'unreachable' || finding.rule === 'certificate',
  );
  return unreachable ? ExitCode.unreachable : ExitCode.failed;
}

function userName(): string {
  return process.env.USER ?? process.env.USERNAME ?? 'user';
}
