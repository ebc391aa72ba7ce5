import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

/** A request as a scripted system saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A system on the loopback interface that answers as a test says; keeps what it saw. */
export interface ScriptedSystem {
  readonly url: string;
  readonly seen: SeenRequest[];
  close(): Promise<void>;
}

/** What a system does with the nth request. */
export type Answer = (request: SeenRequest, response: ServerResponse, index: number) => void | Promise<void>;

/** Starts a scripted system; `answer` gets each request with its whole body, its number, and the raw response. */
export async function scriptedSystem(answer: Answer): Promise<ScriptedSystem> {
  const seen: SeenRequest[] = [];
  const server: Server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      seen.push(request);
      void answer(request, response, seen.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/svc`,
    seen,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A starter of systems that are closed after each test. */
export function systemsOfTest(): typeof scriptedSystem {
  const systems: ScriptedSystem[] = [];
  afterEach(async () => {
    for (const system of systems.splice(0)) await system.close();
  });
  return async (answer) => {
    const system = await scriptedSystem(answer);
    systems.push(system);
    return system;
  };
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string | string[]> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
