import type { Server } from 'node:http';
import { hostname } from 'node:os';
import { type HttpBindings, serve } from '@hono/node-server';
import { type Logger, pino } from 'pino';
import { GroundrailError } from '../base/index.ts';
import { Authenticator } from './access/authenticator.ts';
import { JwtVerifier } from './access/jwt-verifier.ts';
import { isLoopback, urlHost } from './access/local-address.ts';
import { RateLimit } from './access/rate-limit.ts';
import { RefusalAudit } from './access/refusal-audit.ts';
import { statusOf } from './access/token.ts';
import { createApp } from './http/app.ts';
import type { ServerContext } from './http/server-context.ts';
import { JobRunner } from './jobs/job-runner.ts';
import { type HostOptions, LandscapeHost } from './landscape-host.ts';
import { createMcpDoor } from './mcp-door.ts';
import { Metrics } from './metrics.ts';
import { PlanDecisions } from './plan-decisions.ts';

/** What `groundrail serve` may be told. */
export interface ServeOptions extends HostOptions {
  /** Default: 127.0.0.1. Anything that is not loopback needs tokens. */
  host?: string;
  /** Default: 7878; 0 takes any free port. */
  port?: number;
  /** Name of the person at this machine, for traces and approvals. */
  user: string;
  /** Also whoever is at this machine needs a token. */
  requireToken?: boolean;
  /** Names in `Host` that are accepted besides the loopback ones and those of this machine. */
  allowedHosts?: readonly string[];
  /** Origins of pages of others that may use the API from a browser. */
  corsOrigins?: readonly string[];
  /** Requests a minute for each token or address; default: 6,000 where tokens are needed, else none. */
  rateLimit?: number;
  /** MCP without sessions. */
  statelessMcp?: boolean;
  /** Identity provider whose tokens are accepted. */
  oidc?: { issuer: string; audience: string };
  /** Address by which the server is known outside, such as that of a proxy with TLS; its name is accepted in `Host`. */
  publicUrl?: string;
  /** Models that may carry out tasks, as `ask --model` takes them, the default one first; default: the planner alone. */
  models?: readonly string[];
  /** Folder of a built workbench; default: that of this package. */
  workbench?: string;
  /** Structured logs; default: to standard error. */
  log?: Logger;
  /** Milliseconds that requests have to end when the server shuts down. */
  patience?: number;
}

/** A running server. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Lets what is under way end, then stops. */
  close(): Promise<void>;
}

const maxBody = 4 * 1024 * 1024;
const refusalsPerMinute = 30;
const defaultRate = 6000;

/**
 * Serves a landscape over HTTP: the API, its document, MCP under `/mcp`. Throws `usage` where it would listen to others without knowing
 * them, and what `openWorkspace` throws.
 */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const { host: address = '127.0.0.1', port = 7878, patience = 10_000 } = options;
  const log = options.log ?? pino({ name: 'groundrail' }, pino.destination({ fd: 2, sync: false }));
  const host = await LandscapeHost.open(hostOptionsOf(options));
  try {
    await refuseStrangers(host, address, options.oidc !== undefined);
    const drain = new AbortController();
    const context = createContext(options, host, address, log, drain.signal);
    const door = createMcpDoor(context, options.statelessMcp === true);
    const app = createApp(context, [door]);
    const server = await listen((request, env) => app.fetch(request, env), address, port);
    const bound = server.address();
    const actual = typeof bound === 'object' && bound !== null ? bound.port : port;
    const looking = setInterval(() => void host.refresh(), 2000);
    const flushing = setInterval(() => void context.audit.flush(), 60_000);
    const url = `http://${urlHost(address)}:${actual}`;
    log.info({ url, landscape: host.options.landscape }, 'listening');
    host
      .use(({ workspace }) => workspace.retriever())
      .catch((error: unknown) => log.error({ err: error }, 'search is not ready'));
    let closing: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      drain.abort();
      clearInterval(looking);
      clearInterval(flushing);
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await host.idle(patience);
      await Promise.all([door.close(), context.jobs.close()]);
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), 1000);
      await stopped;
      clearTimeout(timer);
      await context.audit.flush();
      await host.close();
      log.info('stopped');
    };
    return {
      url,
      port: actual,
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    await host.close();
    throw error;
  }
}

