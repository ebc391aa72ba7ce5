import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type CallToolResult, ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import {
  type Finding,
  isGroundrailError,
  refusal,
  type Tool,
  type ToolContext,
  type ToolResult,
  useTool,
} from '../../base/index.ts';
import { nearestNames } from '../../workspace/index.ts';
import type { Caller } from '../caller.ts';
import type { Opened } from '../landscape-host.ts';
import { askByElicitation, planText } from './plan-approval.ts';
import { allowedTools, confirmParameter } from './tool-definition.ts';
import { type RequestExtra, ToolProgress } from './tool-progress.ts';
import { toCallToolResult } from './tool-result.ts';

/** A use of a tool by a client. */
export interface ToolUse {
  readonly server: Server;
  readonly opened: Opened;
  readonly caller: Caller;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly extra: RequestExtra;
  /** Joins the trace records of a session. */
  readonly traceId: string | undefined;
  /** Tells the client what happens meanwhile. */
  log(level: 'info' | 'warning', text: string): void;
}

/**
 * Runs a tool. What the model can repair is a result with `isError`; the protocol's error is for a tool that does not exist. A submit that
 * nobody has approved yet asks the client's user, or says how the client confirms it.
 */
export async function callTool(use: ToolUse): Promise<CallToolResult> {
  const { opened, caller, name, input, extra } = use;
  const tool = findTool(allowedTools(opened.tools, caller.scopes), opened.tools, name);
  if (tool === undefined) return toCallToolResult(notAllowed(name));
  const progress = new ToolProgress(extra, `${tool.title} is running`);
  const context: ToolContext = {
    actor: caller.name,
    traceId: use.traceId,
    callId: String(extra.requestId),
    signal: extra.signal,
    report: ({ text }) => {
      progress.report(text);
      use.log('info', text);
    },
  };
  try {
    const { [confirmParameter]: confirmed, ...rest } = input;
    const result =
      tool.effect === 'submit'
        ? await submit(use, tool, rest, confirmed, context)
        : await useTool(tool, input, context);
    return toCallToolResult(result);
  } catch (error) {
    if (!isGroundrailError(error)) throw error;
    return toCallToolResult(refusal({ rule: error.code, severity: 'error', path: '', message: error.message }));
  } finally {
    progress.end();
  }
}

/** Sends a plan; where nobody has approved it, asks for approval first and sends it then. */
async function submit(
  use: ToolUse,
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  confirmed: unknown,
  context: ToolContext,
): Promise<ToolResult> {
  const { opened, caller, server, extra } = use;
  const plan = typeof input.plan === 'string' ? input.plan : '';
  const mayApprove = caller.scopes.has('approve');
  if (confirmed !== undefined) {
    if (confirmed !== plan) return refused('confirm', `confirm must be the id of the plan, ${plan}.`);
    if (!mayApprove) return refused('confirm', waitsForAnother(plan));
    const findings = await opened.workspace.decide(plan, caller.name, 'approved', 'confirmed by a second call');
    if (findings.length > 0) return refusal(...findings);
    return useTool(tool, input, context);
  }
  const first = await useTool(tool, input, context);
  if (!first.findings.some(({ rule }) => rule === 'not-approved')) return first;
  const state = await (await opened.workspace.records()).plan(plan);
  if (state === undefined) return first;
  if (!mayApprove) return { ...first, text: waitsForAnother(plan) };
  const answer = await askByElicitation(server, state, extra);
  if (answer.decision === 'none') {
    const text =
      answer.why === 'closed'
        ? `Nothing was sent: the user closed the question about plan ${plan} without an answer. Ask what they want before you submit it again.`
        : `Nothing was sent yet. Show the user these requests and ask:\n${planText(state)}\nOnly if the user agrees, call ${tool.name} again with plan and ${confirmParameter} both "${plan}".`;
    return { ...first, text };
  }
  const findings = await opened.workspace.decide(plan, caller.name, answer.decision, answer.reason);
  if (findings.length > 0) return refusal(...findings);
  if (answer.decision === 'approved') return useTool(tool, input, context);
  const because = answer.reason === undefined ? '' : `: ${answer.reason}`;
  return {
    ...refused(
      'plan',
      `The user does not want plan ${plan} to be sent${because}. Nothing was sent.`,
      'approval-denied',
    ),
    closes: `plan ${plan}`,
  };
}

function findTool(allowed: readonly Tool[], all: readonly Tool[], name: string): Tool | undefined {
  const tool = allowed.find((one) => one.name === name);
  if (tool !== undefined) return tool;
  const known = all.find((one) => one.name === name);
  if (known !== undefined && known.effect !== 'finish') return undefined;
  const names = allowed.map((one) => one.name);
  const [nearest] = nearestNames(name, names);
  const hint = nearest === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${nearest}?`;
  throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name.slice(0, 200)}. ${hint}`);
}

function notAllowed(name: string): ToolResult {
  const message = `This access does not allow ${name}; ask for a token with the scope that it needs.`;
  return refused('', message, 'not-allowed');
}

function waitsForAnother(plan: string): string {
  return `Nothing was sent: plan ${plan} must be approved by somebody whose token has the scope approve. Submit it again after that.`;
}

function refused(path: string, message: string, rule = 'not-approved'): ToolResult {
  const finding: Finding = { rule, severity: 'error', path, message };
  return { ok: false, text: message, findings: [finding] };
}
