import type { Logger } from 'pino';
import type { Authenticator } from '../access/authenticator.ts';
import type { Openness } from '../access/caller-check.ts';
import type { RateLimit } from '../access/rate-limit.ts';
import type { RefusalAudit } from '../access/refusal-audit.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { LandscapeHost } from '../landscape-host.ts';
import type { Metrics } from '../metrics.ts';
import type { PlanDecisions } from '../plan-decisions.ts';

/** Everything that the doors of a server share. */
export interface ServerContext {
  readonly host: LandscapeHost;
  readonly authenticator: Authenticator;
  readonly audit: RefusalAudit;
  readonly openness: Openness;
  /** Address of the identity provider whose tokens are accepted. */
  readonly identityProvider?: string | undefined;
  /** Address by which the server is known outside, without a slash at its end. */
  readonly publicUrl?: string | undefined;
  /** Absent: no limit for callers who are known. */
  readonly limit?: RateLimit | undefined;
  /** Refused accesses of an address. */
  readonly refusalLimit: RateLimit;
  readonly jobs: JobRunner;
  readonly decisions: PlanDecisions;
  /** Models that may carry out tasks, the default one first. */
  readonly models: readonly string[];
  /** Folder of the built workbench; default: that of this package. */
  readonly workbench?: string | undefined;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Longest body of a request, in bytes. */
  readonly maxBody: number;
  /** Aborted once the server shuts down: nothing new is begun. */
  readonly draining: AbortSignal;
}
