import type { Door } from './http/app.ts';
import { needScope } from './http/guard.ts';
import type { ServerContext } from './http/server-context.ts';
import type { HttpSessions } from './mcp/http-sessions.ts';

/** MCP under `/mcp`. The protocol's package takes its time to load, so that is done when the first client comes. */
export function createMcpDoor(server: ServerContext, stateless: boolean): Door & { close(): Promise<void> } {
  const { host, metrics, log, draining } = server;
  let sessions: Promise<HttpSessions> | undefined;
  let open: HttpSessions | undefined;
  const load = async (): Promise<HttpSessions> => {
    const { HttpSessions: Sessions } = await import('./mcp/http-sessions.ts');
    open = new Sessions({
      host,
      stateless,
      onToolUse: (tool, ok, milliseconds) => {
        metrics.count('groundrail_mcp_tool_uses_total', 'Uses of tools over MCP', { tool, ok: String(ok) });
        metrics.observe('groundrail_mcp_tool_duration_seconds', 'Time a tool took', milliseconds / 1000, { tool });
      },
      onError: (error) => log.warn({ err: error }, 'mcp'),
    });
    return open;
  };
  metrics.gauge('groundrail_mcp_sessions', 'Open MCP sessions', () => open?.size ?? 0);
  return {
    path: '/mcp',
    async answer(request, context) {
      if (draining.aborted) return new Response(null, { status: 503, headers: { 'retry-after': '5' } });
      needScope(server, context, 'read');
      sessions ??= load();
      return (await sessions).handle(request, context.get('caller'));
    },
    async close() {
      await open?.close();
    },
  };
}
