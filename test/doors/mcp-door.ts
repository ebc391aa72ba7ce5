import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { SampleLandscape } from '../server/sample-server.ts';
import type { Call, DoorRequest } from './request.ts';

/** What MCP answers: structured content, text, and findings where there are some. */
export interface McpAnswer {
  readonly ok: boolean;
  readonly structured: Readonly<Record<string, unknown>> | undefined;
  readonly text: string;
  readonly findings: readonly { readonly rule: string; readonly message: string }[];
}

/** The MCP server, used by the official client, which holds structured content against the schema that the server announced. */
export interface McpDoor {
  answer(request: DoorRequest): Promise<McpAnswer>;
  /** Names of the members that the tool for a request announces. */
  announced(kind: DoorRequest['kind']): Record<string, unknown>;
  close(): Promise<void>;
}

const toolOf = {
  search: 'search',
  describe: 'describe',
  values: 'find_value',
  read: 'read',
  validate: 'propose_call',
  plan: 'propose_call',
} as const satisfies Record<DoorRequest['kind'], string>;

/** Connects to a server of its own. */
export async function openMcpDoor(sample: SampleLandscape): Promise<McpDoor> {
  const server = await sample.serve();
  const client = new Client({ name: 'door', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`));
  await client.connect(transport as Parameters<Client['connect']>[0]);
  const { tools } = await client.listTools();
  return {
    async answer(request) {
      const result = (await client.callTool({
        name: toolOf[request.kind],
        arguments: inputOf(request),
      })) as CallToolResult;
      const [first] = result.content;
      return {
        ok: result.isError !== true,
        structured: result.structuredContent,
        text: first?.type === 'text' ? first.text : '',
        findings: (result._meta?.['groundrail/findings'] ?? []) as McpAnswer['findings'],
      };
    },
    announced: (kind) => tools.find(({ name }) => name === toolOf[kind])?.outputSchema?.properties ?? {},
    async close() {
      await client.close();
      await server.close();
    },
  };
}

function inputOf(request: DoorRequest): Record<string, unknown> {
  if (!('call' in request)) {
    const { kind: _, ...input } = request;
    return input;
  }
  if (request.kind !== 'read') return { ...request.call };
  const { operation: _, query, ...rest } = request.call as Call & { query?: object };
  return { ...rest, ...query };
}
