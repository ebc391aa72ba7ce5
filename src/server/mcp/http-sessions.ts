import { randomUUID } from 'node:crypto';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '../caller.ts';
import type { LandscapeHost } from '../landscape-host.ts';
import { EventMemory } from './event-memory.ts';
import { createSession } from './session.ts';

/** How MCP is served over HTTP. */
export interface HttpSessionOptions {
  readonly host: LandscapeHost;
  /** Every request stands for itself: no session id, and nobody can be asked for approval. */
  readonly stateless: boolean;
  /** Sessions that may be open at once. */
  readonly mostSessions?: number;
  /** Milliseconds after which a session that nobody uses is ended. */
  readonly idleAfter?: number;
  /** Told after each use of a tool. */
  onToolUse?(name: string, ok: boolean, milliseconds: number): void;
  onError?(error: Error): void;
}

interface HttpSession {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Whoever began it; nobody else gets in with its id. */
  readonly owner: string;
  usedAt: number;
  /** Requests whose answer is still being written. */
  open: number;
}

const quietEnough = 60_000;

/**
 * MCP over streamable HTTP. A session belongs to the token that began it: its id in other hands is as unknown as one that never was,
 * which is answered 404 so that clients begin anew.
 */
export class HttpSessions {
  readonly #options: HttpSessionOptions;
  readonly #sessions = new Map<string, HttpSession>();
  readonly #sweeping: NodeJS.Timeout;

  constructor(options: HttpSessionOptions) {
    this.#options = options;
    this.#sweeping = setInterval(() => this.#sweep(), 60_000);
    this.#sweeping.unref();
  }

  /** Number of open sessions. */
  get size(): number {
    return this.#sessions.size;
  }

  async handle(request: Request, caller: Caller): Promise<Response> {
    if (this.#options.stateless) return this.#handleAlone(request, caller);
    const id = request.headers.get('mcp-session-id');
    if (id !== null) {
      const session = this.#sessions.get(id);
      if (session === undefined || session.owner !== caller.key)
        return failure(404, -32001, 'There is no such session.');
      return this.#pass(session, request);
    }
    const read = await readMessage(request);
    if (read instanceof Response) return read;
    if (!isInitializeRequest(read.message))
      return failure(400, -32000, 'Send initialize first, and then the mcp-session-id that it is answered with.');
    if (!this.#makeRoom()) return failure(503, -32000, 'Too many sessions are open; try again later.');
    return this.#begin(request, caller, read.message);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping);
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
    this.#sessions.clear();
  }

  async #begin(request: Request, caller: Caller, message: unknown): Promise<Response> {
    const server = await this.#serverFor(caller, randomUUID());
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: new EventMemory(),
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { server, transport, owner: caller.key, usedAt: performance.now(), open: 0 });
      },
    });
    await connect(server, transport, () => {
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
    });
    const response = await transport.handleRequest(request, { parsedBody: message });
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  async #pass(session: HttpSession, request: Request): Promise<Response> {
    session.usedAt = performance.now();
    session.open += 1;
    const done = (): void => {
      session.open -= 1;
      session.usedAt = performance.now();
    };
    try {
      return whenRead(await session.transport.handleRequest(request), done);
    } catch (error) {
      done();
      throw error;
    }
  }

  async #handleAlone(request: Request, caller: Caller): Promise<Response> {
    if (request.method !== 'POST')
      return failure(405, -32000, 'Without sessions there is only POST.', { allow: 'POST' });
    const read = await readMessage(request);
    if (read instanceof Response) return read;
    const server = await this.#serverFor(caller, undefined);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await connect(server, transport);
    try {
      return await transport.handleRequest(request, { parsedBody: read.message });
    } finally {
      await server.close();
    }
  }

  async #serverFor(caller: Caller, traceId: string | undefined): Promise<Server> {
    const { host, onToolUse, onError } = this.#options;
    const server = await createSession({
      host,
      caller,
      ...(traceId !== undefined && { traceId }),
      ...(onToolUse !== undefined && { onToolUse }),
    });
    if (onError !== undefined) server.onerror = onError;
    return server;
  }

  /** Ends the session that was not used for the longest time, where there are too many; false: all of them are in use. */
  #makeRoom(): boolean {
    if (this.#sessions.size < (this.#options.mostSessions ?? 1000)) return true;
    const [oldest] = [...this.#sessions.values()]
      .filter(({ open, usedAt }) => open === 0 && performance.now() - usedAt > quietEnough)
      .sort((a, b) => a.usedAt - b.usedAt);
    if (oldest === undefined) return false;
    this.#end(oldest);
    return true;
  }

  #sweep(): void {
    const before = performance.now() - (this.#options.idleAfter ?? 30 * 60_000);
    for (const session of this.#sessions.values())
      if (session.open === 0 && session.usedAt < before) this.#end(session);
  }

  #end({ server, transport }: HttpSession): void {
    if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
    server.close().catch((error: Error) => this.#options.onError?.(error));
  }
}

/** Connects, and is told of the end besides whoever listens already. */
async function connect(
  server: Server,
  transport: WebStandardStreamableHTTPServerTransport,
  onClose: () => void = () => undefined,
): Promise<void> {
  const before = server.onclose;
  server.onclose = () => {
    before?.();
    onClose();
  };
  // The SDK declares optional members without undefined, its own transport with it.
  await server.connect(transport as Parameters<Server['connect']>[0]);
}

/** The JSON of a request, or the answer that refuses it. */
async function readMessage(request: Request): Promise<{ message: unknown } | Response> {
  if (request.method !== 'POST') return failure(400, -32000, 'Without an mcp-session-id there is only POST.');
  try {
    return { message: JSON.parse(await request.text()) };
  } catch (error) {
    if (error instanceof SyntaxError) return failure(400, -32700, `The body is no JSON: ${error.message}`);
    throw error;
  }
}

/** The response, with a word when its body has been read or given up. */
function whenRead(response: Response, done: () => void): Response {
  if (response.body === null) {
    done();
    return response;
  }
  const reader = response.body.getReader();
  let ended = false;
  const end = (): void => {
    if (!ended) done();
    ended = true;
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done: over, value } = await reader.read();
        if (over) {
          end();
          controller.close();
        } else controller.enqueue(value);
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
  return new Response(body, response);
}

function failure(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
  return new Response(body, {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}
