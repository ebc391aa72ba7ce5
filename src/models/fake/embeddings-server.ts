import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

/** A request as the fake server saw it. */
export interface SeenRequest {
  path: string;
  headers: IncomingHttpHeaders;
  model: string;
  input: string[];
}

/** Writes another answer than embeddings and returns true, or returns false to leave the request to the server. */
export type Fault = (response: ServerResponse, request: SeenRequest, number: number) => boolean;

/** An OpenAI-compatible `/embeddings` on loopback with rows of eight components derived from the text; `fault` sees every request first. */
export async function startEmbeddingsServer(fault: Fault = () => false) {
  const requests: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part);
    const body: { model: string; input: string[] } = JSON.parse(Buffer.concat(parts).toString());
    const seen = { path: request.url ?? '', headers: request.headers, model: body.model, input: body.input };
    requests.push(seen);
    if (fault(response, seen, requests.length)) return;
    answer(response, 200, {
      data: body.input.map((text, index) => ({ index, embedding: rowFor(text) })).reverse(),
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Ends a response with a JSON document. */
export function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): true {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  return true;
}

function rowFor(text: string): number[] {
  return [...createHash('sha256').update(text).digest().subarray(0, 8)].map((byte) => byte - 127.5);
}
