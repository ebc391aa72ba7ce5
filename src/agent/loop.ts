import { GroundrailError, type Tool, type ToolContext, type ToolDefinition } from '../base/index.ts';
import type { ModelUsage } from '../models/index.ts';
import { acceptTurn } from './accept-turn.ts';
import type { AgentEvent, AgentOutcome } from './agent-event.ts';
import type { Driver, DriverTurn, Step } from './driver.ts';
import { openMatters } from './history.ts';
import type { Journal, RecordedRun } from './journal.ts';
import type { ObservationLimits } from './observe.ts';
import { type Interrupted, runCalls } from './run-calls.ts';
import { firstStop, type StopCondition } from './stop-condition.ts';

/** Everything a loop works with. */
export interface LoopParts {
  readonly task: string;
  readonly driver: Driver;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly definitions: readonly ToolDefinition[];
  readonly journal: Journal;
  readonly context: ToolContext;
  readonly stop: readonly StopCondition[];
  readonly limits: ObservationLimits;
  readonly toolTimeoutMs: number;
  readonly signal: AbortSignal;
  readonly clean: <T>(value: T) => T;
  readonly now: () => number;
  emit(event: AgentEvent): void;
}

/** The loop: prepare, turn, check, tool, observe, until the driver finishes, a condition stops it, or somebody cancels it. */
export class AgentLoop {
  readonly #parts: LoopParts;
  readonly #steps: Step[] = [];
  readonly #callIds = new Set<string>();
  #stepsBefore = 0;
  #tokensSince = 0;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  /** Runs to the end; whatever goes wrong is in the outcome. */
  async run(resume: RecordedRun | undefined): Promise<AgentOutcome> {
    try {
      await this.#prepare(resume);
      if (resume?.outcome?.status === 'finished') return resume.outcome;
      const outcome = await this.#go(resume);
      await this.#parts.journal.end(outcome);
      return outcome;
    } catch (error) {
      return this.#failed(error);
    }
  }

