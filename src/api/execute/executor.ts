import { randomUUID } from 'node:crypto';
import {
  type CallOutcome,
  type Finding,
  hasErrors,
  isGroundrailError,
  type PlanRecord,
  type RecordPort,
  type TraceRecord,
} from '../../base/index.ts';
import type { Graph } from '../../graph/index.ts';
import { type ApiCall, apiCallSchema, isBatch } from '../call.ts';
import { TokenRefused } from '../odata/csrf.ts';
import { odataProtocol } from '../odata/protocol.ts';
import type { AskApproval } from './approval.ts';
import { AuthenticationProblem, Authenticator } from './authentication.ts';
import type { CallResult } from './call-result.ts';
import { ApprovalGate, type GateRequest } from './gate.ts';
import { accessTokenRequest } from './oauth2.ts';
import { defaultPageLimits, type PageLimits, readPages } from './paging.ts';
import { summaryOf } from './plan.ts';
import type { HttpAnswer, HttpRequest, PreparedCall, Protocol } from './protocol.ts';
import { Redactor } from './redactor.ts';
import { findTarget, type ServiceDirectory, type ServiceTarget } from './service-target.ts';
import { Session } from './session.ts';
import { defaultLimits, Transport, type TransportLimits } from './transport.ts';
import { TransportFailure } from './transport-failure.ts';

/** Who calls, in which task; everything may be left out. */
export interface CallContext {
  readonly actor?: string | undefined;
  /** Joins the trace records of one task. */
  readonly traceId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The approved plan that the call relies on. */
  readonly plan?: string | undefined;
}

/** Everything that execution needs; the outside world can be replaced for tests and mocks. */
export interface ExecutorOptions<C extends CallContext = CallContext> extends ServiceDirectory {
  readonly record: RecordPort;
  /** Checks a call before anything is written from it; an error keeps it from being sent. */
  readonly check: (call: ApiCall, graph: Graph, context: C) => readonly Finding[] | Promise<readonly Finding[]>;
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
export interface Executor<C extends CallContext = CallContext> {
  /** Writes the requests and, for writes, a plan; sends nothing. */
  preview(call: ApiCall, context?: C): Promise<CallResult>;
  execute(call: ApiCall, context?: C): Promise<CallResult>;
  /** Executes the call of an approved plan. */
  executePlan(planId: string, context?: C): Promise<CallResult>;
  /** Records a person's decision on a plan; findings say why that is not possible. */
  decide(planId: string, by: string, decision: 'approved' | 'denied', reason?: string): Promise<readonly Finding[]>;
  /** Takes known secrets out of anything that is to be logged. */
  readonly redactor: Redactor;
}

/** Makes an executor for one user; tokens, cookies and circuits live as long as it does. */
export function createExecutor<C extends CallContext = CallContext>(options: ExecutorOptions<C>): Executor<C> {
  return new CheckedExecutor(options);
}

interface Running<C> {
  readonly call: ApiCall;
  readonly context: C;
  readonly started: number;
  readonly id: string;
  target?: ServiceTarget;
}

class CheckedExecutor<C extends CallContext> implements Executor<C> {
  readonly redactor = new Redactor();
  readonly #options: ExecutorOptions<C>;
  readonly #session: Session;
  readonly #gate: ApprovalGate;
  readonly #hosts = new Set<string>();
  readonly #now: () => number;

