import { randomUUID } from 'node:crypto';
import type { ApprovalRecord, Finding, PlanRecord, RecordPort, TraceRecord } from '../../base/index.ts';
import { type ApiCall, isBatch } from '../call.ts';
import type { CallResult } from './call-result.ts';
import type { HttpRequest } from './protocol.ts';
import type { Redactor } from './redactor.ts';

/** A call under way, as its trace record will tell it. */
export interface TracedCall {
  readonly id: string;
  readonly call: ApiCall;
  readonly actor: string;
  readonly started: number;
  readonly traceId?: string | undefined;
  /** Known as soon as the service was found. */
  readonly service?: string | undefined;
  readonly url?: string | undefined;
}

/** Writes one append-only record for every call, preview, refusal and approval, without secrets. */
export class CallTrace {
  readonly #record: RecordPort;
  readonly #redactor: Redactor;
  readonly #now: () => number;

  constructor(record: RecordPort, redactor: Redactor, now: () => number) {
    this.#record = record;
    this.#redactor = redactor;
    this.#now = now;
  }

  /** Requests as people may see them. */
  shown(requests: readonly HttpRequest[]): HttpRequest[] {
    return requests.map((request) => ({
      ...this.#redactor.value(request),
      headers: this.#redactor.headers(request.headers),
    }));
  }

  async call(
    traced: TracedCall,
    kind: 'call' | 'preview' | 'refusal',
    result: CallResult,
    planId: string | undefined,
  ): Promise<void> {
    const { call, id, started, actor, traceId, url } = traced;
    const service = traced.service ?? call.service;
    const { requests, status, outcome, findings } = result;
    await this.#append({
      id,
      ...(traceId !== undefined && { traceId }),
      kind,
      at: new Date(started).toISOString(),
      actor,
      ...(service !== undefined && { service }),
      ...(!isBatch(call) && call.entitySet !== undefined && { entitySet: call.entitySet }),
      operation: call.operation,
      ...(url !== undefined && { target: url }),
      ...(call.caseId !== undefined && { caseId: call.caseId }),
      call,
      ...(planId !== undefined && { planId }),
      requests,
      ...(status !== undefined && { status }),
      ...(outcome !== 'planned' && { outcome }),
      findings,
      durationMs: this.#now() - started,
    });
  }

  async approval(approval: ApprovalRecord, plan: PlanRecord, traceId: string | undefined): Promise<void> {
    const { by, decision, how, reason, at } = approval;
    const message = `${decision} by ${by} (${how})${reason === undefined ? '' : `: ${reason}`}`;
    const findings: Finding[] = [{ rule: `approval-${decision}`, severity: 'info', path: 'plan', message }];
    await this.#append({
      id: randomUUID(),
      ...(traceId !== undefined && { traceId }),
      kind: 'approval',
      at,
      actor: by,
      service: plan.service,
      planId: plan.id,
      requests: [],
      findings,
      durationMs: 0,
    });
  }

  async #append(record: TraceRecord): Promise<void> {
    await this.#record.appendTrace(this.#redactor.value(record));
  }
}
