import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { Caller } from '../caller.ts';
import type { LandscapeHost } from '../landscape-host.ts';
import { version } from '../version.ts';
import { callTool } from './call-tool.ts';
import { complete } from './completion.ts';
import { writeInstructions } from './instructions.ts';
import { pageOf } from './page-cursor.ts';
import { getPrompt, prompts } from './prompts.ts';
import { listResources, readResource, resourceTemplates } from './resources.ts';
import { allowedTools, announceTool } from './tool-definition.ts';

/** One for all sessions: making it is the dearest part of a session. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** What a session is about. */
export interface SessionOptions {
  readonly host: LandscapeHost;
  readonly caller: Caller;
  /** Joins what the session does in the traces. */
  readonly traceId?: string;
  /** Told after each use of a tool. */
  onToolUse?(name: string, ok: boolean, milliseconds: number): void;
}

/**
 * The MCP server of one session: every answer comes from the index that is current when it is asked for, and the client is told when
 * another one has taken its place. Close the server to end it.
 */
export async function createSession(options: SessionOptions): Promise<Server> {
  const { host, caller } = options;
  const server = new Server(
    { name: 'groundrail', title: 'Groundrail', version },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true },
        prompts: {},
        completions: {},
        logging: {},
      },
      jsonSchemaValidator,
      instructions: await host.use(({ workspace }) => writeInstructions(workspace)),
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) =>
    host.use(async ({ tools }) => {
      const { items, ...next } = pageOf(allowedTools(tools, caller.scopes), params?.cursor);
      return { tools: items.map(announceTool), ...next };
    }),
  );
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input = {} } }, extra) => {
    const started = performance.now();
    const actor = `${caller.name} with ${clientName(server)}`;
    const result = await host.use((opened) =>
      callTool({
        server,
        opened,
        caller: { ...caller, name: actor },
        name,
        input,
        extra,
        traceId: options.traceId,
        log: (level, data) => tell(server, level, data),
      }),
    );
    options.onToolUse?.(name, result.isError !== true, performance.now() - started);
    return result;
  });
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    host.use(async ({ workspace }) => {
      const { items, ...next } = pageOf(await listResources(workspace), params?.cursor);
      return { resources: items, ...next };
    }),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }) => {
    const { items, ...next } = pageOf(resourceTemplates, params?.cursor);
    return { resourceTemplates: items, ...next };
  });
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    host.use(({ workspace }) => readResource(workspace, params.uri)),
  );
  server.setRequestHandler(ListPromptsRequestSchema, ({ params }) => {
    const { items, ...next } = pageOf(prompts, params?.cursor);
    return { prompts: items, ...next };
  });
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => getPrompt(params.name, params.arguments));
  server.setRequestHandler(CompleteRequestSchema, ({ params }) =>
    host.use(({ workspace }) => complete(workspace, params)),
  );
  announceChanges(server, host);
  return server;
}

/** Tells the client when the landscape was indexed again, as long as the session lasts. */
function announceChanges(server: Server, host: LandscapeHost): void {
  const stop = host.onChange(() => {
    tell(server, 'info', 'The landscape was indexed again; search and describe answer from the new index.');
    server.sendResourceListChanged().catch(server.onerror);
  });
  server.onclose = stop;
}

function tell(server: Server, level: 'info' | 'warning', data: string): void {
  const session = server.transport?.sessionId;
  server.sendLoggingMessage({ level, logger: 'groundrail', data }, session).catch(server.onerror);
}

function clientName(server: Server): string {
  const name = server.getClientVersion()?.name ?? 'an MCP client';
  return name.replace(/[^\w .@/-]/g, '').slice(0, 60);
}
