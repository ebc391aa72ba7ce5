import type { Finding, RecordPort } from '../../base/index.ts';
import type { ApiCall } from '../call.ts';
import type { ValidationContext } from '../validate/validate.ts';
import type { AskApproval } from './approval.ts';
import type { CallResult } from './call-result.ts';
import type { PageLimits } from './paging.ts';
import type { Protocol } from './protocol.ts';
import type { Redactor } from './redactor.ts';
import type { ServiceDirectory } from './service-target.ts';
import type { TransportLimits } from './transport.ts';

/** Who calls, in which task; everything may be left out. */
export interface CallContext extends Omit<ValidationContext, 'graph'> {
  readonly actor?: string | undefined;
  /** Joins the trace records of one task. */
  readonly traceId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The approved plan that the call relies on. */
  readonly plan?: string | undefined;
}

/** Everything that execution needs; the outside world can be replaced for tests and mocks. */
export interface ExecutorOptions extends ServiceDirectory {
  readonly record: RecordPort;
  /** Checks a call before anything is written from it, an error keeps it from being sent; default: `validate`. */
  readonly check?: ((call: ApiCall, context: ValidationContext) => readonly Finding[]) | undefined;
  /** Asked for approval of writes that no plan and no allow list covers; absent: they are refused. */
  readonly ask?: AskApproval | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Where secrets come from; default: the environment of the process. */
  readonly environment?: ((name: string) => string | undefined) | undefined;
  /** Addresses of further registered services, whose hosts redirects may lead to. */
  readonly hosts?: readonly string[] | undefined;
  readonly protocols?: readonly Protocol[] | undefined;
  readonly limits?: Partial<TransportLimits> | undefined;
  readonly pages?: Partial<PageLimits> | undefined;
  readonly actor?: string | undefined;
  readonly now?: (() => number) | undefined;
  readonly random?: (() => number) | undefined;
  readonly sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/**
 * Executes calls. Nothing is sent that the check refuses or, for writes, that no approved plan shows; every call, refusal and
 * approval leaves one trace record. Throws only where the record cannot be written before sending, or the graph cannot be read.
 */
export interface Executor {
  /** Writes the requests and, for writes, a plan; sends nothing. */
  preview(call: ApiCall, context?: CallContext): Promise<CallResult>;
  execute(call: ApiCall, context?: CallContext): Promise<CallResult>;
  /** Executes the call of an approved plan. */
  executePlan(planId: string, context?: CallContext): Promise<CallResult>;
  /** Records a person's decision on a plan; findings say why that is not possible. */
  decide(planId: string, by: string, decision: 'approved' | 'denied', reason?: string): Promise<readonly Finding[]>;
  /** Takes known secrets out of anything that is to be logged. */
  readonly redactor: Redactor;
}
