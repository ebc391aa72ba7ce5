import { useState } from 'react';
import type { Finding, PlanState, Validation } from '../api/answers.ts';
import { getJson, postJson } from '../api/client.ts';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { useResource } from '../api/use-resource.ts';
import { Link } from '../app/link.tsx';
import { to } from '../app/router.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Findings } from './findings.tsx';
import { Requests } from './requests.tsx';
import { momentInWords } from './status.ts';

/** A write that waits: exactly what would be sent, and the decision. */
export function Approval({ plan, isRunning, onDecided }: { plan: string; isRunning: boolean; onDecided: () => void }) {
  const path = `/plans/${encodeURIComponent(plan)}`;
  const state = useResource(path, (signal) => getJson<PlanState>(path, {}, signal));
  const [reason, setReason] = useState('');
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [problem, setProblem] = useState<ApiProblem>();
  const [decided, setDecided] = useState<string>();
  const decide = async (decision: 'approved' | 'denied') => {
    setProblem(undefined);
    setDecided(decision);
    try {
      const given = reason.trim();
      const answer = await postJson<Validation>(`${path}/approval`, {
        decision,
        ...(given !== '' && { reason: given }),
      });
      setFindings(answer.findings);
      if (!answer.ok) setDecided(undefined);
      state.reload();
      onDecided();
    } catch (error) {
      setProblem(asProblem(error));
      setDecided(undefined);
    }
  };
  if (state.problem !== undefined) return <ErrorBox problem={state.problem} onRetry={state.reload} />;
  if (state.value === undefined) return <Skeleton lines={4} label="Loading the plan" />;
  const { plan: planned, approvals } = state.value;
  const [last] = approvals.slice(-1);
  const call = planned.call as { service?: string; entitySet?: string; operation?: string };
  const target = `${call.service ?? planned.service}${call.entitySet === undefined ? '' : `/${call.entitySet}`}`;
  const isExpired = Date.parse(planned.expiresAt) <= Date.now();
  return (
    <section className="card approval" aria-labelledby="approval-title" aria-live="polite">
      <h2 id="approval-title">Waits for approval: {call.operation ?? 'write'}</h2>
      <p>
        <Link href={to.set(target)}>{target}</Link>{' '}
        <span className="quiet">until {momentInWords(planned.expiresAt)}</span>
      </p>
      <Requests requests={planned.requests} label="What would be sent" />
      {last !== undefined && (
        <p role="status">
          {last.decision === 'approved' ? 'Approved' : 'Refused'} by {last.by}
          {last.reason !== undefined && `: ${last.reason}`}.{!isRunning && ' Resume the run to let it go on.'}
        </p>
      )}
      {last === undefined && isExpired && (
        <p className="note">The plan has expired; resume the run to let it make another.</p>
      )}
      {last === undefined && !isExpired && (
        <>
          <label>
            <span>
              Reason <span className="quiet">(may be left out)</span>
            </span>
            <input type="text" maxLength={1000} value={reason} onChange={({ target: { value } }) => setReason(value)} />
          </label>
          <div className="actions">
            <button
              type="button"
              className="primary"
              disabled={decided !== undefined}
              onClick={() => decide('approved')}
            >
              Approve
            </button>
            <button type="button" className="danger" disabled={decided !== undefined} onClick={() => decide('denied')}>
              Refuse
            </button>
          </div>
        </>
      )}
      <Findings findings={findings} />
      {problem !== undefined && <ErrorBox problem={problem} />}
    </section>
  );
}
