import type { Context, MiddlewareHandler } from 'hono';
import { doorProblem } from '../access/caller-check.ts';
import type { Scope } from '../access/scope.ts';
import type { Caller } from '../caller.ts';
import { isRequestProblem, RequestError, type RequestProblem } from './problem.ts';
import { challengeOf } from './resource-metadata.ts';
import type { ServerContext } from './server-context.ts';

/** What Hono carries along with a request. */
export interface ServerEnvironment {
  Bindings: { incoming?: { socket?: { remoteAddress?: string | undefined } } };
  Variables: { requestId: string; caller: Caller; refusal: string | undefined; route: string };
}

/** A request under way. */
export type ServerRequest = Context<ServerEnvironment>;

/** Address at the client's end of the connection. */
export function addressOf({ env }: ServerRequest): string | undefined {
  return env?.incoming?.socket?.remoteAddress;
}

/** Refuses foreign names in `Host` and foreign pages, before anything else is looked at; answers preflights of allowed pages. */
export function guardDoor(server: ServerContext): MiddlewareHandler<ServerEnvironment> {
  return async (context, next) => {
    const { raw } = context.req;
    const problem = doorProblem(raw, server.openness);
    if (problem !== undefined) {
      const what = problem === 'host-refused' ? raw.headers.get('host') : raw.headers.get('origin');
      const remedy =
        problem === 'host-refused'
          ? 'Start the server with --allowed-host for a name of your own.'
          : 'Start the server with --cors-origin for a page of your own.';
      throw refuse(server, context, problem, `${(what ?? 'nothing').slice(0, 200)} is not accepted. ${remedy}`);
    }
    const origin = raw.headers.get('origin');
    const isForeign = origin !== null && server.openness.origins.has(origin);
    if (isForeign && raw.method === 'OPTIONS') return preflight(origin);
    await next();
    if (isForeign) {
      context.res.headers.set('access-control-allow-origin', origin);
      context.res.headers.set('access-control-expose-headers', exposed);
      context.res.headers.append('vary', 'Origin');
    }
  };
}

/** Lets in whom the server knows, as often as the limits allow; `caller` is known afterwards. */
export function guardAccess(server: ServerContext): MiddlewareHandler<ServerEnvironment> {
  return async (context, next) => {
    const from = addressOf(context) ?? 'unknown';
    const identity = await server.authenticator.identify(context.req.raw.headers, addressOf(context));
    if ('refused' in identity) {
      const code = isRequestProblem(identity.refused) ? identity.refused : 'token-unknown';
      const rate = server.refusalLimit.take(from);
      if (!rate.pass) throw tooMany(server, context, rate.retryAfter);
      const parameters: Record<string, string> = code === 'token-missing' ? {} : { error: 'invalid_token' };
      throw refuse(server, context, code, 'Send a good token as "Authorization: Bearer <token>".', {
        'www-authenticate': challengeOf(server, context, parameters),
      });
    }
    context.set('caller', identity.caller);
    const rate = server.limit?.take(identity.caller.key === 'local' ? from : identity.caller.key);
    if (rate?.pass === false) throw tooMany(server, context, rate.retryAfter);
    await next();
    if (rate !== undefined) {
      context.res.headers.set('ratelimit-policy', `"default";q=${server.limit?.perMinute ?? 0};w=60`);
      context.res.headers.set('ratelimit', `"default";r=${rate.remaining};t=${rate.retryAfter}`);
    }
  };
}

/** Throws `scope-missing` where the caller may not do what the scope is for. */
export function needScope(server: ServerContext, context: ServerRequest, scope: Scope): void {
  const caller = context.get('caller');
  if (caller.scopes.has(scope)) return;
  throw refuse(server, context, 'scope-missing', `This needs a token with the scope ${scope}.`, {
    'www-authenticate': challengeOf(server, context, { error: 'insufficient_scope', scope }),
  });
}

/** The error for a refused access, which is recorded. */
export function refuse(
  server: ServerContext,
  context: ServerRequest,
  code: RequestProblem,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): RequestError {
  const caller: Caller | undefined = context.get('caller');
  context.set('refusal', code);
  server.metrics.count('groundrail_access_refused_total', 'Refused accesses by reason', { reason: code });
  server.audit.refused({
    reason: code,
    door: context.req.path === '/mcp' ? 'mcp' : 'http',
    method: context.req.method.slice(0, 20),
    path: context.req.path.slice(0, 500),
    from: addressOf(context) ?? 'unknown',
    requestId: context.get('requestId'),
    ...(caller !== undefined && { actor: caller.name }),
  });
  return new RequestError(code, detail, { headers });
}

function tooMany(server: ServerContext, context: ServerRequest, retryAfter: number): RequestError {
  return refuse(server, context, 'rate-limited', `Try again in ${retryAfter} s.`, {
    'retry-after': String(retryAfter),
  });
}

const exposed = 'ETag, Location, Retry-After, X-Request-Id, Mcp-Session-Id, RateLimit, RateLimit-Policy';

function preflight(origin: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers':
        'Authorization, Content-Type, If-None-Match, X-Request-Id, Mcp-Session-Id, Mcp-Protocol-Version, Last-Event-ID',
      'access-control-max-age': '600',
      vary: 'Origin',
    },
  });
}
