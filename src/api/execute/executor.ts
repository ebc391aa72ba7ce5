import { randomUUID } from 'node:crypto';
import { type Finding, hasErrors, isGroundrailError, type PlanRecord } from '../../base/index.ts';
import type { ApiCall } from '../call.ts';
import { apiCallSchema } from '../call-schema.ts';
import { odataProtocol } from '../odata/protocol.ts';
import { validate } from '../validate/validate.ts';
import { Authenticator } from './authentication.ts';
import type { CallResult } from './call-result.ts';
import { CallTrace, type TracedCall } from './call-trace.ts';
import { type Ending, endingFrom, endingOf, NotClaimed } from './ending.ts';
import type { CallContext, Executor, ExecutorOptions } from './executor-options.ts';
import { ApprovalGate, type GateRequest } from './gate.ts';
import { accessTokenRequest } from './oauth2.ts';
import { defaultPageLimits } from './paging.ts';
import { summaryOf } from './plan.ts';
import type { HttpRequest, PreparedCall } from './protocol.ts';
import { Redactor } from './redactor.ts';
import { findTarget, type ServiceTarget } from './service-target.ts';
import { type SendOptions, Session } from './session.ts';
import { defaultLimits, Transport } from './transport.ts';

/** Makes an executor for one user; tokens, cookies and circuits live as long as it does. */
export function createExecutor(options: ExecutorOptions): Executor {
  return new CheckedExecutor(options);
}

interface Running {
  readonly call: ApiCall;
  readonly context: CallContext;
  readonly started: number;
  readonly id: string;
  target?: ServiceTarget;
}

class CheckedExecutor implements Executor {
  readonly redactor = new Redactor();
  readonly #options: ExecutorOptions;
  readonly #session: Session;
  readonly #gate: ApprovalGate;
  readonly #trace: CallTrace;
  readonly #hosts = new Set<string>();
  readonly #now: () => number;

