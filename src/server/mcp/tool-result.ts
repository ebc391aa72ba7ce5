import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ProcessPosition, ToolResult } from '../../base/index.ts';

/** Under this key of `_meta` stand the findings of a tool, as data. */
const findingsKey = 'groundrail/findings';

/**
 * A result as MCP gives it: the text for the model, the data as structured content. A failed one has no structured content, since the
 * output schema is that of success; its findings stand in `_meta` for programs.
 */
export function toCallToolResult(result: ToolResult): CallToolResult {
  const { ok, text, data, findings, position } = result;
  const place = position === undefined ? '' : `\n${positionText(position)}`;
  return {
    content: [{ type: 'text', text: `${text}${place}` }],
    ...(ok && isObject(data) && { structuredContent: data }),
    isError: !ok,
    ...(findings.length > 0 && { _meta: { [findingsKey]: findings } }),
  };
}

function positionText({ process, step, next }: ProcessPosition): string {
  const steps = next.map((one) => {
    const target = one.target === undefined ? '' : ` (${one.operation ?? ''} ${one.target})`.replace('( ', '(');
    return `${one.step}${target}${one.condition === undefined ? '' : ` if ${one.condition}`}`;
  });
  return `Process ${process}: the step "${step}" is done. ${steps.length === 0 ? 'Nothing follows.' : `Next: ${steps.join('; ')}.`}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