/** Nobody listens to strangers without knowing them. */
async function refuseStrangers(host: LandscapeHost, address: string, knowsOthers: boolean): Promise<void> {
  if (isLoopback(address) || knowsOthers) return;
  const tokens = await host.records.tokens();
  if (tokens.some((state) => statusOf(state, Date.now()) === 'active')) return;
  const problem = `Listening on ${address} lets others in, and there is no access token yet. Make one with "groundrail token create <name> --scopes read,plan", or listen on 127.0.0.1.`;
  throw new GroundrailError('usage', { problem });
}

function createContext(
  options: ServeOptions,
  host: LandscapeHost,
  address: string,
  log: Logger,
  draining: AbortSignal,
): ServerContext {
  const { user, requireToken = false, oidc, publicUrl, rateLimit } = options;
  const known = publicUrl === undefined ? undefined : publicAddress(publicUrl);
  const isPrivate = isLoopback(address) && !requireToken;
  const perMinute = rateLimit ?? (isPrivate ? undefined : defaultRate);
  const metrics = new Metrics();
  const jobs = new JobRunner();
  const failed = (text: string) => (error: unknown) => log.error({ err: error }, text);
  host.onFailure(failed('the new index cannot be opened'));
  host.onChange(() => log.info('the landscape was indexed again'));
  metrics.gauge('groundrail_uptime_seconds', 'Time since the process started', () => process.uptime());
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss());
  metrics.gauge('nodejs_heap_used_bytes', 'Memory of JavaScript objects', () => process.memoryUsage().heapUsed);
  metrics.gauge(
    'nodejs_external_memory_bytes',
    'Memory of buffers and of native code',
    () => process.memoryUsage().external,
  );
  metrics.gauge('groundrail_jobs_running', 'Jobs under way', () => (jobs.running === undefined ? 0 : 1));
  return {
    host,
    authenticator: new Authenticator({
      records: host.records,
      localUser: isPrivate ? user : undefined,
      jwt: oidc === undefined ? undefined : new JwtVerifier(oidc),
    }),
    audit: new RefusalAudit(host.records, failed('a refused access could not be recorded')),
    openness: {
      hosts: new Set(
        [
          ...hostNamesOf(address),
          ...(options.allowedHosts ?? []),
          ...(known === undefined ? [] : [known.hostname]),
        ].map((name) => name.toLowerCase()),
      ),
      origins: new Set(options.corsOrigins ?? []),
    },
    identityProvider: oidc?.issuer,
    publicUrl: known?.href.replace(/\/+$/, ''),
    limit: perMinute === undefined ? undefined : new RateLimit(perMinute),
    refusalLimit: new RateLimit(refusalsPerMinute),
    jobs,
    decisions: new PlanDecisions(host.records),
    models: options.models ?? ['planner'],
    workbench: options.workbench,
    metrics,
    log,
    maxBody,
    draining,
  };
}

function publicAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return url;
  const problem = `${text} is no address of a server; write it like https://rail.example.`;
  throw new GroundrailError('usage', { problem });
}

/** Names under which a server on an address is meant to be reached. */
function hostNamesOf(address: string): string[] {
  return isLoopback(address) ? [] : [address, hostname()];
}

function hostOptionsOf({ landscape, store, embedder, target }: HostOptions): HostOptions {
  return {
    landscape,
    ...(store !== undefined && { store }),
    ...(embedder !== undefined && { embedder }),
    ...(target !== undefined && { target }),
  };
}

function listen(
  fetch: (request: Request, env: HttpBindings) => Response | Promise<Response>,
  address: string,
  port: number,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: fetch as Parameters<typeof serve>[0]['fetch'], hostname: address, port }, () =>
      resolve(server),
    ) as Server;
    server.requestTimeout = 60_000;
    server.headersTimeout = 20_000;
    // Longer than clients and proxies keep idle connections: whoever closes first must not be the server, which may cut off a request.
    server.keepAliveTimeout = 75_000;
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      const problem = taken
        ? `Port ${port} of ${address} is taken; name another one with --port.`
        : `Cannot listen on ${address}, port ${port}: ${error.message}.`;
      reject(new GroundrailError('usage', { problem }, { cause: error }));
    });
  });
}
