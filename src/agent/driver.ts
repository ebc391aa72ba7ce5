import type { Finding, ProcessPosition, ToolDefinition, ToolEffect } from '../base/index.ts';
import type { ModelCall, ModelUsage } from '../models/index.ts';

/** What a driver decided: calls to make, or a text without any. */
export interface DriverTurn {
  readonly text: string;
  readonly calls: readonly ModelCall[];
  /** `length`: the answer was cut short, so that its last call may be incomplete. */
  readonly finish?: 'stop' | 'calls' | 'length' | 'filtered' | 'other';
  readonly usage?: ModelUsage;
  readonly cost?: number;
  /** JSON that the driver wants to see again with this turn. */
  readonly origin?: unknown;
}

/** What came of a call, as drivers, events and the trace see it. `text` is bounded. */
export interface Observation {
  readonly callId: string;
  readonly tool: string;
  /** Absent where there is no such tool. */
  readonly effect?: ToolEffect;
  /** The arguments as they were used. */
  readonly input: unknown;
  readonly ok: boolean;
  readonly text: string;
  readonly findings: readonly Finding[];
  readonly data?: unknown;
  /** Values that count as answered by a system. */
  readonly evidence?: readonly unknown[];
  readonly keep?: string;
  readonly position?: ProcessPosition;
  /** Values that a parameter of later calls can take, by its name. */
  readonly offers?: Readonly<Record<string, readonly string[]>>;
  readonly opens?: string;
  readonly closes?: string;
  /** True where the loop refused the call, so that the tool never ran. */
  readonly refused?: true;
  /** The step that made the same call before. */
  readonly repeats?: number;
  readonly durationMs: number;
}

/** One turn and what came of its calls. */
export interface Step {
  /** 1-based. */
  readonly number: number;
  readonly turn: DriverTurn;
  readonly observations: readonly Observation[];
  /** What the loop has to say to the driver besides the observations. */
  readonly notice?: string;
}

/** Everything a driver decides from. */
export interface RunView {
  readonly task: string;
  readonly tools: readonly ToolDefinition[];
  readonly steps: readonly Step[];
}

/** A piece of a turn under way; `turn` comes last, once. `compacted`: earlier steps are told in short from now on. */
export type DriverPart =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'restart'; readonly reason: string }
  | { readonly type: 'compacted'; readonly steps: number; readonly tokensBefore: number; readonly tokensAfter: number }
  | { readonly type: 'turn'; readonly turn: DriverTurn };

/**
 * Decides what is done next: a language model, or a program. It is asked once a step, sees everything that happened, and holds no
 * state that the view does not tell, so that a run can be resumed. Throws a GroundrailError where somebody must act.
 */
export interface Driver {
  /** `provider:model`, or the name of the program. */
  readonly name: string;
  /** Prompts by id and version, where there are any. */
  readonly prompts?: readonly string[];
  next(view: RunView, signal: AbortSignal): AsyncIterable<DriverPart>;
}
