import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { Job } from '../api/answers.ts';
import { apiAddress, getAll, postJson, send } from '../api/client.ts';
import { readEvents } from '../api/events.ts';
import { type ApiProblem, asProblem, isAbort } from '../api/problem.ts';
import { useResource } from '../api/use-resource.ts';

/** The jobs of the server, the running one followed as it goes. */
export interface Jobs {
  /** The latest first. */
  readonly list: readonly Job[];
  readonly running: Job | undefined;
  /** Why the last thing asked for could not be done. */
  readonly problem: ApiProblem | undefined;
  start(kind: Job['kind']): void;
  cancel(id: string): void;
}

/** Loads the jobs and follows the running one. */
export function useJobs(): Jobs {
  const { value = [], reload } = useResource('jobs', (signal) => getAll<Job>('/jobs', signal), { keep: true });
  const [followed, setFollowed] = useState<Job>();
  const [problem, setProblem] = useState<ApiProblem>();
  const list = value.map((job) => (job.id === followed?.id ? followed : job));
  const all = followed !== undefined && !value.some(({ id }) => id === followed.id) ? [followed, ...list] : list;
  const running = all.find(({ state }) => state === 'running');
  const runningId = running?.id;
  const ended = useEffectEvent(() => reload());

  useEffect(() => {
    if (runningId === undefined) return;
    const stop = new AbortController();
    const follow = async () => {
      const address = apiAddress(`/jobs/${encodeURIComponent(runningId)}/events`);
      const response = await send('GET', address, undefined, stop.signal);
      for await (const job of readEvents<Job>(response)) setFollowed(job);
      ended();
    };
    follow().catch((error: unknown) => {
      if (!stop.signal.aborted && !isAbort(error)) setProblem(asProblem(error));
    });
    return () => stop.abort();
  }, [runningId]);

  const attempt = useCallback((work: Promise<Job>) => {
    setProblem(undefined);
    work.then(setFollowed, (error: unknown) => setProblem(asProblem(error)));
  }, []);
  return {
    list: all,
    running,
    problem,
    start: (kind) => attempt(postJson<Job>('/jobs', { kind })),
    cancel: (id) =>
      attempt(
        send('DELETE', apiAddress(`/jobs/${encodeURIComponent(id)}`)).then(
          async (response) => (await response.json()) as Job,
        ),
      ),
  };
}