  constructor(options: ExecutorOptions<C>) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    for (const url of [...(options.hosts ?? []), options.target ?? '']) this.#register(url);
    const transport = new Transport({
      fetch: options.fetch ?? fetch,
      limits: { ...defaultLimits, ...options.limits },
      now: this.#now,
      random: options.random ?? Math.random,
      sleep: options.sleep ?? sleep,
      isRegistered: (url) => this.#hosts.has(url.host),
    });
    const authenticator = new Authenticator({
      environment: options.environment ?? ((name) => process.env[name]),
      redactor: this.redactor,
      requestToken: accessTokenRequest(transport),
      now: this.#now,
    });
    this.#session = new Session(transport, authenticator, this.redactor);
    this.#gate = new ApprovalGate(options.record, options.ask, this.#now, async (approval, plan) => {
      const { by, decision, how, reason } = approval;
      const message = `${decision} by ${by} (${how})${reason === undefined ? '' : `: ${reason}`}`;
      await options.record.appendTrace(
        this.redactor.value<TraceRecord>({
          id: randomUUID(),
          kind: 'approval',
          at: approval.at,
          actor: by,
          service: plan.service,
          planId: plan.id,
          requests: [],
          findings: [{ rule: `approval-${decision}`, severity: 'info', path: 'plan', message }],
          durationMs: 0,
        }),
      );
    });
  }

  async preview(call: ApiCall, context = {} as C): Promise<CallResult> {
    const running = this.#start(call, context);
    const prepared = await this.#prepare(running);
    if (!('request' in prepared)) return this.#refuse(running, prepared.findings);
    const requests = this.#shown([prepared.request]);
    const plan = prepared.write ? await this.#gate.plan(this.#gateRequest(running, prepared)) : undefined;
    const result = {
      ok: true,
      outcome: 'planned' as const,
      ...(plan !== undefined && { plan: summaryOf(plan) }),
      requests,
      findings: this.redactor.value(prepared.findings),
      traceId: running.id,
    };
    await this.#trace(running, 'preview', result, plan?.id);
    return result;
  }

  async execute(call: ApiCall, context = {} as C): Promise<CallResult> {
    const running = this.#start(call, context);
    const prepared = await this.#prepare(running);
    if (!('request' in prepared)) return this.#refuse(running, prepared.findings);
    if (!prepared.write) return this.#send(running, prepared, undefined);
    const answer = await this.#gate.pass(this.#gateRequest(running, prepared));
    if (answer.pass) return this.#send(running, prepared, answer.plan);
    return this.#refuse(running, [...prepared.findings, ...answer.findings], answer.plan, [prepared.request]);
  }

  async executePlan(planId: string, context = {} as C): Promise<CallResult> {
    const state = await this.#options.record.plan(planId);
    const parsed = apiCallSchema.safeParse(state?.plan.call);
    if (parsed.success) return this.execute(parsed.data, { ...context, plan: planId });
    const running = this.#start(
      { service: state?.plan.service ?? '', operation: 'unknown' },
      { ...context, plan: planId },
    );
    const message =
      state === undefined
        ? `There is no plan ${planId}; make one with a dry run and have it approved.`
        : `The plan ${planId} holds no call that this version can read; make a new one.`;
    return this.#refuse(running, [{ rule: 'plan-unknown', severity: 'error', path: 'plan', message }]);
  }

  decide(planId: string, by: string, decision: 'approved' | 'denied', reason?: string): Promise<readonly Finding[]> {
    return this.#gate.decide(planId, by, decision, reason);
  }

  #start(call: ApiCall, context: C): Running<C> {
    return { call, context, started: this.#now(), id: randomUUID() };
  }

  /** From the call to the request: service, check, protocol. Findings of severity error end it. */
  async #prepare(running: Running<C>): Promise<PreparedCall | { readonly findings: readonly Finding[] }> {
    const { call, context } = running;
    const target = await findTarget(call, this.#options);
    if ('findings' in target) return target;
    running.target = target;
    const checked = await this.#options.check(call, target.graph, context);
    if (hasErrors(checked)) return { findings: checked };
    const { protocol: wanted } = target.attributes;
    const protocol = (this.#options.protocols ?? [odataProtocol]).find(({ name }) => name === wanted);
    if (protocol === undefined) {
      return {
        findings: [
          {
            rule: 'protocol',
            severity: 'error',
            path: 'service',
            message: `${target.service} speaks ${wanted}, which cannot be executed yet.`,
          },
        ],
      };
    }
    if (this.#options.target === undefined) this.#register(target.url, target.auth?.tokenUrl);
    const prepared = protocol.prepare(call, target);
    return { ...prepared, findings: [...checked, ...prepared.findings] };
  }

  async #send(running: Running<C>, prepared: PreparedCall, plan: PlanRecord | undefined): Promise<CallResult> {
    const sent: HttpRequest[] = [prepared.request];
    const options = {
      auth: running.target?.auth,
      write: prepared.write,
      correlationId: running.id,
      ...(prepared.tokenUrl !== undefined && { tokenUrl: prepared.tokenUrl }),
      ...(running.context.signal !== undefined && { signal: running.context.signal }),
    };
    const claim = async (): Promise<void> => {
      const obstacle = plan === undefined ? undefined : await this.#gate.claim(plan);
      if (obstacle !== undefined) throw new NotClaimed(obstacle);
    };
    let claimed = false;
    const ending: Ending = await this.#session
      .send(prepared.request, {
        ...options,
        beforeSending: async () => {
          await claim();
          claimed = true;
        },
      })
      .then((first) =>
        this.#read(prepared, first, async (url) => {
          const page = { ...prepared.request, url };
          sent.push(page);
          return this.#session.send(page, options);
        }),
      )
      .catch((error: unknown) => endingOf(error, prepared.write));
    if (ending.outcome === 'refused') return this.#refuse(running, ending.findings, plan, sent);
    const { status, outcome, body, etag, findings } = ending;
    const result: CallResult = {
      ok: outcome === 'done',
      outcome,
      ...(status !== undefined && { status }),
      ...(plan !== undefined && { plan: summaryOf(plan) }),
      requests: this.#shown(sent),
      ...(body !== undefined && {
        body: outcome === 'done' ? this.redactor.longOnly(body) : this.redactor.value(body),
      }),
      ...(etag !== undefined && { etag }),
      findings: this.redactor.value([...prepared.findings, ...findings]),
      traceId: running.id,
    };
    return this.#finish(running, result, claimed ? plan : undefined);
  }

  async #read(
    prepared: PreparedCall,
    first: HttpAnswer,
    fetchPage: (url: string) => Promise<HttpAnswer>,
  ): Promise<Ending> {
    const { answer, reading } = await readPages(
      prepared,
      first,
      { ...defaultPageLimits, ...this.#options.pages },
      fetchPage,
    );
    const { ok, body, etag, undecided } = reading;
    const findings = [...reading.findings];
    const lost = prepared.write && undecided === true;
    if (lost) findings.push(unknownOutcome);
    const outcome = lost ? 'unknown' : ok ? 'done' : 'failed';
    return {
      outcome,
      status: answer.status,
      findings,
      ...(body !== undefined && { body }),
      ...(etag !== undefined && { etag }),
    };
  }

  /** Outcome and trace of what was sent. The answer is never lost because the record cannot be written: that becomes a finding. */
  async #finish(running: Running<C>, result: CallResult, plan: PlanRecord | undefined): Promise<CallResult> {
    const { outcome, status } = result;
    try {
      if (plan !== undefined && outcome !== 'planned') {
        const at = new Date(this.#now()).toISOString();
        await this.#options.record.appendOutcome(plan.id, {
          at,
          outcome,
          traceId: running.id,
          ...(status !== undefined && { status }),
        });
      }
      await this.#trace(running, 'call', result, result.plan?.id);
      return result;
    } catch (error) {
      if (!isGroundrailError(error)) throw error;
      const message = `The call was made, but its record could not be written: ${error.message}`;
      return {
        ...result,
        findings: [...result.findings, { rule: 'record-unwritable', severity: 'warning', path: '', message }],
      };
    }
  }

  async #refuse(
    running: Running<C>,
    findings: readonly Finding[],
    plan?: PlanRecord,
    requests: readonly HttpRequest[] = [],
  ): Promise<CallResult> {
    const result: CallResult = {
      ok: false,
      outcome: 'refused',
      ...(plan !== undefined && { plan: summaryOf(plan) }),
      requests: this.#shown(requests),
      findings: this.redactor.value(findings),
      traceId: running.id,
    };
    await this.#trace(running, 'refusal', result, plan?.id ?? running.context.plan);
    return result;
  }

  async #trace(
    running: Running<C>,
    kind: TraceRecord['kind'],
    result: CallResult,
    planId: string | undefined,
  ): Promise<void> {
    const { call, context, target, id, started } = running;
    const service = target?.service ?? call.service;
    const record: TraceRecord = {
      id,
      ...(context.traceId !== undefined && { traceId: context.traceId }),
      kind,
      at: new Date(started).toISOString(),
      actor: this.#actor(context),
      ...(service !== undefined && { service }),
      ...(!isBatch(call) && call.entitySet !== undefined && { entitySet: call.entitySet }),
      operation: call.operation,
      ...(target !== undefined && { target: target.url }),
      ...(call.caseId !== undefined && { caseId: call.caseId }),
      call,
      ...(planId !== undefined && { planId }),
      requests: result.requests,
      ...(result.status !== undefined && { status: result.status }),
      ...(result.outcome !== 'planned' && { outcome: result.outcome }),
      findings: result.findings,
      durationMs: this.#now() - started,
    };
    await this.#options.record.appendTrace(this.redactor.value(record));
  }

  #gateRequest(running: Running<C>, prepared: PreparedCall): GateRequest {
    const { call, context, target } = running;
    return {
      call,
      service: target?.service ?? '',
      requests: [prepared.request],
      shown: this.#shown([prepared.request]),
      actor: this.#actor(context),
      allow: target?.attributes.allow,
      planId: context.plan,
    };
  }

  #actor(context: C): string {
    return context.actor ?? this.#options.actor ?? 'unknown';
  }

  #shown(requests: readonly HttpRequest[]): HttpRequest[] {
    return requests.map((request) => ({
      ...this.redactor.value(request),
      headers: this.redactor.headers(request.headers),
    }));
  }

  #register(...urls: (string | undefined)[]): void {
    for (const url of urls) if (url !== undefined && URL.canParse(url)) this.#hosts.add(new URL(url).host);
  }
}

