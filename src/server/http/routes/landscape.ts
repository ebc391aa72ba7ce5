import { z } from 'zod';
import type { SourceRecord } from '../../../workspace/index.ts';
import { viewService } from '../../views/service-view.ts';
import { cutPage, pageOf, pageQuery } from '../page.ts';
import { defineRoute, type Route } from '../route.ts';
import { landscapeSchema, serviceNameSchema, serviceSchema, sourceSchema } from '../schemas/landscape.ts';
import type { ServerContext } from '../server-context.ts';

const tag = 'Landscape';
const listQuery = z.strictObject(pageQuery);

const sourcePage = pageOf('SourcePage', sourceSchema);
const serviceNamePage = pageOf('ServiceNamePage', serviceNameSchema);

/** What the landscape consists of. */
export function landscapeRoutes({ host }: ServerContext): Route[] {
  return [
    defineRoute({
      method: 'get',
      address: '/api/v1/landscape',
      name: 'showLandscape',
      summary: 'The landscape in figures',
      tag,
      scope: 'read',
      answers: { 200: { description: 'Name, counts and the state of its sources', schema: landscapeSchema } },
      ofIndex: true,
      run: () =>
        host.use(async ({ workspace }) => {
          const { landscape, createdAt, embedder, groundrail, counts } = workspace.meta;
          const { name, description } = landscape;
          return {
            value: {
              name,
              ...(description !== undefined && { description }),
              indexedAt: createdAt,
              embedder: embedder.name,
              groundrail,
              nodes: counts.nodes,
              edges: counts.edges,
              sources: summarize(await workspace.sources()),
            },
          };
        }),
    }),
    defineRoute({
      method: 'get',
      address: '/api/v1/sources',
      name: 'listSources',
      summary: 'The files of the landscape and what was dropped from them',
      tag,
      scope: 'read',
      query: listQuery,
      answers: { 200: { description: 'A page of files', schema: sourcePage } },
      ofIndex: true,
      run: ({ query }) =>
        host.use(async ({ workspace }) => {
          const sources = await workspace.sources();
          const shown = sources.map(({ path, kind, status, findings }) => ({ path, kind, status, findings }));
          return { value: cutPage(shown, query) };
        }),
    }),
    defineRoute({
      method: 'get',
      address: '/api/v1/services',
      name: 'listServices',
      summary: 'The services by id and title',
      tag,
      scope: 'read',
      query: listQuery,
      answers: { 200: { description: 'A page of services', schema: serviceNamePage } },
      ofIndex: true,
      run: ({ query }) => host.use(async ({ workspace }) => ({ value: cutPage(await workspace.services(), query) })),
    }),
    defineRoute({
      method: 'get',
      address: '/api/v1/services/{service}',
      name: 'showService',
      summary: 'What a service offers',
      tag,
      scope: 'read',
      path: z.object({ service: z.string().min(1).max(300) }),
      answers: { 200: { description: 'Its EntitySets and operations', schema: serviceSchema } },
      ofIndex: true,
      run: ({ path: { service } }) =>
        host.use(async ({ workspace }) => ({
          value: viewService(await workspace.service(service), service, await workspace.services()),
        })),
    }),
  ];
}

function summarize(sources: readonly SourceRecord[]): Record<string, number> {
  const findings = sources.flatMap((source) => source.findings);
  return {
    read: sources.filter(({ status }) => status !== 'refused').length,
    refused: sources.filter(({ status }) => status === 'refused').length,
    errors: findings.filter(({ severity }) => severity === 'error').length,
    warnings: findings.filter(({ severity }) => severity === 'warning').length,
  };
}
