import type { Tool } from '../base/index.ts';
import { CONDITIONS, type Condition, createTools } from '../tools/index.ts';
import type { Workspace } from './workspace.ts';

/** Waits until somebody has decided about a plan, or nobody will; what was decided stands in the records. */
export type AwaitApproval = (planId: string, signal: AbortSignal | undefined) => Promise<void>;

/**
 * The tools of an agent over a workspace, in the order in which they are told; without a condition, all that a user has. A plan that
 * needs approval is refused, or waits for it where there is something to wait with.
 */
export function createWorkspaceTools(
  workspace: Workspace,
  condition: Condition = CONDITIONS.full,
  awaitApproval?: AwaitApproval,
): Tool[] {
  const executePlan: Workspace['executePlan'] = async (planId, context) => {
    const result = await workspace.executePlan(planId, context);
    const waits = result.findings.some(({ rule }) => rule === 'not-approved');
    if (awaitApproval === undefined || !waits) return result;
    await awaitApproval(planId, context?.signal);
    // A run that was cancelled while it waited has not been refused: resumed, it waits again.
    context?.signal?.throwIfAborted();
    return workspace.executePlan(planId, context);
  };
  return createTools(
    {
      search: (query, request) => workspace.search(query, request),
      spec: (target, options) => workspace.spec(target, options),
      values: (target, property, find, limit) => workspace.values(target, property, find, limit),
      validate: (call, context) => workspace.validate(call, context),
      preview: (call, context) => workspace.preview(call, context),
      call: (call, context) => workspace.call(call, context),
      executePlan,
      plan: async (planId) => (await workspace.records()).plan(planId),
    },
    condition,
  );
}
