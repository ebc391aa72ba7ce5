import { z } from 'zod';
import { RequestError } from './problem.ts';
import { named } from './schemas/published.ts';

/** The parameters of a list. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(500).default(50).describe('Greatest number of items'),
  cursor: z.string().max(200).optional().describe('`next` of the page before'),
};

/** The schema of a page of items, by its published name. */
export function pageOf(name: string, item: z.ZodType): z.ZodType {
  return named(
    name,
    z.object({ items: z.array(item), next: z.string().optional().describe('Cursor of the next page') }),
  );
}

/** A page of a list that is held whole. */
export function cutPage<Item>(
  items: readonly Item[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): { items: Item[]; next?: string } {
  const start = cursor === undefined ? 0 : Number(readCursor(cursor));
  const end = start + limit;
  return { items: items.slice(start, end), ...(end < items.length && { next: writeCursor(String(end)) }) };
}

/** A position in a list as a cursor that nobody should read anything into. */
export function writeCursor(position: string): string {
  return Buffer.from(`at ${position}`).toString('base64url');
}

/** The position in a cursor; throws `invalid-request` for what this server never gave. */
export function readCursor(cursor: string): string {
  const [, position] = /^at (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (position !== undefined) return position;
  const message = 'This cursor was not given by this server; leave it out to begin at the first page.';
  const finding = { rule: 'invalid-request', severity: 'error', path: '/query/cursor', message } as const;
  throw new RequestError('invalid-request', message, { errors: [finding] });
}
