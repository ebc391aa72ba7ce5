import type { Hono } from 'hono';
import { SCOPES } from '../access/scope.ts';
import type { ServerEnvironment, ServerRequest } from './guard.ts';
import type { ServerContext } from './server-context.ts';

const wellKnown = '/.well-known/oauth-protected-resource';

/**
 * Tells clients, MCP clients above all, which identity provider makes tokens for this server (RFC 9728). Only where there is one; who has
 * no token yet may ask.
 */
export function resourceMetadataRoutes(app: Hono<ServerEnvironment>, server: ServerContext): void {
  const { identityProvider } = server;
  if (identityProvider === undefined) return;
  for (const resource of ['', '/mcp']) {
    app.get(`${wellKnown}${resource}`, (context) => {
      context.set('route', `${wellKnown}${resource}`);
      const base = baseOf(server, context);
      return context.json({
        resource: `${base}${resource}`,
        authorization_servers: [identityProvider],
        scopes_supported: SCOPES,
        bearer_methods_supported: ['header'],
        resource_name: 'Groundrail',
        resource_documentation: `${base}/docs`,
      });
    });
  }
}

/** `WWW-Authenticate` for a refused request: what is missing and, where there is an identity provider, where it is told (RFC 9728, 5.1). */
export function challengeOf(
  server: ServerContext,
  context: ServerRequest,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const place = context.req.path === '/mcp' ? `${wellKnown}/mcp` : wellKnown;
  const all = {
    ...parameters,
    ...(server.identityProvider !== undefined && { resource_metadata: `${baseOf(server, context)}${place}` }),
  };
  const words = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
  return words.length === 0 ? 'Bearer' : `Bearer ${words.join(', ')}`;
}

/** The address by which the server is known outside; else that of the request, whose name was found good before. */
function baseOf({ publicUrl }: ServerContext, context: ServerRequest): string {
  return publicUrl ?? `http://${context.req.header('host') ?? ''}`;
}
