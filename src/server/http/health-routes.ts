import type { Hono } from 'hono';
import { version } from '../version.ts';
import { guardAccess, needScope, type ServerEnvironment } from './guard.ts';
import type { ServerContext } from './server-context.ts';

/** `/healthz`: the process lives; `/readyz`: it takes work; `/metrics`: what it has done, for Prometheus. */
export function healthRoutes(app: Hono<ServerEnvironment>, server: ServerContext): void {
  app.get('/healthz', (context) => {
    context.set('route', '/healthz');
    return context.json({ status: 'ok', version });
  });
  app.get('/readyz', async (context) => {
    context.set('route', '/readyz');
    if (server.draining.aborted) return context.json({ status: 'draining' }, 503);
    try {
      await server.host.use(({ workspace }) => workspace.retriever());
      return context.json({ status: 'ready' });
    } catch (error) {
      server.log.error({ err: error }, 'not ready');
      return context.json({ status: 'failed' }, 503);
    }
  });
  app.use('/metrics', guardAccess(server));
  app.get('/metrics', (context) => {
    context.set('route', '/metrics');
    needScope(server, context, 'read');
    return context.text(server.metrics.text(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
}