interface Ending {
  readonly outcome: CallOutcome;
  readonly status?: number;
  readonly body?: unknown;
  readonly etag?: string;
  readonly findings: readonly Finding[];
}

/** The plan was taken by somebody else in the last moment. */
class NotClaimed extends Error {
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(finding.message);
    this.finding = finding;
  }
}

const unknownOutcome: Finding = {
  rule: 'outcome-unknown',
  severity: 'error',
  path: '',
  message: 'Whether the write was done is unknown, so it is not sent again: read the entity first, then decide.',
};

function endingOf(error: unknown, write: boolean): Ending {
  if (error instanceof NotClaimed) return { outcome: 'refused', findings: [error.finding] };
  if (error instanceof AuthenticationProblem) return { outcome: 'not-sent', findings: [error.toFinding('service')] };
  if (error instanceof TokenRefused) {
    return {
      outcome: 'not-sent',
      status: error.status,
      findings: [
        { rule: 'token', severity: 'error', path: 'service', message: `${error.message} The write was not sent.` },
      ],
    };
  }
  if (!(error instanceof TransportFailure)) throw error;
  const { rule, message, sent, status } = error;
  const finding: Finding = { rule, severity: 'error', path: '', message };
  const outcome = !sent ? 'not-sent' : write ? 'unknown' : 'failed';
  return {
    outcome,
    findings: outcome === 'unknown' ? [finding, unknownOutcome] : [finding],
    ...(status !== undefined && { status }),
  };
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
