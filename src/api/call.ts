/** Comparisons a structured filter knows; `in` takes a list. */
export const FILTER_OPERATORS = [
  'eq',
  'ne',
  'gt',
  'ge',
  'lt',
  'le',
  'in',
  'contains',
  'startswith',
  'endswith',
] as const;

/** One comparison of a filter. */
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** Greatest depth of nested objects and lists in a call. */
export const MAX_CALL_DEPTH = 64;

/** One comparison `property op value`; conditions of a list are joined by and. */
export interface FilterCondition {
  property: string;
  op: FilterOperator;
  value?: unknown;
}

/** Query options of a read, structured so that literals can be written by declared type. */
export interface ApiQuery {
  filter?: FilterCondition[] | undefined;
  select?: string[] | undefined;
  expand?: string[] | undefined;
  orderby?: { property: string; dir?: 'asc' | 'desc' | undefined }[] | undefined;
  top?: number | undefined;
  skip?: number | undefined;
  count?: boolean | undefined;
  search?: string | undefined;
}

/** One call of an EntitySet or operation, by the names of the metadata. */
export interface SingleCall {
  service: string;
  entitySet?: string | undefined;
  /** `create`, `read`, `update`, `delete`, `action:<Name>`, or `<METHOD> <path>` for OpenAPI. */
  operation: string;
  key?: Record<string, unknown> | undefined;
  payload?: Record<string, unknown> | undefined;
  parameters?: Record<string, unknown> | undefined;
  query?: ApiQuery | undefined;
  etag?: string | undefined;
  caseId?: string | undefined;
  /** One step from the entity named by `key`: create adds to it, read reads it. */
  navigation?: string | undefined;
  /** Name of this call inside a batch. */
  contentId?: string | undefined;
  /** `contentId` of an earlier call of the same batch, whose entity takes the place of `key`. */
  reference?: string | undefined;
}

/** Several calls of one service sent together; with `changeSet` all writes succeed or none does. */
export interface BatchCall {
  service?: string | undefined;
  operation: 'batch';
  calls: SingleCall[];
  changeSet?: boolean | undefined;
  caseId?: string | undefined;
}

/** A call as the CLI, the agent's tools, MCP and HTTP take it. */
export type ApiCall = SingleCall | BatchCall;

/** True for a batch. */
export function isBatch(call: ApiCall): call is BatchCall {
  return call.operation === 'batch';
}

/** What an operation word of a call means. */
export type OperationWord =
  | { kind: 'create' | 'read' | 'update' | 'delete' }
  | { kind: 'action'; name: string }
  | { kind: 'http'; method: string; path: string };

const HTTP_OPERATION = /^(GET|PUT|POST|DELETE|PATCH|HEAD|OPTIONS) (\/.*)$/;

/** Reads the `operation` of a single call; undefined where it is none of the known words. */
export function readOperationWord(operation: string): OperationWord | undefined {
  switch (operation) {
    case 'create':
    case 'read':
    case 'update':
    case 'delete':
      return { kind: operation };
  }
  if (operation.startsWith('action:')) {
    const name = operation.slice('action:'.length);
    return name === '' ? undefined : { kind: 'action', name };
  }
  const match = HTTP_OPERATION.exec(operation);
  const [, method, path] = match ?? [];
  return method !== undefined && path !== undefined ? { kind: 'http', method, path } : undefined;
}
