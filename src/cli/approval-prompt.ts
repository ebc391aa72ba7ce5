import { createInterface } from 'node:readline/promises';
import { setImmediate as settled } from 'node:timers/promises';
import pc from 'picocolors';
import type { ApprovalAnswer, ApprovalQuestion, AskApproval, CallResult } from '../workspace/index.ts';
import { userName } from './call-options.ts';
import { indentJson } from './indent-json.ts';
import { createProgress, plain, printLine } from './terminal.ts';

/**
 * Asks on the terminal with the exact requests: only yes sends them, any other words are the reason why not, and an end of input is no.
 * Once the signal is aborted, by Ctrl-C at the question too, nothing is decided.
 */
export function approvalPrompt(interrupt: AbortController): AskApproval {
  return async ({ requests }: ApprovalQuestion): Promise<ApprovalAnswer> => {
    // What happened before is shown first.
    await settled();
    interrupt.signal.throwIfAborted();
    createProgress().clear();
    printRequests(requests);
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    const ended = new AbortController();
    terminal.once('SIGINT', () => interrupt.abort(new DOMException('Interrupted.', 'AbortError')));
    terminal.once('close', () => ended.abort());
    try {
      const signal = AbortSignal.any([interrupt.signal, ended.signal]);
      const question = `${pc.bold('Send this?')} ${pc.dim('yes, or no and why')} [no] `;
      return answerOf(await terminal.question(question, { signal }));
    } catch (error) {
      interrupt.signal.throwIfAborted();
      if (!ended.signal.aborted) throw error;
      return answerOf('');
    } finally {
      terminal.close();
    }
  };
}

/** What somebody typed, as a decision. */
export function answerOf(text: string): ApprovalAnswer {
  const words = text.trim();
  const by = userName();
  if (/^y(es)?$/i.test(words)) return { approved: true, by };
  const reason = words.replace(/^no?\b[\s,:;.-]*/i, '').slice(0, 500);
  return { approved: false, by, ...(reason !== '' && { reason }) };
}

/** The requests exactly as they go out, credentials left out; JSON is only indented. */
export function printRequests(requests: CallResult['requests']): void {
  for (const { method, url, headers, body } of requests) {
    printLine(`${pc.bold(method)} ${pc.bold(plain(url))}`);
    const lines = Object.entries(headers).map(([name, value]) => plain(`${name}: ${value}`));
    if (lines.length > 0) printLine(pc.dim(lines.join('; ')));
    if (body !== undefined) printLine(indentJson(body));
    printLine();
  }
}
