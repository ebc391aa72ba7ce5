import { z } from 'zod';
import { auditLandscape, indexLandscape } from '../../../workspace/index.ts';
import type { Job, JobKind, JobWork } from '../../jobs/job.ts';
import { eventStream } from '../event-stream.ts';
import { cutPage, pageOf, pageQuery } from '../page.ts';
import { RequestError } from '../problem.ts';
import { defineRoute, type Route } from '../route.ts';
import { jobSchema } from '../schemas/landscape.ts';
import { requestSchemas } from '../schemas/published.ts';
import type { ServerContext } from '../server-context.ts';

const tag = 'Jobs';
const jobPath = z.object({ job: z.string().min(1).max(100) });
const wishSchema = z.strictObject({ kind: z.enum(['index', 'audit']) });
requestSchemas.add(wishSchema, { id: 'JobWish' });

const jobPage = pageOf('JobPage', jobSchema);

/** Long work: indexing the landscape again and auditing it. Which landscape it is nobody can say from outside. */
export function jobRoutes(server: ServerContext): Route[] {
  const { jobs, draining } = server;
  const find = (id: string): Job => {
    const job = jobs.find(id);
    if (job === undefined) throw new RequestError('not-found', `There is no job ${id}.`);
    return job;
  };
  return [
    defineRoute({
      method: 'post',
      address: '/api/v1/jobs',
      name: 'startJob',
      summary: 'Index the landscape again, or audit it',
      tag,
      scope: 'admin',
      body: wishSchema,
      answers: { 202: { description: 'The job has begun', schema: jobSchema } },
      run: async ({ body: { kind }, caller }) => {
        const job = jobs.start(kind, caller.name, workOf(server, kind));
        if (job === undefined) {
          const detail = `The job ${jobs.running?.id ?? ''} is running; wait until it has ended, or cancel it.`;
          throw new RequestError('conflict', detail, { headers: { 'retry-after': '5' } });
        }
        return { status: 202, value: job, headers: { location: `/api/v1/jobs/${job.id}` } };
      },
    }),
    defineRoute({
      method: 'get',
      address: '/api/v1/jobs',
      name: 'listJobs',
      summary: 'The jobs since the server started, the latest first',
      tag,
      scope: 'read',
      query: z.strictObject(pageQuery),
      answers: { 200: { description: 'A page of jobs', schema: jobPage } },
      run: async ({ query }) => ({ value: cutPage(jobs.list(), query) }),
    }),
    defineRoute({
      method: 'get',
      address: '/api/v1/jobs/{job}',
      name: 'showJob',
      summary: 'A job and, once it has ended, its report',
      tag,
      scope: 'read',
      path: jobPath,
      answers: { 200: { description: 'The job', schema: jobSchema } },
      run: async ({ path: { job } }) => ({ value: find(job) }),
    }),
    defineRoute({
      method: 'get',
      address: '/api/v1/jobs/{job}/events',
      name: 'followJob',
      summary: 'The progress of a job until it ends, as server-sent events',
      tag,
      scope: 'read',
      path: jobPath,
      answers: { 200: { description: 'Events `job`, each with the job as data', mediaType: 'text/event-stream' } },
      run: async ({ path: { job }, signal }) => {
        find(job);
        return eventStream('job', (stop) => jobs.follow(job, stop), AbortSignal.any([signal, draining]));
      },
    }),
    defineRoute({
      method: 'delete',
      address: '/api/v1/jobs/{job}',
      name: 'cancelJob',
      summary: 'Stop a job at its next step',
      tag,
      scope: 'admin',
      path: jobPath,
      answers: { 202: { description: 'The job, which ends soon', schema: jobSchema } },
      run: async ({ path: { job } }) => {
        find(job);
        return { status: 202, value: jobs.cancel(job) };
      },
    }),
  ];
}

function workOf({ host }: ServerContext, kind: JobKind): JobWork {
  const { landscape, store, embedder } = host.options;
  if (kind === 'audit') return (onProgress) => auditLandscape(landscape, { onProgress });
  return async (onProgress, signal) => {
    const report = await indexLandscape(landscape, {
      ...(store !== undefined && { store }),
      ...(embedder !== undefined && { embedder }),
      onProgress,
      signal,
    });
    await host.refresh();
    return report;
  };
}