  constructor(options: ExecutorOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#register(...(options.hosts ?? []), options.target);
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
    this.#trace = new CallTrace(options.record, this.redactor, this.#now);
    this.#gate = new ApprovalGate(options.record, options.ask, this.#now, (approval, plan, traceId) =>
      this.#trace.approval(approval, plan, traceId),
    );
  }

  async preview(call: ApiCall, context: CallContext = {}): Promise<CallResult> {
    const running = this.#start(call, context);
    const prepared = await this.#prepare(running);
    if (!('request' in prepared)) return this.#refuse(running, prepared.findings);
    const plan = prepared.write ? await this.#gate.plan(this.#gateRequest(running, prepared)) : undefined;
    const result: CallResult = {
      ok: true,
      outcome: 'planned',
      ...(plan !== undefined && { plan: summaryOf(plan) }),
      requests: this.#trace.shown([prepared.request]),
      findings: this.redactor.value(prepared.findings),
      traceId: running.id,
    };
    await this.#trace.call(this.#traced(running), 'preview', result, plan?.id);
    return result;
  }

  async execute(call: ApiCall, context: CallContext = {}): Promise<CallResult> {
    const running = this.#start(call, context);
    const prepared = await this.#prepare(running);
    if (!('request' in prepared)) return this.#refuse(running, prepared.findings);
    if (!prepared.write) return this.#send(running, prepared, undefined);
    const answer = await this.#gate.pass(this.#gateRequest(running, prepared));
    if (answer.pass) return this.#send(running, prepared, answer.plan);
    return this.#refuse(running, [...prepared.findings, ...answer.findings], answer.plan, [prepared.request]);
  }

  async executePlan(planId: string, context: CallContext = {}): Promise<CallResult> {
    const state = await this.#options.record.plan(planId);
    const parsed = apiCallSchema.safeParse(state?.plan.call);
    if (parsed.success) return this.execute(parsed.data, { ...context, plan: planId });
    const call: ApiCall = { service: state?.plan.service ?? '', operation: 'unknown' };
    const message =
      state === undefined
        ? `There is no plan ${planId}; make one with a dry run and have it approved.`
        : `The plan ${planId} holds no call that this version can read; make a new one.`;
    const findings: Finding[] = [{ rule: 'plan-unknown', severity: 'error', path: 'plan', message }];
    return this.#refuse(this.#start(call, { ...context, plan: planId }), findings);
  }

  decide(planId: string, by: string, decision: 'approved' | 'denied', reason?: string): Promise<readonly Finding[]> {
    return this.#gate.decide(planId, by, decision, reason);
  }

  #start(call: ApiCall, context: CallContext): Running {
    return { call, context, started: this.#now(), id: randomUUID() };
  }

  /** From the call to the request: service, check, protocol. Findings of severity error end it. */
  async #prepare(running: Running): Promise<PreparedCall | { readonly findings: readonly Finding[] }> {
    const { call, context } = running;
    const target = await findTarget(call, this.#options);
    if ('findings' in target) return target;
    running.target = target;
    const { provenance, caseState, valueRows } = context;
    const check = this.#options.check ?? validate;
    const checked = check(call, { graph: target.graph, provenance, caseState, valueRows });
    if (hasErrors(checked)) return { findings: checked };
    const spoken = target.attributes.protocol;
    const protocol = (this.#options.protocols ?? [odataProtocol]).find(({ name }) => name === spoken);
    if (protocol === undefined) {
      const message = `${target.service} speaks ${spoken}, which cannot be executed yet.`;
      return { findings: [{ rule: 'protocol', severity: 'error', path: '/service', message }] };
    }
    if (this.#options.target === undefined) this.#register(target.url, target.auth?.tokenUrl);
    const prepared = protocol.prepare(call, target);
    return { ...prepared, findings: [...checked, ...prepared.findings] };
  }

  async #send(running: Running, prepared: PreparedCall, plan: PlanRecord | undefined): Promise<CallResult> {
    const { target, context, id } = running;
    const sent: HttpRequest[] = [prepared.request];
    const options: SendOptions = {
      auth: target?.auth,
      write: prepared.write,
      correlationId: id,
      ...(prepared.tokenUrl !== undefined && { tokenUrl: prepared.tokenUrl }),
      ...(context.signal !== undefined && { signal: context.signal }),
    };
    let claimed: PlanRecord | undefined;
    const beforeSending = async (): Promise<void> => {
      if (plan === undefined) return;
      const obstacle = await this.#gate.claim(plan);
      if (obstacle !== undefined) throw new NotClaimed(obstacle);
      claimed = plan;
    };
    const pages = { ...defaultPageLimits, ...this.#options.pages };
    const ending = await this.#session
      .send(prepared.request, { ...options, beforeSending })
      .then((first) =>
        endingFrom(prepared, first, pages, (url) => {
          const page = { ...prepared.request, url };
          sent.push(page);
          return this.#session.send(page, options);
        }),
      )
      .catch((error: unknown) => endingOf(error, prepared.write));
    if (ending.outcome === 'refused') return this.#refuse(running, ending.findings, plan, sent);
    const { body, findings, ...rest } = ending;
    const result: CallResult = {
      ok: ending.outcome === 'done',
      ...rest,
      ...(plan !== undefined && { plan: summaryOf(plan) }),
      requests: this.#trace.shown(sent),
      ...(body !== undefined && {
        body: ending.outcome === 'done' ? this.redactor.longOnly(body) : this.redactor.value(body),
      }),
      findings: this.redactor.value([...prepared.findings, ...findings]),
      traceId: id,
    };
    return this.#finish(running, result, ending, claimed);
  }

  /** Outcome and trace of what was sent. The answer is never lost because the record cannot be written: that becomes a finding. */
  async #finish(
    running: Running,
    result: CallResult,
    { outcome, status }: Ending,
    plan: PlanRecord | undefined,
  ): Promise<CallResult> {
    try {
      if (plan !== undefined) {
        const at = new Date(this.#now()).toISOString();
        await this.#options.record.appendOutcome(plan.id, {
          at,
          outcome,
          traceId: running.id,
          ...(status !== undefined && { status }),
        });
      }
      await this.#trace.call(this.#traced(running), 'call', result, result.plan?.id);
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
    running: Running,
    findings: readonly Finding[],
    plan?: PlanRecord,
    requests: readonly HttpRequest[] = [],
  ): Promise<CallResult> {
    const result: CallResult = {
      ok: false,
      outcome: 'refused',
      ...(plan !== undefined && { plan: summaryOf(plan) }),
      requests: this.#trace.shown(requests),
      findings: this.redactor.value(findings),
      traceId: running.id,
    };
    await this.#trace.call(this.#traced(running), 'refusal', result, plan?.id ?? running.context.plan);
    return result;
  }

  #traced({ call, context, target, id, started }: Running): TracedCall {
    return {
      id,
      call,
      started,
      actor: this.#actor(context),
      traceId: context.traceId,
      service: target?.service,
      url: target?.url,
    };
  }

  #gateRequest({ call, context, target }: Running, { request }: PreparedCall): GateRequest {
    return {
      call,
      service: target?.service ?? '',
      requests: [request],
      shown: this.#trace.shown([request]),
      actor: this.#actor(context),
      allow: target?.attributes.allow,
      traceId: context.traceId,
      planId: context.plan,
    };
  }

  #actor(context: CallContext): string {
    return context.actor ?? this.#options.actor ?? 'unknown';
  }

  #register(...urls: (string | undefined)[]): void {
    for (const url of urls) if (url !== undefined && URL.canParse(url)) this.#hosts.add(new URL(url).host);
  }
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
