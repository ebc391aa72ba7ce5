import { type Finding, type Tool, type ToolContext, type ToolNote, type ToolResult, useTool } from '../base/index.ts';
import type { ModelCall } from '../models/index.ts';
import { type CheckedCall, checkCall } from './check-call.ts';
import type { DriverTurn, Observation, Step } from './driver.ts';
import { type EarlierCall, earlierCall, finishObstacle, openMatters, signatureOf } from './history.ts';
import { type ObservationLimits, observe, observeRefusal } from './observe.ts';

const mostCalls = 16;

/** What happened to the calls of this turn before the run was interrupted. */
export interface Interrupted {
  readonly observed: ReadonlyMap<string, Observation>;
  /** Submits that had begun. */
  readonly begun: ReadonlySet<string>;
}

/** Surroundings of the calls of one turn. */
export interface CallSurroundings {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly steps: readonly Step[];
  readonly context: ToolContext;
  readonly limits: ObservationLimits;
  /** After so long a read or a proposal is given up; a submit is always waited for. */
  readonly toolTimeoutMs: number;
  readonly interrupted?: Interrupted | undefined;
  readonly now: () => number;
  readonly clean: <T>(value: T) => T;
  onBegin(call: CheckedCall): Promise<void>;
  onNote(call: ModelCall, note: ToolNote): void;
  onObservation(observation: Observation): Promise<void>;
}

/**
 * Runs the calls of a turn and observes them in their order: neighbouring reads at the same time, everything else one after the other.
 * Once a write has failed, the later ones of the turn are not made, since they were decided without knowing.
 */
export async function runCalls(turn: DriverTurn, around: CallSurroundings): Promise<Observation[]> {
  const observations: Observation[] = [];
  const number = around.steps.length + 1;
  const before = [...around.steps, { number, observations }];
  let reads: Promise<Observation>[] = [];
  const settle = async (): Promise<void> => {
    observations.push(...(await Promise.all(reads)));
    reads = [];
  };
  for (const [position, call] of turn.calls.entries()) {
    const checked = position < mostCalls ? checkCall(call, around.tools, isCut(turn, position)) : tooMany();
    if ('input' in checked && checked.tool.effect === 'read') {
      reads.push(runCall(checked, undefined, before, around));
      continue;
    }
    await settle();
    if ('input' in checked) {
      const obstacle = obstacleTo(checked, turn, observations, around);
      observations.push(await runCall(checked, obstacle, before, around));
    } else {
      observations.push(await refuse(call, checked.tool, checked.findings, around));
    }
  }
  await settle();
  return observations;
}

async function runCall(
  checked: CheckedCall,
  obstacle: Finding | undefined,
  before: readonly Pick<Step, 'number' | 'observations'>[],
  around: CallSurroundings,
): Promise<Observation> {
  const { call, tool, input } = checked;
  const known = around.interrupted?.observed.get(call.id);
  if (known !== undefined) return known;
  const begun = around.interrupted?.begun.has(call.id) === true;
  if (obstacle !== undefined && !begun) return refuse(call, tool, [obstacle], around);
  const earlier = earlierCall(before, tool.effect, signatureOf(tool.name, input));
  if (earlier !== undefined && !begun) {
    const { observation } = earlier;
    if (observation.ok && (tool.effect === 'read' || isOpen(observation, around)))
      return repeat(call, tool, earlier, around);
    if (tool.effect === 'submit' && observation.ok) {
      const message = `This was done in step ${earlier.step}; it is not done twice. Go on with what is left.`;
      return refuse(call, tool, [{ rule: 'done-already', severity: 'error', path: '', message }], around, earlier.step);
    }
  }
  around.context.signal?.throwIfAborted();
  if (!begun) await around.onBegin(checked);
  const started = around.now();
  const result = around.clean(await resultOf(checked, begun, around));
  const extras = { durationMs: around.now() - started, repeats: earlier?.step };
  const observation = observe(call, tool, input, result, extras, around.limits);
  await around.onObservation(observation);
  return observation;
}

