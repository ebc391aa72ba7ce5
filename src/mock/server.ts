import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type HttpBindings, serve } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { handleBatch } from './batch.ts';
import { buildModel } from './build-model.ts';
import { CallLog, type MockCall } from './call-log.ts';
import { readCodeLists, readEffects } from './code-lists.ts';
import { CsrfGuard } from './csrf.ts';
import { errorBody, MockFault } from './fault.ts';
import { type Fault, parseFault } from './faults.ts';
import type { MockService } from './model.ts';
import { PayloadJudge } from './payload-judge.ts';
import { ServiceHost, type ServiceRequest, type ServiceResponse } from './service-host.ts';

/** What the mock serves. Every path is a file; the mock reads them by its own means. */
export interface MockOptions {
  services: readonly {
    id: string;
    metadata: string;
    annotations?: readonly string[];
    required?: 'auto' | 'nullable' | 'annotated';
  }[];
  valueHelp?: readonly string[];
  effects?: readonly string[];
  host?: string;
  /** 0, the default, takes any free port. */
  port?: number;
  /** Seed of the generated data; the same seed gives the same data. */
  seed?: number;
  /** Writes need a CSRF token (default true). */
  csrf?: boolean;
  /** A fault for every call. */
  fault?: Fault;
  /** Every run, named by the header `x-groundrail-run`, has data of its own (default false: all share it). */
  isolateRuns?: boolean;
  /** What is asked for by a key that no row has is there, as documents that somebody names are (default false: 404). */
  assumeExisting?: boolean;
}

/** A running mock landscape. */
export interface MockServer {
  readonly url: string;
  readonly port: number;
  /** What reached it, in order, of one run where named. */
  calls(run?: string): MockCall[];
  clear(): void;
  /** Services that could not be read, with the reason. */
  readonly refused: readonly { id: string; reason: string }[];
  close(): Promise<void>;
}

type Environment = { Bindings: HttpBindings };

const maxBody = 16 * 1024 * 1024;
const mostHosts = 2000;
const writes = new Set(['POST', 'PUT', 'PATCH', 'MERGE', 'DELETE']);

