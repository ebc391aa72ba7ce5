import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';

/** Items of a page of a list. */
const pageItems = 100;

/** A page of a list and the cursor of the next one. Throws the protocol's error for a cursor that this server never gave. */
export function pageOf<Item>(
  items: readonly Item[],
  cursor: string | undefined,
): { items: Item[]; nextCursor?: string } {
  const start = cursor === undefined ? 0 : positionOf(cursor);
  const end = start + pageItems;
  return {
    items: items.slice(start, end),
    ...(end < items.length && { nextCursor: Buffer.from(`from ${end}`).toString('base64url') }),
  };
}

function positionOf(cursor: string): number {
  const [, position] = /^from (\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (position === undefined) throw new McpError(ErrorCode.InvalidParams, 'This cursor was not given by this server.');
  return Number(position);
}
