import { z } from 'zod';
import type { CallResult, SingleCall } from '../api/index.ts';
import { type Finding, refusal, renderFinding, type Tool, type ToolContext } from '../base/index.ts';
import { callContextOf } from './call-context.ts';
import type { ToolPorts } from './ports.ts';
import { strictInput } from './strict-input.ts';

const bodyCharacters = 4000;

const input = strictInput({
  service: z.string().min(1).max(300),
  entitySet: z.string().min(1).max(300).optional().describe('Left out only for an action that belongs to no set'),
  operation: z
    .string()
    .min(1)
    .max(300)
    .describe('create (POST), update (PATCH), delete, or action:<Name> as describe tells it'),
  key: z.record(z.string(), z.unknown()).optional().describe('All key properties by name; not for create'),
  payload: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'Properties by name for create and update; items as a list under their navigation property; dates as 2026-01-31',
    ),
  parameters: z.record(z.string(), z.unknown()).optional().describe('Parameters of an action by name'),
  navigation: z.string().max(300).optional().describe('Navigation property of the entity of the key to create in'),
  etag: z.string().max(2000).optional().describe('Version that was read; left out, it is read now where it is needed'),
});

const output = z.object({
  plan: z.string(),
  expiresAt: z.string(),
  requests: z.array(z.object({ method: z.string(), url: z.string() })),
});

/** Checks a write and makes a plan of it; nothing is sent. */
export function proposeCallTool(ports: ToolPorts): Tool<z.infer<typeof input>, z.infer<typeof output>> {
  return {
    name: 'propose_call',
    title: 'Propose a write',
    description:
      'POST, PATCH, DELETE or action: checks the call and answers with findings to repair, or with a plan to submit. Sends nothing. Use only names that describe tells, codes from its lists, and identifiers that the user or a system gave. Leave out what is not known; numbers that systems assign are left out too. A plan is good for one submit and 15 minutes.',
    input,
    output,
    effect: 'propose',
    async run(wanted, context) {
      if (wanted.operation === 'read' || wanted.operation === 'batch')
        return refused(
          '/operation',
          `${wanted.operation} is not proposed; use the tool read for reads, one call at a time for writes.`,
        );
      const inCase = context.caseId === undefined ? wanted : { ...wanted, caseId: context.caseId };
      const call = await withEtag(ports, inCase, context);
      const result = await ports.preview(call, callContextOf(context));
      if (!result.ok) return refusal(...(result.findings.length > 0 ? result.findings : [nothingSaid(result)]));
      if (result.plan === undefined)
        return refused('/operation', `${wanted.operation} only reads; use the tool read with function.`);
      const { id, expiresAt } = result.plan;
      const shown = result.requests.map(
        ({ method, url, body }) => `${method} ${url}${body === undefined ? '' : `\n${body.slice(0, bodyCharacters)}`}`,
      );
      return {
        ok: true,
        text: [`Plan ${id}: nothing was sent yet, submit it.`, ...shown, ...result.findings.map(renderFinding)].join(
          '\n',
        ),
        data: { plan: id, expiresAt, requests: result.requests.map(({ method, url }) => ({ method, url })) },
        findings: result.findings,
        keep: `plan ${id}: ${wanted.operation} ${wanted.service}/${wanted.entitySet ?? ''}`,
        opens: `plan ${id}`,
        offers: { plan: [id] },
      };
    },
  };
}

/** The call with the version of the entity, where a read tells one and the caller gave none; metadata do not always say that one is needed. */
async function withEtag(ports: ToolPorts, call: SingleCall, context: ToolContext): Promise<SingleCall> {
  const { service, entitySet, operation, key, navigation } = call;
  if (
    call.etag !== undefined ||
    entitySet === undefined ||
    key === undefined ||
    navigation !== undefined ||
    operation === 'create'
  )
    return call;
  const { ok } = await ports.validate({ ...call, etag: '*' }, callContextOf(context));
  if (!ok) return call;
  const read = await ports.call({ service, entitySet, operation: 'read', key }, callContextOf(context));
  return read.etag === undefined ? call : { ...call, etag: read.etag };
}

function nothingSaid({ outcome }: CallResult): Finding {
  return {
    rule: 'not-planned',
    severity: 'error',
    path: '',
    message: `No plan could be made, the call ended as ${outcome}.`,
  };
}

function refused(path: string, message: string): ReturnType<typeof refusal> {
  return refusal({ rule: 'tool-input', severity: 'error', path, message });
}
