import { z } from 'zod';
import { apiCallSchema } from '../../../workspace/index.ts';
import { named, requestSchemas } from './published.ts';

const severity = z.enum(['error', 'warning', 'info']);
const outcome = z.enum(['refused', 'not-sent', 'done', 'failed', 'unknown']);

export const findingSchema = named(
  'Finding',
  z.object({
    rule: z.string().describe('A stable kebab-case name'),
    severity,
    path: z.string().describe('Where: a JSON path of the call, or a file'),
    message: z.string().describe('One sentence: what is wrong and what to do'),
    line: z.int().optional(),
    column: z.int().optional(),
    effect: z.string().optional().describe('What was dropped or changed because of it'),
    allowed: z.array(z.string()).optional().describe('What would be accepted, nearest first'),
    suggestion: z.string().optional(),
    repair: z
      .array(z.looseObject({ op: z.string(), path: z.string() }))
      .optional()
      .describe('JSON Patch'),
  }),
);

export const httpRequestSchema = named(
  'Request',
  z
    .object({
      method: z.string(),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string().optional(),
    })
    .describe('A request to a system, without credentials'),
);

export const validationSchema = named('Validation', z.object({ ok: z.boolean(), findings: z.array(findingSchema) }));

export const callResultSchema = named(
  'CallResult',
  z.object({
    ok: z.boolean(),
    outcome: z.enum([...outcome.options, 'planned']),
    status: z.int().optional().describe('HTTP status of the system'),
    plan: z.object({ id: z.string(), hash: z.string(), etag: z.string().optional(), expiresAt: z.string() }).optional(),
    requests: z.array(httpRequestSchema).describe('What was or would be sent'),
    body: z.unknown().optional(),
    etag: z.string().optional(),
    findings: z.array(findingSchema),
    traceId: z.string(),
  }),
);

export const planStateSchema = named(
  'PlanState',
  z.object({
    plan: z.object({
      id: z.string(),
      hash: z.string().describe('Over the requests'),
      etag: z.string().optional(),
      createdAt: z.string(),
      expiresAt: z.string(),
      actor: z.string(),
      service: z.string(),
      call: z.unknown(),
      requests: z.array(httpRequestSchema),
    }),
    approvals: z.array(
      z.object({
        planId: z.string(),
        at: z.string(),
        by: z.string(),
        decision: z.enum(['approved', 'denied']),
        how: z.enum(['person', 'callback', 'allow-list']),
        reason: z.string().optional(),
      }),
    ),
    claimedAt: z.string().optional().describe('Taken for execution; without an outcome nobody knows how it ended'),
    outcome: z.object({ at: z.string(), outcome, status: z.int().optional(), traceId: z.string() }).optional(),
  }),
);

export const traceRecordSchema = named(
  'TraceRecord',
  z.object({
    id: z.string(),
    traceId: z.string().optional(),
    kind: z.enum(['call', 'preview', 'refusal', 'approval', 'task', 'model', 'tool', 'answer']),
    at: z.string(),
    actor: z.string(),
    service: z.string().optional(),
    entitySet: z.string().optional(),
    operation: z.string().optional(),
    target: z.string().optional(),
    caseId: z.string().optional(),
    call: z.unknown().optional(),
    planId: z.string().optional(),
    requests: z.array(httpRequestSchema),
    status: z.int().optional(),
    outcome: outcome.optional(),
    findings: z.array(findingSchema),
    durationMs: z.number(),
    attributes: z.record(z.string(), z.unknown()).optional(),
  }),
);

export const traceSummarySchema = named(
  'TraceSummary',
  z.object({ traceId: z.string(), records: z.int(), first: traceRecordSchema, last: traceRecordSchema }),
);

export const refusalSchema = named(
  'AccessRefusal',
  z.object({
    at: z.string(),
    reason: z.string(),
    door: z.enum(['http', 'mcp']),
    method: z.string(),
    path: z.string(),
    from: z.string(),
    actor: z.string().optional(),
    requestId: z.string().optional(),
    count: z.int().describe('Accesses that were alike and are told by this one'),
  }),
);

/** A call as every door takes it. */
export const callSchema = apiCallSchema;
requestSchemas.add(callSchema, { id: 'Call' });

export const decisionSchema = z.strictObject({
  decision: z.enum(['approved', 'denied']),
  reason: z.string().max(1000).optional(),
});
requestSchemas.add(decisionSchema, { id: 'Decision' });
