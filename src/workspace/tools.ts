import type { Tool } from '../base/index.ts';
import { CONDITIONS, type Condition, createTools } from '../tools/index.ts';
import type { Workspace } from './workspace.ts';

/** The tools of an agent over a workspace, in the order in which they are told; without a condition, all that a user has. */
export function createWorkspaceTools(workspace: Workspace, condition: Condition = CONDITIONS.full): Tool[] {
  return createTools(
    {
      search: (query, request) => workspace.search(query, request),
      spec: (target, options) => workspace.spec(target, options),
      values: (target, property, find, limit) => workspace.values(target, property, find, limit),
      validate: (call, context) => workspace.validate(call, context),
      preview: (call, context) => workspace.preview(call, context),
      call: (call, context) => workspace.call(call, context),
      executePlan: (planId, context) => workspace.executePlan(planId, context),
      plan: async (planId) => (await workspace.records()).plan(planId),
    },
    condition,
  );
}
