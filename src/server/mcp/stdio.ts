import { Console } from 'node:console';
import { randomUUID } from 'node:crypto';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Caller } from '../caller.ts';
import type { LandscapeHost } from '../landscape-host.ts';
import { BoundedLines } from './bounded-lines.ts';
import { createSession } from './session.ts';

/** What serving over standard input and output needs. */
export interface StdioOptions {
  readonly host: LandscapeHost;
  readonly caller: Caller;
  /** Ends the session. */
  readonly signal?: AbortSignal;
}

const lookEvery = 2000;
/** Longest that requests may go on after the client has closed its end, in milliseconds. */
const patience = 10_000;

/**
 * Serves one client over standard input and output until it closes them or the signal is aborted. Nothing but protocol is written to
 * standard output: whatever libraries print goes to standard error.
 */
export async function serveOverStdio({ host, caller, signal }: StdioOptions): Promise<void> {
  globalThis.console = new Console(process.stderr, process.stderr);
  const server = await createSession({ host, caller, traceId: randomUUID() });
  server.onerror = (error) => process.stderr.write(`${error.message}\n`);
  const lines = new BoundedLines((code, message) => {
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
  });
  const ended = new Promise<void>((resolve) => {
    lines.once('end', resolve);
    process.stdin.once('error', () => resolve());
    process.stdout.once('error', () => resolve());
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  const looking = setInterval(() => void host.refresh(), lookEvery);
  looking.unref();
  await server.connect(new StdioServerTransport(process.stdin.pipe(lines)));
  await ended;
  clearInterval(looking);
  await host.idle(patience);
  await server.close();
}
