import { z } from 'zod';
import { named } from './published.ts';

export const neighbourhoodSchema = named(
  'Neighbourhood',
  z.object({
    nodes: z.array(
      z.object({
        kind: z.string(),
        id: z.string(),
        label: z.string(),
        hops: z.int(),
        attributes: z.record(z.string(), z.unknown()),
      }),
    ),
    edges: z.array(
      z.object({
        kind: z.string(),
        fromKind: z.string(),
        from: z.string(),
        toKind: z.string(),
        to: z.string(),
        attributes: z.record(z.string(), z.unknown()),
      }),
    ),
    truncated: z.boolean().describe('There is more than the limit lets through'),
  }),
);

const place = z.int();

export const graphOverviewSchema = named(
  'GraphOverview',
  z.object({
    nodeKinds: z.array(z.string()).describe('Kinds of nodes; nodes name them by position'),
    edgeKinds: z.array(z.string()),
    nodes: z
      .array(z.tuple([place, place, z.string(), z.string()]))
      .describe('Kind, position of the service or process around it (-1: not shown), id, label'),
    edges: z.array(z.tuple([place, place, place])).describe('Kind, position of the node it leaves, and of the other'),
    total: z.object({ nodes: z.int(), edges: z.int() }).describe('Nodes of the wanted kinds and edges that there are'),
    truncated: z.boolean().describe('Not all nodes of the wanted kinds are shown'),
  }),
);