async function resultOf(
  { call, tool, input }: CheckedCall,
  begun: boolean,
  around: CallSurroundings,
): Promise<ToolResult> {
  const context: ToolContext = {
    ...around.context,
    callId: call.id,
    report: (note) => around.onNote(call, around.clean(note)),
  };
  if (tool.effect === 'submit') {
    if (!begun) return useTool(tool, input, context);
    return tool.recover === undefined ? lost(tool, call) : useTool(tool, input, context, 'recover');
  }
  const timeout = AbortSignal.timeout(around.toolTimeoutMs);
  const signal = context.signal === undefined ? timeout : AbortSignal.any([timeout, context.signal]);
  try {
    return await Promise.race([useTool(tool, input, { ...context, signal }), rejected(signal)]);
  } catch (error) {
    if (!timeout.aborted || context.signal?.aborted === true) throw error;
    const message = `${tool.name} did not answer within ${around.toolTimeoutMs / 1000} seconds; ask for less or go on without it.`;
    return { ok: false, text: message, findings: [{ rule: 'tool-timeout', severity: 'error', path: '', message }] };
  }
}

/** Why a call that is fine by itself must not run now. */
function obstacleTo(
  { call, tool }: CheckedCall,
  turn: DriverTurn,
  before: readonly Observation[],
  { steps }: CallSurroundings,
): Finding | undefined {
  if (tool.effect === 'finish') {
    if (turn.calls.length === 1) return finishObstacle(steps);
    const message = `Call ${tool.name} alone, after you have read the results of the other calls.`;
    return { rule: 'finish-alone', severity: 'error', path: '', message };
  }
  const failed = before.find(({ ok, effect }) => !ok && (effect === 'propose' || effect === 'submit'));
  if (failed === undefined) return undefined;
  const message = `${call.name} was not run, because ${failed.tool} before it in the same turn failed. Repair that first.`;
  return { rule: 'skipped', severity: 'error', path: '', message };
}

/** True for a proposal that waits for its submit: proposing the same again would make a second one. */
function isOpen({ effect, opens }: Observation, { steps }: CallSurroundings): boolean {
  if (effect !== 'propose' || opens === undefined) return false;
  return openMatters(steps.flatMap(({ observations }) => observations)).includes(opens);
}

async function repeat(
  call: ModelCall,
  tool: Tool,
  { step, observation }: EarlierCall,
  around: CallSurroundings,
): Promise<Observation> {
  const { durationMs: _, callId: __, repeats: ___, text, ...rest } = observation;
  const said = text.startsWith(sameAs)
    ? text
    : `${sameAs} (step ${step}), nothing has changed since. Do something else now. It said:\n${text}`;
  const again = { ...rest, callId: call.id, tool: tool.name, text: said, repeats: step, durationMs: 0 };
  await around.onObservation(again);
  return again;
}

const sameAs = 'You made this call before';

async function refuse(
  call: ModelCall,
  tool: Tool | undefined,
  findings: readonly Finding[],
  around: CallSurroundings,
  repeats?: number,
): Promise<Observation> {
  const known = around.interrupted?.observed.get(call.id);
  if (known !== undefined) return known;
  const observation = observeRefusal(call, tool, findings, around.limits, repeats);
  await around.onObservation(observation);
  return observation;
}

function lost(tool: Tool, call: ModelCall): ToolResult {
  const message = `The run was interrupted while ${tool.name} was under way; nobody knows whether it was done. Look before you do it again.`;
  return {
    ok: false,
    text: message,
    findings: [{ rule: 'outcome-unknown', severity: 'error', path: '', message }],
    keep: message,
    opens: `${tool.name} ${call.id}`,
  };
}

function isCut(turn: DriverTurn, position: number): boolean {
  return turn.finish === 'length' && position === turn.calls.length - 1;
}

function tooMany(): { readonly findings: readonly Finding[]; readonly tool?: Tool } {
  const message = `At most ${mostCalls} calls are made in one turn; make the others later.`;
  return { findings: [{ rule: 'too-many-calls', severity: 'error', path: '', message }] };
}

function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