  async #failed(error: unknown): Promise<AgentOutcome> {
    const outcome = this.#outcome('failed', { error: described(error) });
    try {
      await this.#parts.journal.end(outcome);
      return outcome;
    } catch (second) {
      const { code, message } = described(error);
      return {
        ...outcome,
        error: { code, message: `${message} The end could not be recorded: ${described(second).message}` },
      };
    }
  }

  /** The outcome as of now. */
  #outcome(status: AgentOutcome['status'], extras: Partial<AgentOutcome> = {}): AgentOutcome {
    const turns = this.#steps.map(({ turn }) => turn);
    const costs = turns.flatMap(({ cost }) => cost ?? []);
    return {
      status,
      traceId: this.#parts.journal.traceId,
      answer: '',
      open: openMatters(this.#steps.flatMap(({ observations }) => observations)),
      steps: this.#steps.length,
      usage: sumUsage(turns.flatMap(({ usage }) => usage ?? [])),
      ...(costs.length > 0 && { cost: costs.reduce((sum, cost) => sum + cost, 0) }),
      ...extras,
    };
  }

  async #prepare(resume: RecordedRun | undefined): Promise<void> {
    const { task, driver, tools, journal, context, emit } = this.#parts;
    const names = [...tools.keys()];
    context.provenance?.said(task);
    if (resume === undefined) {
      await journal.begin({ task, driver: driver.name, prompts: driver.prompts ?? [], tools: names });
    } else {
      for (const step of resume.steps) {
        const notice = this.#noticeFor(step.turn);
        this.#steps.push(notice === undefined ? step : { ...step, notice });
      }
      this.#stepsBefore = resume.steps.length;
      for (const { turn } of resume.steps) for (const { id } of turn.calls) this.#callIds.add(id);
      const observed = [
        ...resume.steps.flatMap((step) => step.observations),
        ...(resume.unfinished?.observed.values() ?? []),
      ];
      for (const { evidence } of observed) if (evidence !== undefined) context.provenance?.answered(evidence);
    }
    emit({
      type: 'started',
      traceId: journal.traceId,
      task,
      driver: driver.name,
      tools: names,
      ...(resume !== undefined && { resumedAfter: resume.steps.length }),
    });
  }

  async #go(resume: RecordedRun | undefined): Promise<AgentOutcome> {
    const { signal, stop, now } = this.#parts;
    const started = now();
    let unfinished = resume?.unfinished;
    const last = this.#steps.at(-1);
    const known = last === undefined ? undefined : this.#endOf(last);
    if (known !== undefined) return known;
    try {
      for (;;) {
        signal.throwIfAborted();
        if (unfinished === undefined) {
          const progress = {
            steps: this.#steps.slice(this.#stepsBefore),
            tokens: this.#tokensSince,
            elapsedMs: now() - started,
          };
          const found = firstStop(stop, progress);
          if (found !== undefined) return this.#outcome('stopped', { stop: found });
        }
        const step = await this.#step(unfinished);
        unfinished = undefined;
        const end = this.#endOf(step);
        if (end !== undefined) return end;
      }
    } catch (error) {
      if (signal.aborted && !(error instanceof GroundrailError)) return this.#outcome('cancelled');
      throw error;
    }
  }

  async #step(unfinished: RecordedRun['unfinished']): Promise<Step> {
    const { journal, tools, context, limits, toolTimeoutMs, clean, now, emit } = this.#parts;
    const number = this.#steps.length + 1;
    const turn = unfinished?.turn ?? (await this.#turn(number));
    const interrupted: Interrupted | undefined = unfinished;
    const observations = await runCalls(turn, {
      tools,
      steps: this.#steps,
      context,
      limits,
      toolTimeoutMs,
      interrupted,
      now,
      clean,
      onBegin: async (checked) => {
        if (checked.tool.effect === 'submit') await journal.beginCall(number, checked);
        const { call, tool, input } = checked;
        emit({ type: 'call', step: number, callId: call.id, tool: tool.name, effect: tool.effect, input });
      },
      onNote: (call, note) => emit({ type: 'note', step: number, callId: call.id, note }),
      onObservation: async (observation) => {
        if (observation.evidence !== undefined) context.provenance?.answered(observation.evidence);
        emit({ type: 'observation', step: number, observation });
        await journal.observation(number, observation);
      },
    });
    const notice = this.#noticeFor(turn);
    if (notice !== undefined) emit({ type: 'notice', step: number, text: notice });
    const step: Step = { number, turn, observations, ...(notice !== undefined && { notice }) };
    this.#steps.push(step);
    return step;
  }

  async #turn(number: number): Promise<DriverTurn> {
    const { driver, task, definitions, signal, journal, now, emit } = this.#parts;
    const started = now();
    for await (const part of driver.next({ task, tools: definitions, steps: this.#steps }, signal)) {
      if (part.type === 'text') emit({ type: 'text', step: number, delta: part.delta });
      else if (part.type === 'restart') emit({ type: 'restart', step: number, reason: part.reason });
      else if (part.type === 'compacted') {
        const { tokensBefore, tokensAfter } = part;
        emit({ type: 'compacted', step: number, tokensBefore, tokensAfter });
      } else {
        signal.throwIfAborted();
        const turn = acceptTurn(part.turn, number, this.#callIds);
        const { text, calls, usage, cost } = turn;
        this.#tokensSince += usage === undefined ? 0 : usage.inputTokens + usage.outputTokens;
        await journal.turn(number, turn, now() - started, driver.name);
        emit({ type: 'turn', step: number, text, calls, ...(usage && { usage }), ...(cost !== undefined && { cost }) });
        return turn;
      }
    }
    throw new RangeError(`The driver ${driver.name} ended without a turn.`);
  }

  #noticeFor({ calls, finish }: DriverTurn): string | undefined {
    const finishing = this.#finishingTool();
    if (calls.length > 0 || finishing === undefined) return undefined;
    const cut = finish === 'length' ? 'Your answer was cut short. ' : '';
    return `${cut}You called no tool. Call one to go on; to end the task, call ${finishing} with the answer.`;
  }

  #endOf({ turn, observations }: Step): AgentOutcome | undefined {
    if (turn.calls.length === 0 && this.#finishingTool() === undefined) {
      return this.#outcome('finished', { answer: turn.text });
    }
    const end = observations.find(({ effect, ok }) => effect === 'finish' && ok);
    if (end === undefined) return undefined;
    return this.#outcome('finished', { answer: end.text, ...(end.data !== undefined && { data: end.data }) });
  }

  #finishingTool(): string | undefined {
    return [...this.#parts.tools.values()].find(({ effect }) => effect === 'finish')?.name;
  }
}

function described(error: unknown): { code: string; message: string } {
  if (error instanceof GroundrailError) return { code: error.code, message: error.message };
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) };
}

function sumUsage(all: readonly ModelUsage[]): ModelUsage {
  const sum = (read: (usage: ModelUsage) => number): number => all.reduce((total, usage) => total + read(usage), 0);
  return {
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cachedTokens: sum(({ cachedTokens }) => cachedTokens),
    ...(all.some(({ estimated }) => estimated === true) && { estimated: true as const }),
  };
}
