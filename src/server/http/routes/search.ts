import { z } from 'zod';
import { defineRoute, type Route } from '../route.ts';
import { searchResultSchema, specificationSchema, valueSearchSchema } from '../schemas/landscape.ts';
import type { ServerContext } from '../server-context.ts';

const target = z.string().min(1).max(500).describe('Id of an EntitySet or operation, SVC/Name');

/** Search, specifications and value lists. */
export function searchRoutes({ host }: ServerContext): Route[] {
  return [
    defineRoute({
      method: 'get',
      address: '/api/v1/search',
      name: 'search',
      summary: 'Find EntitySets and operations for words, and those the process needs before and after',
      tag: 'Find and describe',
      scope: 'read',
      query: z.strictObject({
        query: z.string().min(1).max(2000).describe('What is to be done or found, in any words'),
        k: z.coerce.number().int().min(1).max(100).default(10).describe('Greatest number of hits'),
        mode: z.enum(['hybrid', 'dense', 'lexical', 'graph']).default('hybrid'),
      }),
      answers: { 200: { description: 'The hits, best first', schema: searchResultSchema } },
      ofIndex: true,
      run: ({ query: { query, k, mode } }) =>
        host.use(async ({ workspace, cache }) => {
          const started = performance.now();
          const name = `search ${mode} ${k} ${query}`;
          const { value, isKept } = await cache.answer(name, () => workspace.search(query, { k, mode }));
          if (!isKept) return { value };
          return { value: { ...value, timings: { embeddingMs: 0, searchMs: performance.now() - started } } };
        }),
    }),
    defineRoute({
      method: 'get',
      address: '/api/v1/describe',
      name: 'describe',
      summary: 'The grounded specification of an EntitySet or operation',
      tag: 'Find and describe',
      scope: 'read',
      query: z.strictObject({
        target,
        query: z
          .string()
          .max(2000)
          .optional()
          .describe('What it is wanted for; properties that fit come first in the text'),
        detail: z.enum(['default', 'full']).default('default').describe('full leaves nothing out of the text'),
      }),
      answers: { 200: { description: 'The specification', schema: specificationSchema } },
      ofIndex: true,
      run: ({ query: { target: id, query, detail } }) =>
        host.use(async ({ workspace }) => ({ value: await workspace.spec(id, { detail, query }) })),
    }),
    defineRoute({
      method: 'get',
      address: '/api/v1/values',
      name: 'findValues',
      summary: 'The allowed values of a property that fit a text',
      tag: 'Find and describe',
      scope: 'read',
      query: z.strictObject({
        target,
        property: z.string().min(1).max(500),
        find: z.string().max(500).optional().describe('Code or words of its text'),
        limit: z.coerce.number().int().min(1).max(1000).default(100),
      }),
      answers: { 200: { description: 'The values, best first', schema: valueSearchSchema } },
      ofIndex: true,
      run: ({ query: { target: id, property, find, limit } }) =>
        host.use(async ({ workspace }) => ({ value: await workspace.values(id, property, find, limit) })),
    }),
  ];
}
