import { z } from 'zod';
import { listProcesses, viewProcess } from '../../views/process-view.ts';
import { cutPage, pageOf, pageQuery } from '../page.ts';
import { RequestError } from '../problem.ts';
import { defineRoute, type Route } from '../route.ts';
import { bindingProposalSchema, processSchema, processSummarySchema } from '../schemas/landscape.ts';
import type { ServerContext } from '../server-context.ts';

const tag = 'Processes';
const processPath = z.object({ process: z.string().min(1).max(500) });
const processPage = pageOf('ProcessPage', processSummarySchema);
const proposalPage = pageOf('BindingProposalPage', bindingProposalSchema);

/** A page that opens a diagram by itself can do nothing with it but show its text. */
const diagramHeaders = {
  'content-type': 'application/xml; charset=utf-8',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'attachment; filename="process.bpmn"',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-cache',
};

/** The business processes: their steps, their diagrams, and what may be behind steps that call nothing yet. */
export function processRoutes({ host }: ServerContext): Route[] {
  return [
    defineRoute({
      method: 'get',
      address: '/api/v1/processes',
      name: 'listProcesses',
      summary: 'The business processes',
      tag,
      scope: 'read',
      query: z.strictObject(pageQuery),
      answers: { 200: { description: 'A page of processes', schema: processPage } },
      ofIndex: true,
      run: ({ query }) =>
        host.use(async ({ workspace }) => ({ value: cutPage(listProcesses(await workspace.processes()), query) })),
    }),
    defineRoute({
      method: 'get',
      address: '/api/v1/processes/{process}',
      name: 'showProcess',
      summary: 'A process: its steps, their order, and what they call',
      tag,
      scope: 'read',
      path: processPath,
      answers: { 200: { description: 'The process', schema: processSchema } },
      ofIndex: true,
      run: ({ path: { process } }) =>
        host.use(async ({ workspace }) => ({ value: viewProcess(await workspace.processes(), process) })),
    }),
    defineRoute({
      method: 'get',
      address: '/api/v1/processes/{process}/diagram',
      name: 'showDiagram',
      summary: 'The BPMN file of a process as it is now, without what might refer to elsewhere',
      tag,
      scope: 'read',
      path: processPath,
      answers: { 200: { description: 'BPMN 2.0 XML', mediaType: 'application/xml' } },
      run: ({ path: { process } }) =>
        host.use(async ({ workspace }) => {
          viewProcess(await workspace.processes(), process);
          const diagram = await workspace.diagram(process);
          if ('problem' in diagram) throw new RequestError('not-found', diagram.problem);
          return new Response(diagram.xml, { headers: diagramHeaders });
        }),
    }),
    defineRoute({
      method: 'get',
      address: '/api/v1/processes/{process}/proposals',
      name: 'proposeBindings',
      summary: 'What may be behind the steps of a process that call nothing yet; nothing is written',
      tag,
      scope: 'read',
      path: processPath,
      query: z.strictObject(pageQuery),
      answers: { 200: { description: 'A page of steps with candidates, best first', schema: proposalPage } },
      ofIndex: true,
      run: ({ path: { process }, query }) =>
        host.use(async ({ workspace, cache }) => {
          viewProcess(await workspace.processes(), process);
          const { value } = await cache.answer(`proposals ${process}`, () => workspace.proposeBindings(process));
          return { value: cutPage(value.proposals, query) };
        }),
    }),
  ];
}
