import { z } from 'zod';
import { type CallResult, readCall, type SingleCall } from '../api/index.ts';
import {
  type Finding,
  type PlanState,
  type ProcessPosition,
  renderFinding,
  type Tool,
  type ToolResult,
} from '../base/index.ts';
import { callContextOf } from './call-context.ts';
import { compact } from './compact.ts';
import type { Condition } from './condition.ts';
import type { ToolPorts } from './ports.ts';
import { strictInput } from './strict-input.ts';

const bodyCharacters = 4000;

const input = strictInput({ plan: z.string().min(1).max(100).describe('Id of the plan that propose_call gave') });

const output = z.object({
  outcome: z.string(),
  status: z.int().optional(),
  body: z.unknown().optional(),
});

type Output = z.infer<typeof output>;

/** Executes an approved plan, once; whoever may approve is asked where nobody has yet. */
export function submitTool(ports: ToolPorts, condition: Condition): Tool<z.infer<typeof input>, Output> {
  return {
    name: 'submit',
    title: 'Submit a plan',
    description:
      'Sends the write of a plan, after approval by the user or the rules of the landscape. Works once per plan. Answers with what the system returned, such as the number of a created document, which later calls can use.',
    input,
    output,
    effect: 'submit',
    async run({ plan }, context) {
      context.report?.({ kind: 'approval', text: `Plan ${plan} waits for approval`, data: { plan } });
      const result = await ports.executePlan(plan, callContextOf(context));
      const call = await callOfPlan(ports, plan);
      if (!result.ok) return failure(plan, result);
      const position = condition.process && call !== undefined ? await positionOf(ports, call) : undefined;
      return success(plan, result, call, position);
    },
    async recover({ plan }) {
      return recovered(plan, await ports.plan(plan));
    },
  };
}

function success(
  plan: string,
  result: CallResult,
  call: SingleCall | undefined,
  position: ProcessPosition | undefined,
): ToolResult<Output> {
  const { body } = result;
  const status = result.status === undefined ? '' : ` (${result.status})`;
  const name = call === undefined ? 'The call' : `${call.operation} ${call.entitySet ?? call.service}`;
  const answer = body === undefined ? '' : `\n${JSON.stringify(compact(body)).slice(0, bodyCharacters)}`;
  return {
    ok: true,
    text: [`Done${status}: ${name}.${answer}`, ...result.findings.map(renderFinding)].join('\n'),
    data: {
      outcome: result.outcome,
      ...(result.status !== undefined && { status: result.status }),
      ...(body !== undefined && { body }),
    },
    findings: result.findings,
    keep: `done: ${name}${identifiersOf(body)}`,
    ...(result.body !== undefined && { evidence: result.body }),
    ...(position !== undefined && { position }),
    closes: `plan ${plan}`,
  };
}

function failure(plan: string, result: CallResult): ToolResult<Output> {
  const { outcome, status, findings } = result;
  const waits = findings.some(({ rule }) => rule === 'not-approved');
  const said: readonly Finding[] =
    findings.length > 0
      ? findings
      : [{ rule: 'not-done', severity: 'error', path: '', message: `The plan ended as ${outcome}.` }];
  return {
    ok: false,
    text: said.map(renderFinding).join('\n'),
    data: { outcome, ...(status !== undefined && { status }) },
    findings: said,
    keep: `plan ${plan}: ${outcome}`,
    ...(!waits && { closes: `plan ${plan}` }),
    ...(outcome === 'unknown' && { opens: `outcome of plan ${plan}` }),
  };
}

/** What the record says of a plan whose submit was interrupted; undefined where it was never taken for execution. */
function recovered(plan: string, state: PlanState | undefined): ToolResult<Output> | undefined {
  const ended = state?.outcome;
  if (state !== undefined && state.claimedAt === undefined) return undefined;
  if (ended?.outcome === 'done') {
    const text = `The plan ${plan} was carried out before the interruption${ended.status === undefined ? '' : ` (${ended.status})`}; read what it made.`;
    const data = { outcome: ended.outcome, ...(ended.status !== undefined && { status: ended.status }) };
    return { ok: true, text, data, findings: [], keep: text, closes: `plan ${plan}` };
  }
  const outcome = ended?.outcome ?? 'unknown';
  const message =
    outcome === 'unknown'
      ? `Nobody knows whether the plan ${plan} was carried out before the interruption; read before you write it again.`
      : `The plan ${plan} ended as ${outcome} before the interruption.`;
  return {
    ok: false,
    text: message,
    data: { outcome },
    findings: [{ rule: outcome === 'unknown' ? 'outcome-unknown' : 'not-done', severity: 'error', path: '', message }],
    keep: message,
    closes: `plan ${plan}`,
    ...(outcome === 'unknown' && { opens: `outcome of plan ${plan}` }),
  };
}

async function callOfPlan(ports: ToolPorts, plan: string): Promise<SingleCall | undefined> {
  const read = readCall((await ports.plan(plan))?.plan.call);
  return 'call' in read && !('calls' in read.call) ? read.call : undefined;
}

/** Where the call stands in a process; the first that has it as a step. */
async function positionOf(ports: ToolPorts, call: SingleCall): Promise<ProcessPosition | undefined> {
  const { service, entitySet, operation } = call;
  if (entitySet === undefined && !operation.startsWith('action:')) return undefined;
  const target =
    entitySet === undefined ? `${service}/${operation.slice('action:'.length)}` : `${service}/${entitySet}`;
  const { process } = await ports.spec(target);
  const place = process.find((step) => step.operation === operation);
  if (place === undefined) return undefined;
  return {
    process: place.processName ?? place.process,
    step: place.name ?? place.activity,
    next: place.after.map((step) => ({ step: step.name ?? step.activity, target: step.id, operation: step.operation })),
  };
}

/** Short scalars of the answer's first level that look like names of the thing. */
function identifiersOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  const named = Object.entries(body).filter(([, value]) => typeof value === 'string' && /^[\w./-]{3,40}$/.test(value));
  return named.length === 0
    ? ''
    : `: ${named
        .slice(0, 6)
        .map(([name, value]) => `${name} ${String(value)}`)
        .join(', ')}`;
}
