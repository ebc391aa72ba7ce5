import { createHash, randomUUID } from 'node:crypto';
import type { Finding, PlanRecord, PlanState } from '../../base/index.ts';
import type { ApiCall } from '../call.ts';
import type { PlanSummary } from './call-result.ts';
import type { HttpRequest } from './protocol.ts';

/** How long a plan can be approved and executed. */
export const planLifetimeMs = 15 * 60_000;

/** SHA-256 over method, address, headers and body of every request, in order. */
export function hashOf(requests: readonly HttpRequest[]): string {
  const canonical = requests.map(({ method, url, headers, body }) => [
    method,
    url,
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    body ?? null,
  ]);
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex');
}

/** A new plan for requests that were written from a call; `shown` are the requests as people may see them. */
export function makePlan(
  call: ApiCall,
  service: string,
  requests: readonly HttpRequest[],
  shown: readonly HttpRequest[],
  actor: string,
  now: number,
): PlanRecord {
  const etag = 'etag' in call ? call.etag : undefined;
  return {
    id: randomUUID(),
    hash: hashOf(requests),
    ...(etag !== undefined && { etag }),
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + planLifetimeMs).toISOString(),
    actor,
    service,
    call,
    requests: shown,
  };
}

export function summaryOf({ id, hash, etag, expiresAt }: PlanRecord): PlanSummary {
  return { id, hash, ...(etag !== undefined && { etag }), expiresAt };
}

/** Why a plan cannot be executed now for a request of this hash; undefined: it can, as soon as it is approved. */
export function planObstacle(id: string, state: PlanState | undefined, hash: string, now: number): Finding | undefined {
  if (state === undefined)
    return finding('plan-unknown', `There is no plan ${id}; make one with a dry run and have it approved.`);
  if (state.claimedAt !== undefined)
    return finding(
      'plan-used',
      `The plan ${id} was used already (${outcomeText(state)}): one approval is good for one execution. Make a new plan and have it approved.`,
    );
  if (Date.parse(state.plan.expiresAt) <= now)
    return finding(
      'plan-expired',
      `The plan ${id} expired at ${state.plan.expiresAt}, and with it its approval. Make a new plan and have it approved.`,
    );
  if (state.plan.hash !== hash)
    return finding(
      'plan-changed',
      `The request is not the one that the plan ${id} shows, so its approval does not cover it. Make a new plan and have it approved.`,
    );
  if (state.approvals.some(({ decision }) => decision === 'denied'))
    return finding('plan-denied', `The approval of the plan ${id} was denied.`);
  return undefined;
}

function outcomeText({ claimedAt, outcome }: PlanState): string {
  if (outcome === undefined || outcome.outcome === 'unknown')
    return `at ${outcome?.at ?? claimedAt}, its outcome is unknown: look before you write again`;
  return `at ${outcome.at}, outcome ${outcome.outcome}${outcome.status === undefined ? '' : `, status ${outcome.status}`}`;
}

function finding(rule: string, message: string): Finding {
  return { rule, severity: 'error', path: 'plan', message };
}
