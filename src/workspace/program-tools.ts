import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { Provenance } from '../api/index.ts';
import { defineTool, type ToolContext, type ToolDefinition, type ToolResult, useTool } from '../base/index.ts';
import { createWorkspaceTools } from './tools.ts';
import type { Workspace } from './workspace.ts';

/** What the tools of a program work for. */
export interface WorkspaceToolsOptions {
  /** What the user said. With it, a write that carries an identifier which neither the user nor a system named is refused. */
  task?: string;
  /** Who the trace says it was; default: the actor of the workspace. */
  actor?: string;
  /** The process instance that the calls belong to. */
  caseId?: string;
  /** Joins the trace records of all uses; default: a new one. */
  traceId?: string;
}

/** A tool for any framework: name, description and JSON Schema for the model, a zod schema for programs, and `run`. */
export interface WorkspaceTool extends ToolDefinition {
  /** The zod schema behind `inputSchema`; unknown parameters are refused. */
  readonly input: z.ZodType;
  /**
   * Checks the input and does it. What a model can repair comes back as a result whose `ok` is false; `text` is what to show it. Throws
   * a GroundrailError where somebody must act, and the reason of an aborted signal.
   */
  run(input: unknown, options?: { readonly signal?: AbortSignal }): Promise<ToolResult>;
}

/**
 * The agent's tools for one task, to be handed to a framework of your own. Reads run at the same time, everything else one after the
 * other; a write is sent only by `submit` with a plan that was approved: by the workspace's `ask`, its allow list, or `workspace.decide`.
 */
export function workspaceTools(workspace: Workspace, options: WorkspaceToolsOptions = {}): readonly WorkspaceTool[] {
  const provenance = options.task === undefined ? undefined : new Provenance().said(options.task);
  const context: ToolContext = {
    traceId: options.traceId ?? randomUUID(),
    ...(options.actor !== undefined && { actor: options.actor }),
    ...(options.caseId !== undefined && { caseId: options.caseId }),
    ...(provenance !== undefined && { provenance }),
  };
  let last: Promise<unknown> = Promise.resolve();
  return createWorkspaceTools(workspace).map((tool): WorkspaceTool => {
    const use = async (input: unknown, signal: AbortSignal | undefined): Promise<ToolResult> => {
      signal?.throwIfAborted();
      const clean = await workspace.cleaner();
      const result = await useTool(tool, input, { ...context, callId: randomUUID(), signal });
      if (result.evidence !== undefined) provenance?.answered(result.evidence);
      return clean(result);
    };
    return {
      ...defineTool(tool),
      input: tool.input,
      run: (input, { signal } = {}) => {
        if (tool.effect === 'read') return use(input, signal);
        const turn = last.then(() => use(input, signal));
        last = Promise.allSettled([turn]);
        return turn;
      },
    };
  });
}