/** Serves a landscape over HTTP from metadata and value help alone, and judges every call. */
export async function startMock(options: MockOptions): Promise<MockServer> {
  const log = new CallLog();
  const effects = readEffects(await readAll(options.effects ?? []));
  const codes = readCodeLists(await readAll(options.valueHelp ?? []));
  const sources = new Map(options.services.map((service) => [service.id, service]));
  const models = new Map<string, Promise<{ service: MockService; judge: PayloadJudge }>>();
  const hosts = new Map<string, ServiceHost>();
  const refused: { id: string; reason: string }[] = [];
  let origin = '';

  const readModel = async (id: string, source: MockOptions['services'][number]) => {
    const service = buildModel({
      id,
      metadata: await readFile(source.metadata, 'utf8'),
      annotations: await readAll(source.annotations ?? []),
      ...(source.required ? { required: source.required } : {}),
      ...(codes.has(id) ? { codes: codes.get(id) ?? new Map() } : {}),
    });
    return { service, judge: new PayloadJudge(service) };
  };

  const hostOf = async (id: string, run: string | undefined): Promise<ServiceHost | undefined> => {
    const source = sources.get(id);
    if (!source) return undefined;
    const name = options.isolateRuns && run !== undefined ? `${id} ${run}` : id;
    const model = models.get(id) ?? readModel(id, source);
    models.set(id, model);
    const { service, judge } = await model;
    const known = hosts.get(name);
    if (known) return known;
    const host = new ServiceHost(service, `${origin}/${id}`, options.seed ?? 1, effects, log, {
      judge,
      assumeExisting: options.assumeExisting ?? false,
    });
    const oldest = hosts.keys().next().value;
    if (hosts.size >= mostHosts && oldest !== undefined) hosts.delete(oldest);
    hosts.set(name, host);
    return host;
  };

  const csrf = new CsrfGuard();
  const faultCount = new Map<string, number>();
  const app = new Hono<Environment>();
  app.get('/_groundrail/calls', (context) => context.json(log.calls(context.req.query('run'))));
  app.delete('/_groundrail/calls', (context) => {
    log.clear();
    return context.body(null, 204);
  });
  app.get('/_groundrail/health', (context) => context.json({ services: [...sources.keys()], refused }));
  app.all('/:service/*', async (context) => {
    const id = context.req.param('service');
    let host: ServiceHost | undefined;
    try {
      host = await hostOf(id, context.req.header('x-groundrail-run'));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      refused.push({ id, reason });
      return context.json(
        { error: { code: 'GRM/METADATA', message: `The metadata of ${id} cannot be read: ${reason}` } },
        500,
      );
    }
    if (!host) return context.json({ error: { code: 'GRM/SERVICE', message: `There is no service ${id}.` } }, 404);
    const fault = limited(parseFault(context.req.header('x-groundrail-fault')) ?? options.fault, context, faultCount);
    return answer(context, host, csrf, options.csrf ?? true, fault);
  });

  const server = await new Promise<Server>((resolve, reject) => {
    const started = serve({ fetch: app.fetch, hostname: options.host ?? '127.0.0.1', port: options.port ?? 0 }, () =>
      resolve(started as Server),
    );
    started.on('error', reject);
  });
  // Clients close idle connections, never the mock: one that it closed while a busy client was about to write on it would break that call.
  server.keepAliveTimeout = 0;
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `http://${options.host ?? '127.0.0.1'}:${port}`;
  origin = url;
  return {
    url,
    port,
    refused,
    calls: (run) => log.calls(run),
    clear: () => log.clear(),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function answer(
  context: Context<Environment>,
  host: ServiceHost,
  csrf: CsrfGuard,
  csrfNeeded: boolean,
  fault: Fault | undefined,
): Promise<Response> {
  if (fault?.latency) await delay(fault.latency);
  const early = fault && faultResponse(context, fault);
  if (early) return early;
  const request = await readRequest(context, host.service.id);
  if (typeof request === 'string') return context.json({ error: { code: 'GRM/SIZE', message: request } }, 413);
  if (fault?.staleEtag && request.headers['if-match'] !== undefined) request.headers['if-match'] = 'W/"0"';

  const extra: Record<string, string> = {};
  const cookie = context.req.header('cookie');
  if (/^fetch$/i.test(context.req.header('x-csrf-token') ?? '')) Object.assign(extra, csrf.fetch(cookie));
  if (fault?.expire === 'token') csrf.expire(cookie);
  if (csrfNeeded && writes.has(request.method) && !csrf.accepts(cookie, context.req.header('x-csrf-token'))) {
    return new Response('CSRF token validation failed', {
      status: 403,
      headers: { 'x-csrf-token': 'Required', 'content-type': 'text/plain' },
    });
  }

  const response = respond(host, request);
  if (fault?.drop) {
    context.env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  if (fault?.truncate) {
    const { outgoing } = context.env;
    outgoing.writeHead(response.status, {
      ...response.headers,
      'content-length': String(Buffer.byteLength(response.body)),
    });
    outgoing.write(response.body.slice(0, response.body.length / 2), () => context.env.incoming.socket.destroy());
    return RESPONSE_ALREADY_SENT;
  }
  const body = request.method === 'HEAD' || response.status === 204 ? null : response.body;
  return new Response(body, { status: response.status, headers: { ...response.headers, ...extra } });
}

function respond(host: ServiceHost, request: ServiceRequest): ServiceResponse {
  const path = request.url.split('?')[0];
  try {
    if (path === '$metadata')
      return { status: 200, headers: { 'content-type': 'application/xml' }, body: host.service.metadata };
    if (path === '' || path === undefined) return serviceDocument(host);
    if (path === '$batch' && request.method === 'POST') return handleBatch(host, request);
    return host.handle(request);
  } catch (error) {
    if (!(error instanceof MockFault)) throw error;
    return {
      status: error.status,
      headers: { 'content-type': 'application/json' },
      body: errorBody(error, host.service.version),
    };
  }
}

function serviceDocument(host: ServiceHost): ServiceResponse {
  const names = [...host.service.sets.keys()];
  const body =
    host.service.version === 'V2'
      ? { d: { EntitySets: names } }
      : { value: names.map((name) => ({ name, kind: 'EntitySet', url: name })) };
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** The request as the host sees it; a text where the body is too large. The URL is taken raw, so that encodings are judged. */
async function readRequest(
  context: Context<Environment>,
  id: string,
): Promise<(ServiceRequest & { headers: Record<string, string> }) | string> {
  const raw = context.env.incoming.url ?? '/';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of context.env.incoming) {
    size += (chunk as Buffer).length;
    if (size > maxBody) return `The body is larger than ${maxBody} bytes.`;
    chunks.push(chunk as Buffer);
  }
  return {
    method: context.req.method,
    url: raw.slice(`/${id}/`.length),
    headers: Object.fromEntries(
      Object.entries(context.req.header()).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

function faultResponse(context: Context<Environment>, fault: Fault): Response | undefined {
  if (fault.expire === 'credentials')
    return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
  if (fault.html) return context.html('<html><body><h1>Please log on</h1></body></html>');
  if (fault.status === undefined) return undefined;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (fault.status === 429 || fault.status === 503) headers['retry-after'] = '1';
  return new Response(
    errorBody(new MockFault(fault.status, 'GRM/FAULT', `Fault ${fault.status} as asked for.`), 'V2'),
    { status: fault.status, headers },
  );
}

/** A fault with `times` is played that often per method and URL. */
function limited(
  fault: Fault | undefined,
  context: Context<Environment>,
  counts: Map<string, number>,
): Fault | undefined {
  if (!fault || fault.times === undefined) return fault;
  const key = `${context.req.method} ${context.req.url} ${JSON.stringify(fault)}`;
  const played = counts.get(key) ?? 0;
  if (played >= fault.times) return undefined;
  counts.set(key, played + 1);
  return fault;
}

async function readAll(files: readonly string[]): Promise<string[]> {
  return Promise.all(files.map((file) => readFile(file, 'utf8')));
}
