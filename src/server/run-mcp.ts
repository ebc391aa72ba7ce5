import { hasErrors } from '../base/index.ts';
import { indexLandscape } from '../workspace/index.ts';
import type { Scope } from './access/scope.ts';
import { localCaller } from './caller.ts';
import { type HostOptions, LandscapeHost } from './landscape-host.ts';

/** What `groundrail mcp` may be told. */
export interface McpOptions extends HostOptions {
  /** Name of the person at this machine, for traces and approvals. */
  user: string;
  /** What the client may do; default: everything. */
  scopes?: readonly Scope[];
  /** Read and index the landscape first, where something changed. */
  index?: boolean;
  /** Takes a line about what happens; never standard output. */
  log(line: string): void;
  signal?: AbortSignal;
}

const mostWarnings = 20;

/** Serves the landscape over standard input and output until the client ends. What was wrong in its files is logged first. */
export async function runMcp({ user, scopes, index, log, signal, ...options }: McpOptions): Promise<void> {
  if (index === true) {
    const { ok, seconds } = await indexLandscape(options.landscape, {
      ...(options.store !== undefined && { store: options.store }),
      ...(options.embedder !== undefined && { embedder: options.embedder }),
    });
    log(`indexed ${options.landscape} in ${seconds.toFixed(1)} s${ok ? '' : ', with errors'}`);
  }
  const [host, { serveOverStdio }] = await Promise.all([LandscapeHost.open(options), import('./mcp/stdio.ts')]);
  try {
    host.onFailure((error) => log(`the new index cannot be opened: ${error instanceof Error ? error.message : error}`));
    await logWarnings(host, log);
    host.onChange(() => {
      log('the landscape was indexed again');
      logWarnings(host, log).catch((error) => log(String(error)));
    });
    const caller = localCaller(user, scopes === undefined ? undefined : new Set(scopes));
    await serveOverStdio({ host, caller, ...(signal !== undefined && { signal }) });
  } finally {
    await host.close();
  }
}

/** Says what was wrong in the files that the index was made from. */
async function logWarnings(host: LandscapeHost, log: (line: string) => void): Promise<void> {
  const sources = await host.use(({ workspace }) => workspace.sources());
  const lines = sources.flatMap(({ path, findings }) =>
    findings
      .filter(({ severity }) => severity !== 'info')
      .map(({ severity, line, message, effect }) =>
        [`${severity} ${path}${line === undefined ? '' : `:${line}`}`, message, effect ?? ''].join(' ').trim(),
      ),
  );
  for (const line of lines.slice(0, mostWarnings)) log(line);
  if (lines.length > mostWarnings) log(`and ${lines.length - mostWarnings} more; "groundrail index" prints them all`);
  const bad = sources.filter(({ status, findings }) => status === 'refused' || hasErrors(findings)).length;
  if (bad > 0) log(`${bad} of ${sources.length} files could not be read whole`);
}
