import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { addressOf, type ServerEnvironment } from './guard.ts';
import type { ServerContext } from './server-context.ts';

const goodRequestId = /^[\w.:-]{1,64}$/;

/** Headers of every response: no page may frame it, guess its type or learn where a user came from. */
const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** Scripts, styles and everything else come from this server alone, nothing is inline. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Names every request, logs and counts it, and puts the security headers on its response. The query is not logged. */
export function observe(server: ServerContext): MiddlewareHandler<ServerEnvironment> {
  return async (context, next) => {
    const started = performance.now();
    const given = context.req.header('x-request-id');
    const requestId = given !== undefined && goodRequestId.test(given) ? given : randomUUID();
    context.set('requestId', requestId);
    await next();
    const { headers, status } = context.res;
    headers.set('x-request-id', requestId);
    for (const [name, value] of Object.entries(securityHeaders)) if (!headers.has(name)) headers.set(name, value);
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', contentSecurityPolicy);
    const seconds = (performance.now() - started) / 1000;
    const route = context.get('route') ?? 'other';
    const method = context.req.method;
    server.metrics.count('groundrail_http_requests_total', 'HTTP requests', { method, route, status });
    server.metrics.observe('groundrail_http_request_duration_seconds', 'Time to the head of the response', seconds, {
      route,
    });
    server.log.info({
      requestId,
      method,
      path: context.req.path.slice(0, 500),
      status,
      ms: Math.round(seconds * 10_000) / 10,
      from: addressOf(context),
      actor: context.get('caller')?.name,
      refusal: context.get('refusal'),
    });
  };
}
