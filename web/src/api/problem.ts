import type { Problem } from '../../../src/server/index.ts';

/** Why the server gave no answer: its problem details, or `unreachable` where nothing came back. */
export class ApiProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ApiProblem';
    this.problem = problem;
  }
}

/** The problem where no server answered. */
export function unreachable(): ApiProblem {
  return frame(0, 'unreachable', 'No answer', 'The server does not answer. Is "groundrail serve" still running?');
}

/** The problem in a response that is no success. */
export async function problemIn(response: Response): Promise<ApiProblem> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/problem+json')) return new ApiProblem((await response.json()) as Problem);
  const detail = `The server answered ${response.status} without saying why.`;
  return frame(response.status, 'unknown', 'No answer', detail);
}

/** Whatever was thrown, as a problem that can be shown. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return frame(0, 'internal', 'The page failed', error instanceof Error ? error.message : String(error));
}

/** Whether a request was given up because its answer is no longer wanted. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function frame(status: number, code: string, title: string, detail: string): ApiProblem {
  return new ApiProblem({ type: `urn:groundrail:problem:${code}`, title, status, code, detail, requestId: '' });
}
