import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { notModified, respond } from './answer.ts';
import { documentRoutes } from './document-routes.ts';
import { entityTag, matchesTag } from './entity-tag.ts';
import { guardAccess, guardDoor, needScope, type ServerEnvironment, type ServerRequest } from './guard.ts';
import { healthRoutes } from './health-routes.ts';
import { observe } from './observe.ts';
import { problemHeaders, problemOf, problemResponse, RequestError } from './problem.ts';
import { readRequest } from './read-request.ts';
import { resourceMetadataRoutes } from './resource-metadata.ts';
import type { Route } from './route.ts';
import { createRoutes } from './routes.ts';
import type { ServerContext } from './server-context.ts';
import { workbenchRoutes } from './workbench.ts';

/** A further door on the same server, such as MCP. */
export interface Door {
  readonly path: string;
  answer(request: Request, context: ServerRequest): Promise<Response>;
}

/** The HTTP API of a server, with other doors beside it. Every failure is a problem as RFC 9457 describes it. */
export function createApp(server: ServerContext, doors: readonly Door[] = []): Hono<ServerEnvironment> {
  const app = new Hono<ServerEnvironment>();
  app.onError((error, context) => {
    const requestId = context.get('requestId');
    const problem = problemOf(error, requestId);
    if (problem.status >= 500) server.log.error({ requestId, code: problem.code, err: error });
    return problemResponse(problem, problemHeaders(error));
  });
  app.notFound((context) => {
    const detail = `There is nothing at ${context.req.path.slice(0, 200)}; /docs lists what there is.`;
    throw new RequestError('not-found', detail);
  });
  app.use(observe(server));
  app.use(guardDoor(server));
  app.use(limitBody(server));
  healthRoutes(app, server);
  resourceMetadataRoutes(app, server);
  const routes = createRoutes(server);
  documentRoutes(app, routes);
  workbenchRoutes(app, server.workbench);
  app.use('/api/*', guardAccess(server));
  for (const route of routes) serveRoute(app, server, route);
  refuseOtherMethods(app, routes);
  for (const door of doors) {
    app.use(door.path, guardAccess(server));
    app.all(door.path, (context) => {
      context.set('route', door.path);
      return door.answer(context.req.raw, context);
    });
  }
  return app;
}

/** Refuses bodies that are too large. Nobody reads the body of a GET, and asking for it costs as much as a search. */
function limitBody({ maxBody }: ServerContext): MiddlewareHandler<ServerEnvironment> {
  const limit = bodyLimit({
    maxSize: maxBody,
    onError: () => {
      throw new RequestError('too-large', `A body may have at most ${maxBody} bytes.`);
    },
  });
  return (context, next) =>
    context.req.method === 'GET' || context.req.method === 'HEAD' ? next() : limit(context, next);
}

function serveRoute(app: Hono<ServerEnvironment>, server: ServerContext, route: Route): void {
  app.on(route.method.toUpperCase(), honoPath(route.address), async (context) => {
    context.set('route', route.address);
    needScope(server, context, route.scope);
    if (server.draining.aborted)
      throw new RequestError('draining', 'Try again in a moment.', { headers: { 'retry-after': '5' } });
    const { raw } = context.req;
    const tag = route.ofIndex === true ? await indexTag(server, raw) : undefined;
    if (tag !== undefined && matchesTag(raw.headers.get('if-none-match'), tag))
      return notModified(new Headers({ etag: tag, 'cache-control': 'private, no-cache' }));
    const parts = await readRequest(route, raw, context.req.param() as Record<string, string>);
    const further = route.furtherScope?.(parts);
    if (further !== undefined) needScope(server, context, further);
    const answer = await route.run({
      ...parts,
      caller: context.get('caller'),
      requestId: context.get('requestId'),
      get signal() {
        return raw.signal;
      },
    });
    return respond(answer, raw, tag);
  });
}

/** The tag of what the index answers to a request: it changes with the index and with nothing else. */
async function indexTag({ host }: ServerContext, { url }: Request): Promise<string> {
  await host.refresh();
  const { pathname, search } = new URL(url);
  return entityTag(host.generation, pathname, search);
}

function refuseOtherMethods(app: Hono<ServerEnvironment>, routes: readonly Route[]): void {
  for (const address of new Set(routes.map((route) => route.address))) {
    const methods = routes.filter((route) => route.address === address).map(({ method }) => method.toUpperCase());
    app.all(honoPath(address), () => {
      const detail = `This address takes ${methods.join(', ')}.`;
      throw new RequestError('method-not-allowed', detail, { headers: { allow: methods.join(', ') } });
    });
  }
}

function honoPath(address: string): string {
  return address.replace(/\{(\w+)\}/g, ':$1');
}
