import type { CallContext, CallResult, OperationSpec, SpecifyOptions, TargetName, ValueSearch } from '../api/index.ts';
import type { Finding, PlanState } from '../base/index.ts';

/** A hit of a search, as far as tools show it. */
export interface FoundTarget {
  readonly rank: number;
  readonly id: string;
  readonly kind: string;
  readonly service: string;
  readonly entitySet?: string | undefined;
  readonly operation?: string | undefined;
  readonly label: string;
  readonly score: number;
  readonly role: string;
  readonly process?: string | undefined;
  readonly activity?: string | undefined;
  readonly addressable?: boolean | undefined;
}

/** What a search found. */
export interface FoundTargets {
  readonly confidence: string;
  readonly note?: string | undefined;
  readonly hits: readonly FoundTarget[];
  /** Processes that the request may be about, most probable first, each with its stretch of activities. */
  readonly processes?:
    | readonly { readonly process: string; readonly probability: number; readonly activities: readonly string[] }[]
    | undefined;
}

/** How a search is asked for. */
export interface SearchRequest {
  readonly k?: number;
  readonly mode?: 'hybrid' | 'dense' | 'lexical' | 'graph';
}

/** Everything that tools can do, wired by whoever owns the landscape. Failures come back as findings; only a GroundrailError is thrown. */
export interface ToolPorts {
  search(query: string, request: SearchRequest): Promise<FoundTargets>;
  spec(target: TargetName, options?: SpecifyOptions): Promise<OperationSpec>;
  values(target: TargetName, property: string, find?: string, limit?: number): Promise<ValueSearch>;
  /** Judges a call; sends nothing. */
  validate(
    call: unknown,
    context: CallContext,
  ): Promise<{ readonly ok: boolean; readonly findings: readonly Finding[] }>;
  /** The requests of a call and, for a write, a plan; sends nothing. */
  preview(call: unknown, context: CallContext): Promise<CallResult>;
  /** Checks and executes a call; reads only, since a write needs a plan. */
  call(call: unknown, context: CallContext): Promise<CallResult>;
  /** Executes a plan once, after whoever may approve it has done so. */
  executePlan(planId: string, context: CallContext): Promise<CallResult>;
  /** A plan with what became of it. */
  plan(planId: string): Promise<PlanState | undefined>;
}
