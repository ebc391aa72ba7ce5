import { z } from 'zod';
import { pageOf, pageQuery, readCursor, writeCursor } from '../page.ts';
import { RequestError } from '../problem.ts';
import { defineRoute, type Route } from '../route.ts';
import { refusalSchema, traceRecordSchema, traceSummarySchema } from '../schemas/call.ts';
import type { ServerContext } from '../server-context.ts';

const tag = 'Records';
const listQuery = z.strictObject(pageQuery);

const tracePage = pageOf('TracePage', traceSummarySchema);
const traceRecordPage = pageOf('TraceRecordPage', traceRecordSchema);
const accessRefusalPage = pageOf('AccessRefusalPage', refusalSchema);

/** What was done, by whom, with which answer; and who was refused. */
export function recordRoutes({ host: { records } }: ServerContext): Route[] {
  return [
    defineRoute({
      method: 'get',
      address: '/api/v1/traces',
      name: 'listTraces',
      summary: 'Traces, the one with the latest record first',
      tag,
      scope: 'read',
      query: listQuery,
      answers: { 200: { description: 'A page of traces', schema: tracePage } },
      run: async ({ query }) => ({ value: withCursor(await records.traces(requestOf(query))) }),
    }),
    defineRoute({
      method: 'get',
      address: '/api/v1/traces/{trace}',
      name: 'showTrace',
      summary: 'The records of a trace in order',
      tag,
      scope: 'read',
      path: z.object({ trace: z.string().min(1).max(200).describe('Id of a trace or of one of its records') }),
      query: listQuery,
      answers: { 200: { description: 'A page of records', schema: traceRecordPage } },
      run: async ({ path: { trace }, query }) => {
        const page = await records.trace(trace, requestOf(query));
        if (page.items.length === 0 && query.cursor === undefined)
          throw new RequestError('not-found', `There is no trace ${trace}.`);
        return { value: withCursor(page) };
      },
    }),
    defineRoute({
      method: 'get',
      address: '/api/v1/refusals',
      name: 'listRefusals',
      summary: 'Refused accesses, the latest first',
      tag,
      scope: 'admin',
      query: listQuery,
      answers: { 200: { description: 'A page of refusals', schema: accessRefusalPage } },
      run: async ({ query }) => ({ value: withCursor(await records.refusals(requestOf(query))) }),
    }),
  ];
}

function requestOf({ limit, cursor }: { limit: number; cursor?: string | undefined }): {
  limit: number;
  after?: string;
} {
  return { limit, ...(cursor !== undefined && { after: readCursor(cursor) }) };
}

function withCursor<Item>({ items, next }: { items: Item[]; next?: string }): { items: Item[]; next?: string } {
  return { items, ...(next !== undefined && { next: writeCursor(next) }) };
}
