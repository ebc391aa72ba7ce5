import { z } from 'zod';
import { RequestError } from '../problem.ts';
import { defineRoute, type Route } from '../route.ts';
import { callResultSchema, callSchema, decisionSchema, planStateSchema, validationSchema } from '../schemas/call.ts';
import type { ServerContext } from '../server-context.ts';

const tag = 'Check and call';
const planPath = z.object({ plan: z.string().min(1).max(100) });

/** Checks, previews, approvals and execution. What a caller can repair is an answer with findings, never a problem. */
export function callRoutes({ host, decisions }: ServerContext): Route[] {
  return [
    defineRoute({
      method: 'post',
      address: '/api/v1/validate',
      name: 'validate',
      summary: 'Check a call; nothing is sent',
      tag,
      scope: 'read',
      body: callSchema,
      judgesBody: true,
      answers: { 200: { description: 'Whether it may be sent, and what to repair', schema: validationSchema } },
      run: ({ body }) => host.use(async ({ workspace }) => ({ value: await workspace.validate(body) })),
    }),
    defineRoute({
      method: 'post',
      address: '/api/v1/calls',
      name: 'call',
      summary: 'Execute a call; a write that no allow list covers is refused with a plan to approve',
      tag,
      scope: 'read',
      furtherScope: ({ body }) => (isRead(body) ? undefined : 'execute'),
      body: callSchema,
      judgesBody: true,
      answers: { 200: { description: 'What came of it', schema: callResultSchema } },
      run: ({ body, caller, signal }) =>
        host.use(async ({ workspace }) => ({ value: await workspace.call(body, { actor: caller.name, signal }) })),
    }),
    defineRoute({
      method: 'post',
      address: '/api/v1/plans',
      name: 'plan',
      summary: 'Preview a call: its exact requests and, for a write, a plan that can be approved',
      tag,
      scope: 'plan',
      body: callSchema,
      judgesBody: true,
      answers: {
        200: {
          description: 'Findings that keep it from being planned, or a read, which needs no plan',
          schema: callResultSchema,
        },
        201: { description: 'A plan was made', schema: callResultSchema },
      },
      run: ({ body, caller, signal }) =>
        host.use(async ({ workspace }) => {
          const value = await workspace.preview(body, { actor: caller.name, signal });
          if (value.plan === undefined) return { value };
          return {
            status: 201 as const,
            value,
            headers: { location: `/api/v1/plans/${encodeURIComponent(value.plan.id)}` },
          };
        }),
    }),
    defineRoute({
      method: 'get',
      address: '/api/v1/plans/{plan}',
      name: 'showPlan',
      summary: 'A plan with its approvals and its outcome',
      tag,
      scope: 'read',
      path: planPath,
      answers: { 200: { description: 'The plan', schema: planStateSchema } },
      run: async ({ path: { plan } }) => {
        const value = await host.records.plan(plan);
        if (value === undefined) throw new RequestError('not-found', `There is no plan ${plan}.`);
        return { value };
      },
    }),
    defineRoute({
      method: 'post',
      address: '/api/v1/plans/{plan}/approval',
      name: 'decide',
      summary: 'Approve or deny a plan',
      tag,
      scope: 'approve',
      path: planPath,
      body: decisionSchema,
      answers: { 200: { description: 'Whether the decision was recorded, and why not', schema: validationSchema } },
      run: ({ path: { plan }, body: { decision, reason }, caller }) =>
        host.use(async ({ workspace }) => {
          const findings = await workspace.decide(plan, caller.name, decision, reason);
          decisions.decided(plan);
          return { value: { ok: findings.length === 0, findings } };
        }),
    }),
    defineRoute({
      method: 'post',
      address: '/api/v1/plans/{plan}/execution',
      name: 'executePlan',
      summary: 'Send the requests of an approved plan, once',
      tag,
      scope: 'execute',
      path: planPath,
      answers: { 200: { description: 'What came of it', schema: callResultSchema } },
      run: ({ path: { plan }, caller }) =>
        host.use(async ({ workspace }) => ({ value: await workspace.executePlan(plan, { actor: caller.name }) })),
    }),
  ];
}

/** Only a plain read is known to change nothing; what an action does nobody can say. */
function isRead(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'operation' in body && body.operation === 'read';
}
