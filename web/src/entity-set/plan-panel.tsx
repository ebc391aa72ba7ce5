import { useEffect, useRef, useState } from 'react';
import type { ApiCall, CallResult, PlanState, Validation } from '../api/answers.ts';
import { getJson, postJson } from '../api/client.ts';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { useResource } from '../api/use-resource.ts';
import { Link } from '../app/link.tsx';
import { to } from '../app/router.ts';
import { Badge } from '../ui/badge.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { indented, RequestView } from '../ui/request-view.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** A call as it was previewed. */
export interface Preview {
  readonly json: string;
  readonly call: ApiCall;
  readonly result: CallResult;
}

/** The exact requests of a call, and the way from a plan by its approval to its execution. A read needs none and is sent at once. */
export function PlanPanel({
  plan,
  preview,
  isOutdated,
}: {
  plan: string;
  preview: Preview | undefined;
  isOutdated: boolean;
}) {
  const state = useResource(
    plan === '' ? undefined : `plan ${plan}`,
    (signal) => getJson<PlanState>(`/plans/${encodeURIComponent(plan)}`, {}, signal),
    { keep: true },
  );
  const [result, setResult] = useState<CallResult>();
  const [problem, setProblem] = useState<ApiProblem>();
  const [refused, setRefused] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const requests = preview?.result.requests ?? state.value?.plan.requests;
  const stage = stageOf(plan, state.value, result);
  const isReady = requests !== undefined;
  useEffect(() => {
    if (isReady && preview !== undefined) panel.current?.focus();
  }, [preview, isReady]);

  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    setRefused(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
      panel.current?.focus();
    }
  };
  const decide = (decision: 'approved' | 'denied') =>
    act(async () => {
      const { ok, findings } = await postJson<Validation>(`/plans/${encodeURIComponent(plan)}/approval`, { decision });
      if (!ok) setRefused(findings.map(({ message }) => message).join(' '));
      state.reload();
    });
  const execute = () =>
    act(async () => {
      setResult(await postJson<CallResult>(`/plans/${encodeURIComponent(plan)}/execution`, {}));
      state.reload();
    });
  const send = () =>
    act(async () => {
      if (preview !== undefined) setResult(await postJson<CallResult>('/calls', preview.call));
    });

  return (
    <section className="plan card" aria-label="The request" ref={panel} tabIndex={-1}>
      <h2>
        The request <Badge tone={stage.tone}>{stage.name}</Badge>
      </h2>
      {state.problem !== undefined && <ErrorBox problem={state.problem} onRetry={state.reload} />}
      {!isReady && state.problem === undefined && <Skeleton />}
      {isOutdated && <p className="note">The form has changed since; preview it again to send what it says now.</p>}
      {requests?.map((request) => (
        <RequestView key={`${request.method} ${request.url} ${request.body}`} request={request} />
      ))}
      {state.value !== undefined && <Approvals state={state.value} />}
      {refused !== undefined && <p className="note">{refused}</p>}
      {problem !== undefined && <ErrorBox problem={problem} />}
      <div className="actions">
        {stage.id === 'read' && (
          <button type="button" className="primary" disabled={isBusy || isOutdated} onClick={send}>
            Send it
          </button>
        )}
        {stage.id === 'planned' && (
          <>
            <button
              type="button"
              className="primary"
              disabled={isBusy || isOutdated}
              onClick={() => decide('approved')}
            >
              Approve
            </button>
            <button type="button" className="danger" disabled={isBusy} onClick={() => decide('denied')}>
              Refuse
            </button>
          </>
        )}
        {stage.id === 'approved' && (
          <button type="button" className="primary" disabled={isBusy || isOutdated} onClick={execute}>
            Execute
          </button>
        )}
      </div>
      {result !== undefined && <Outcome result={result} />}
      {result === undefined && state.value?.outcome !== undefined && (
        <p>
          It ended {state.value.outcome.outcome}
          {state.value.outcome.status !== undefined && ` with HTTP ${state.value.outcome.status}`};{' '}
          <Link href={to.run(state.value.outcome.traceId)}>its trace</Link> has the answer.
        </p>
      )}
    </section>
  );
}

interface Stage {
  readonly id: 'read' | 'planned' | 'approved' | 'over';
  readonly name: string;
  readonly tone: 'neutral' | 'warn' | 'good' | 'bad';
}

function stageOf(plan: string, state: PlanState | undefined, result: CallResult | undefined): Stage {
  if (result !== undefined) {
    const tone = result.ok ? 'good' : 'bad';
    return { id: plan === '' ? 'read' : 'over', name: result.ok ? 'executed' : result.outcome, tone };
  }
  if (plan === '') return { id: 'read', name: 'a read, needs no approval', tone: 'neutral' };
  const last = state?.approvals.at(-1)?.decision;
  if (state?.outcome !== undefined)
    return { id: 'over', name: state.outcome.outcome, tone: state.outcome.outcome === 'done' ? 'good' : 'bad' };
  if (state?.claimedAt !== undefined) return { id: 'over', name: 'being executed', tone: 'warn' };
  if (last === 'denied') return { id: 'over', name: 'refused', tone: 'bad' };
  if (state !== undefined && Date.parse(state.plan.expiresAt) < Date.now())
    return { id: 'over', name: 'expired', tone: 'bad' };
  if (last === 'approved') return { id: 'approved', name: 'approved', tone: 'good' };
  return { id: 'planned', name: 'nothing sent yet', tone: 'warn' };
}

function Approvals({ state: { plan, approvals } }: { state: PlanState }) {
  return (
    <p className="quiet">
      Plan <code>{plan.id}</code> by {plan.actor}, good until {new Date(plan.expiresAt).toLocaleTimeString()}
      {approvals.map(({ by, decision, at }) => (
        <span key={at}>
          {' '}
          · {decision === 'approved' ? 'approved' : 'refused'} by {by}
        </span>
      ))}
    </p>
  );
}

function Outcome({ result: { ok, status, outcome, body, findings, traceId } }: { result: CallResult }) {
  return (
    <section className="answer" aria-label="The answer">
      <h3>
        The answer{' '}
        <Badge tone={ok ? 'good' : 'bad'}>
          {outcome}
          {status !== undefined && `, HTTP ${status}`}
        </Badge>
      </h3>
      {findings.length > 0 && (
        <ul>
          {findings.map(({ rule, message }) => (
            <li key={`${rule} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      {body !== undefined && <pre>{indented(body)}</pre>}
      <p>
        <Link href={to.run(traceId)}>Trace</Link>
      </p>
    </section>
  );
}
