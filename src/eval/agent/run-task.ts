import type { MockCall, MockServer } from '../../mock/index.ts';
import { type AgentEvent, type AskOptions, ask, type Workspace } from '../../workspace/index.ts';
import type { RunLabel } from './run-label.ts';
import { type RunScore, scoreRun } from './score-run.ts';
import { loadShapes, type SetShape } from './set-shapes.ts';
import type { AgentTask } from './task.ts';

/** One run with everything that reports are made from; survives JSON. */
export interface RunResult extends RunScore {
  readonly condition: string;
  readonly task: string;
  readonly kind: string;
  readonly run: number;
  readonly status: string;
  /** Why it did not finish, where it did not. */
  readonly reason?: string;
  /** For `groundrail trace show`. */
  readonly traceId: string;
  readonly steps: number;
  /** Findings of calls that were not sent, by rule. */
  readonly blocked: Readonly<Record<string, number>>;
  readonly tokens: number;
  readonly seconds: number;
  readonly elicitation: Elicitation;
}

/** What became of the codes that the expected writes need. */
export interface Elicitation {
  readonly expected: number;
  readonly right: number;
  /** On the list, but not the one that was meant. */
  readonly wrong: number;
  /** On no list. */
  readonly invented: number;
  readonly missing: number;
}

/** Carries out one task under one condition and scores what reached the mock. */
export async function runTask(
  task: AgentTask,
  label: RunLabel,
  parts: {
    readonly workspace: Workspace;
    readonly mock: MockServer;
    readonly options: AskOptions;
    readonly shapes: Map<string, SetShape | undefined>;
  },
): Promise<RunResult> {
  const { workspace, mock, options, shapes: known } = parts;
  const started = performance.now();
  const blocked: Record<string, number> = {};
  let end: Extract<AgentEvent, { type: 'ended' }> | undefined;
  for await (const event of ask(workspace, task.task, options)) {
    if (event.type === 'observation') countBlocked(event.observation, blocked);
    if (event.type === 'ended') end = event;
  }
  const calls = mock.calls(label.id);
  const shapes = await loadShapes((target) => specOrNone(workspace, target), setsOf(task, calls), known);
  const { usage, status, traceId = '', steps = 0, stop, error } = end?.outcome ?? { status: 'failed' };
  const reason = error?.message ?? stop?.sentence;
  return {
    condition: label.condition,
    task: task.id,
    kind: task.kind,
    run: label.run,
    status,
    ...(reason !== undefined && { reason }),
    traceId,
    steps,
    ...scoreRun(task.expect, calls, shapes),
    blocked,
    tokens: usage === undefined ? 0 : usage.inputTokens + usage.outputTokens,
    seconds: (performance.now() - started) / 1000,
    elicitation: elicit(task, calls),
  };
}

/** A call that was refused before it was sent, by its worst rules; what a system answered is none. */
function countBlocked(
  { ok, tool, findings }: Extract<AgentEvent, { type: 'observation' }>['observation'],
  blocked: Record<string, number>,
): void {
  if (ok || (tool !== 'propose_call' && tool !== 'read' && tool !== 'submit')) return;
  for (const rule of new Set(findings.filter(({ severity }) => severity === 'error').map((finding) => finding.rule))) {
    if (/^answer-\d+$/.test(rule) || rule === 'unreachable') continue;
    blocked[rule] = (blocked[rule] ?? 0) + 1;
  }
}

async function specOrNone(workspace: Workspace, target: { service: string; entitySet: string }) {
  try {
    return await workspace.spec(target);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'target-unknown') return undefined;
    throw error;
  }
}

function setsOf(task: AgentTask, calls: readonly MockCall[]): { service: string; entitySet: string }[] {
  const called = calls.flatMap(({ service, entitySet }) => (entitySet === undefined ? [] : [{ service, entitySet }]));
  return [...task.expect, ...called];
}

/** Looks for every expected code in what was sent to the same set, accepted or not. */
export function elicit(task: AgentTask, calls: readonly MockCall[]): Elicitation {
  const counts = { expected: 0, right: 0, wrong: 0, invented: 0, missing: 0 };
  for (const expected of task.expect) {
    if (expected.method === 'GET') continue;
    const sent = calls.filter(
      (call) =>
        call.service === expected.service &&
        (expected.method === 'ACTION' ? call.operation === expected.action : call.entitySet === expected.entitySet),
    );
    for (const [name, code] of leaves(expected.codes)) {
      counts.expected += 1;
      const values = sent.flatMap((call) => valuesOf(name, [call.payload, call.parameters], 0));
      const isInvented = sent.some((call) =>
        call.issues.some(({ kind, path }) => kind === 'code' && path.endsWith(name)),
      );
      if (values.some((value) => String(value) === code)) counts.right += 1;
      else if (isInvented) counts.invented += 1;
      else if (values.length > 0) counts.wrong += 1;
      else counts.missing += 1;
    }
  }
  return counts;
}

function leaves(values: unknown): [string, string][] {
  if (Array.isArray(values)) return values.flatMap(leaves);
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object' ? leaves(value) : [[name, String(value)]],
  );
}

function valuesOf(name: string, value: unknown, depth: number): unknown[] {
  if (depth > 12 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => valuesOf(name, item, depth + 1));
  return Object.entries(value).flatMap(([member, inner]) =>
    member === name && typeof inner !== 'object' ? [inner] : valuesOf(name, inner, depth + 1),
  );
}
