import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { entityTag, matchesTag } from './entity-tag.ts';
import type { RouteAnswer } from './route.ts';

const compress = promisify(gzip);
const leastToCompress = 1024;

/** An answer as a response: JSON with its ETag, nothing where the client has it already, compressed where the client takes that. */
export async function respond(answer: RouteAnswer, request: Request, knownTag: string | undefined): Promise<Response> {
  if (answer instanceof Response) return answer;
  const { status = 200, value, headers: more = {} } = answer;
  const text = JSON.stringify(value);
  const headers = new Headers({ ...more, 'content-type': 'application/json' });
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    headers.set('cache-control', 'no-store');
    return new Response(text, { status, headers });
  }
  const tag = knownTag ?? entityTag(text);
  headers.set('etag', tag);
  headers.set('cache-control', 'private, no-cache');
  headers.set('vary', 'Accept-Encoding, Authorization');
  if (matchesTag(request.headers.get('if-none-match'), tag)) return notModified(headers);
  if (text.length < leastToCompress || !takesGzip(request.headers.get('accept-encoding')))
    return new Response(text, { status, headers });
  headers.set('content-encoding', 'gzip');
  return new Response(new Uint8Array(await compress(text, { level: 4 })), { status, headers });
}

/** The response for what the client has already. */
export function notModified(headers: Headers): Response {
  headers.delete('content-type');
  return new Response(null, { status: 304, headers });
}

function takesGzip(accepted: string | null): boolean {
  return (accepted ?? '').split(',').some((one) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(one));
}
