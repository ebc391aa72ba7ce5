import type { Tool as ToolAnnouncement } from '@modelcontextprotocol/sdk/types.js';
import { defineTool, type Tool } from '../../base/index.ts';
import { type Scope, scopeOfEffect } from '../access/scope.ts';

/** Tools that reach beyond the index, into the systems of the landscape. */
const reachesSystems: ReadonlySet<string> = new Set(['read', 'propose_call', 'submit']);

/** The parameter of `submit` by which a client that cannot ask its user says that the user has agreed. */
export const confirmParameter = 'confirm';

/** The tools that somebody with these scopes may use: the agent's, save the one that ends a task. */
export function allowedTools(tools: readonly Tool[], scopes: ReadonlySet<Scope>): Tool[] {
  return tools.filter(({ effect }) => {
    const scope = scopeOfEffect(effect);
    return scope !== undefined && scopes.has(scope);
  });
}

/** A tool as MCP tells it, with hints that follow from its effect. */
export function announceTool(tool: Tool): ToolAnnouncement {
  const { name, title, description, effect, inputSchema, outputSchema } = defineTool(tool);
  return {
    name,
    title,
    description,
    inputSchema: { ...(effect === 'submit' ? withConfirm(inputSchema) : inputSchema), type: 'object' },
    outputSchema: { ...outputSchema, type: 'object' },
    annotations: {
      title,
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'submit',
      idempotentHint: effect !== 'propose',
      openWorldHint: reachesSystems.has(name),
    },
  };
}

function withConfirm(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const description =
    'The id of the plan once more, where the answer asks for it: only after the user has seen the requests and has agreed to them';
  const known = typeof schema.properties === 'object' && schema.properties !== null ? schema.properties : {};
  return { ...schema, properties: { ...known, [confirmParameter]: { type: 'string', maxLength: 100, description } } };
}
