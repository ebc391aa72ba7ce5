import type { ToolEffect, ToolNote } from '../base/index.ts';
import type { ModelCall, ModelUsage } from '../models/index.ts';
import type { Observation } from './driver.ts';
import type { Stop } from './stop-condition.ts';

/**
 * How a run ended. `finished`: the driver called the finishing tool, or answered where there is none; `stopped`: a stop condition;
 * `cancelled`: the caller's signal; `failed`: somebody must act, see `error`. All but `finished` can be resumed.
 */
export interface AgentOutcome {
  readonly status: 'finished' | 'stopped' | 'cancelled' | 'failed';
  readonly traceId: string;
  /** The answer to the user; empty where there is none. */
  readonly answer: string;
  /** `data` of the finishing tool. */
  readonly data?: unknown;
  readonly stop?: Stop;
  /** `code` is that of a GroundrailError, or `internal`. */
  readonly error?: { readonly code: string; readonly message: string };
  /** What was begun and not settled: plans that were not submitted, writes whose outcome is unknown. */
  readonly open: readonly string[];
  readonly steps: number;
  readonly usage: ModelUsage;
  /** US dollars, where the price is known. */
  readonly cost?: number;
}

/** What happens in a run, in order; every event survives JSON. `ended` comes last, exactly once. */
export type AgentEvent =
  | {
      readonly type: 'started';
      readonly traceId: string;
      readonly task: string;
      readonly driver: string;
      readonly tools: readonly string[];
      /** Steps that were taken before, where the run is resumed. */
      readonly resumedAfter?: number;
    }
  | { readonly type: 'text'; readonly step: number; readonly delta: string }
  | { readonly type: 'restart'; readonly step: number; readonly reason: string }
  | { readonly type: 'compacted'; readonly step: number; readonly tokensBefore: number; readonly tokensAfter: number }
  | {
      readonly type: 'turn';
      readonly step: number;
      readonly text: string;
      readonly calls: readonly ModelCall[];
      readonly usage?: ModelUsage;
      readonly cost?: number;
    }
  | {
      readonly type: 'call';
      readonly step: number;
      readonly callId: string;
      readonly tool: string;
      readonly effect: ToolEffect;
      readonly input: unknown;
    }
  | { readonly type: 'note'; readonly step: number; readonly callId: string; readonly note: ToolNote }
  | { readonly type: 'observation'; readonly step: number; readonly observation: Observation }
  | { readonly type: 'notice'; readonly step: number; readonly text: string }
  | { readonly type: 'ended'; readonly outcome: AgentOutcome };
