import type { CallOutcome, Finding } from '../../base/index.ts';
import { TokenRefused } from '../odata/csrf.ts';
import { AuthenticationProblem } from './authentication.ts';
import { type PageLimits, readPages } from './paging.ts';
import type { HttpAnswer, PreparedCall } from './protocol.ts';
import { TransportFailure } from './transport-failure.ts';

/** How sending a request ended, before it is shown to anybody. */
export interface Ending {
  readonly outcome: CallOutcome;
  readonly status?: number;
  readonly body?: unknown;
  readonly etag?: string;
  readonly findings: readonly Finding[];
}

/** The plan was taken by somebody else in the last moment. */
export class NotClaimed extends Error {
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

/** Statuses of gateways that lost the answer of the system behind them. */
const gatewayLost = new Set([502, 504]);

/** Reads an answer to its end, further pages included, and says how the call ended. */
export async function endingFrom(
  prepared: PreparedCall,
  first: HttpAnswer,
  limits: PageLimits,
  fetchPage: (url: string) => Promise<HttpAnswer>,
): Promise<Ending> {
  const { answer, reading } = await readPages(prepared, first, limits, fetchPage);
  const { ok, body, etag, undecided } = reading;
  const lost = prepared.write && (undecided === true || gatewayLost.has(answer.status));
  return {
    outcome: lost ? 'unknown' : ok ? 'done' : 'failed',
    status: answer.status,
    findings: lost ? [...reading.findings, unknownOutcome] : reading.findings,
    ...(body !== undefined && { body }),
    ...(etag !== undefined && { etag }),
  };
}

/** What an exception on the way means: nothing left, the answer failed, or a write's outcome is unknown. */
export function endingOf(error: unknown, write: boolean): Ending {
  if (error instanceof NotClaimed) return { outcome: 'refused', findings: [error.finding] };
  if (error instanceof AuthenticationProblem) return { outcome: 'not-sent', findings: [error.toFinding()] };
  if (error instanceof TokenRefused) {
    return {
      outcome: 'not-sent',
      status: error.status,
      findings: [
        { rule: 'token', severity: 'error', path: '/service', message: `${error.message} The write was not sent.` },
      ],
    };
  }
  if (!(error instanceof TransportFailure)) throw error;
  const { rule, message, sent, status } = error;
  const finding: Finding = { rule, severity: 'error', path: '', message };
  const refused = status !== undefined && status >= 400 && !gatewayLost.has(status);
  const outcome = !sent ? 'not-sent' : write && !refused ? 'unknown' : 'failed';
  return {
    outcome,
    findings: outcome === 'unknown' ? [finding, unknownOutcome] : [finding],
    ...(status !== undefined && { status }),
  };
}
