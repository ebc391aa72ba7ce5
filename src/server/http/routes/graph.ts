import { z } from 'zod';
import { EDGE_KINDS, NODE_KINDS } from '../../../workspace/index.ts';
import { graphOverview } from '../../views/graph-overview.ts';
import { neighbourhood } from '../../views/neighbourhood.ts';
import { defineRoute, type Route } from '../route.ts';
import { graphOverviewSchema, neighbourhoodSchema } from '../schemas/graph.ts';
import type { ServerContext } from '../server-context.ts';

const tag = 'Graph';

const edgeKinds = z
  .string()
  .max(500)
  .optional()
  .transform((text) => namesIn(text) ?? [...EDGE_KINDS])
  .pipe(z.array(z.enum(EDGE_KINDS)))
  .describe(`Edge kinds to follow, separated by commas: ${EDGE_KINDS.join(', ')}`);

const nodeKinds = z
  .string()
  .max(500)
  .optional()
  .transform((text) => namesIn(text) ?? [...NODE_KINDS])
  .pipe(z.array(z.enum(NODE_KINDS)))
  .describe(`Node kinds to show, separated by commas: ${NODE_KINDS.join(', ')}`);

/** The graph: around a node, and as a whole. */
export function graphRoutes({ host }: ServerContext): Route[] {
  return [
    defineRoute({
      method: 'get',
      address: '/api/v1/graph',
      name: 'showNeighbourhood',
      summary: 'The graph around a node',
      tag,
      scope: 'read',
      query: z.strictObject({
        kind: z.enum(NODE_KINDS),
        id: z.string().min(1).max(1000),
        hops: z.coerce.number().int().min(0).max(5).default(1),
        kinds: edgeKinds,
        limit: z.coerce.number().int().min(1).max(5000).default(500).describe('Greatest number of nodes'),
      }),
      answers: { 200: { description: 'Nodes and the edges between them', schema: neighbourhoodSchema } },
      ofIndex: true,
      run: ({ query: { kind, id, hops, kinds, limit } }) =>
        host.use(async ({ workspace }) => ({
          value: await neighbourhood(workspace, { kind, id }, { hops, kinds, limit }),
        })),
    }),
    defineRoute({
      method: 'get',
      address: '/api/v1/graph/overview',
      name: 'showOverview',
      summary: 'The graph as a whole in a compact form, the most important kinds of nodes first',
      tag,
      scope: 'read',
      query: z.strictObject({
        kinds: nodeKinds,
        limit: z.coerce
          .number()
          .int()
          .min(1)
          .max(50_000)
          .default(50_000)
          .describe('Greatest number of nodes and edges together'),
      }),
      answers: { 200: { description: 'Nodes and the edges between them', schema: graphOverviewSchema } },
      ofIndex: true,
      run: ({ query: { kinds, limit } }) =>
        host.use(async ({ workspace }) => ({ value: await graphOverview(workspace, { kinds, limit }) })),
    }),
  ];
}

function namesIn(text: string | undefined): string[] | undefined {
  return text?.split(',').map((name) => name.trim());
}
