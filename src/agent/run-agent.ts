import { randomUUID } from 'node:crypto';
import { defineTool, type ProvenancePort, type RecordPort, type Tool, type ToolContext } from '../base/index.ts';
import type { AgentEvent, AgentOutcome } from './agent-event.ts';
import type { Driver } from './driver.ts';
import { EventChannel } from './event-channel.ts';
import { Journal, type RecordedRun } from './journal.ts';
import { AgentLoop } from './loop.ts';
import { defaultObservationLimits, type ObservationLimits } from './observe.ts';
import { defaultStopConditions, type StopCondition } from './stop-condition.ts';

/** What a run needs. */
export interface AgentOptions {
  /** All that the user says. */
  readonly task: string;
  readonly driver: Driver;
  readonly tools: readonly Tool[];
  /** Takes one record for every turn, call and end. */
  readonly record: Pick<RecordPort, 'appendTrace'>;
  /** Grows by the task and by what systems answer; handed to every tool. */
  readonly provenance?: ProvenancePort | undefined;
  /** Who the trace says it was; default: `agent`. */
  readonly actor?: string | undefined;
  readonly caseId?: string | undefined;
  /** Default: a new one. */
  readonly traceId?: string | undefined;
  /** A recorded run that is to go on; its task and trace id win. */
  readonly resume?: RecordedRun | undefined;
  readonly stop?: readonly StopCondition[] | undefined;
  readonly limits?: Partial<ObservationLimits> | undefined;
  /** Default: two minutes. */
  readonly toolTimeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Takes secrets out of whatever is shown, recorded or told to the driver. */
  readonly clean?: (<T>(value: T) => T) | undefined;
  readonly now?: (() => number) | undefined;
}

/**
 * Runs a task and tells what happens. Must not throw and does not: every failure is encoded in the stream, whose last event is `ended`
 * with the outcome. Leaving the stream early cancels the run; a submit under way is waited for and recorded all the same. A resumed run
 * repeats no call that was observed, and no submit that had begun.
 */
export async function* runAgent(options: AgentOptions): AsyncGenerator<AgentEvent, void> {
  const left = new AbortController();
  const signal = options.signal === undefined ? left.signal : AbortSignal.any([options.signal, left.signal]);
  const channel = new EventChannel<AgentEvent>();
  const running = run(options, signal, (event) => channel.write(event)).then((outcome) => {
    channel.write({ type: 'ended', outcome });
    channel.end();
  });
  try {
    yield* channel;
  } finally {
    left.abort(new DOMException('The stream of events was left.', 'AbortError'));
    await running;
  }
}

/** The outcome of a run whose events are of no interest. */
export async function completeRun(options: AgentOptions): Promise<AgentOutcome> {
  for await (const event of runAgent(options)) if (event.type === 'ended') return event.outcome;
  throw new RangeError('The run ended without an outcome.');
}

async function run(
  options: AgentOptions,
  signal: AbortSignal,
  emit: (event: AgentEvent) => void,
): Promise<AgentOutcome> {
  const { resume, driver, provenance } = options;
  const traceId = resume?.traceId ?? options.traceId ?? randomUUID();
  const clean = options.clean ?? (<T>(value: T): T => value);
  const actor = options.actor ?? 'agent';
  const context: ToolContext = {
    actor,
    traceId,
    caseId: options.caseId,
    signal,
    ...(provenance !== undefined && { provenance }),
  };
  const journal = new Journal({
    traceId,
    record: options.record,
    actor,
    caseId: options.caseId,
    clean,
  });
  const loop = new AgentLoop({
    task: resume?.header.task ?? options.task,
    driver,
    tools: new Map(options.tools.map((tool) => [tool.name, tool])),
    definitions: options.tools.map(defineTool),
    journal,
    context,
    stop: options.stop ?? defaultStopConditions,
    limits: { ...defaultObservationLimits, ...options.limits },
    toolTimeoutMs: options.toolTimeoutMs ?? 120_000,
    signal,
    clean,
    now: options.now ?? Date.now,
    emit: (event) => emit(clean(event)),
  });
  return clean(await loop.run(resume));
}
