import type { z } from 'zod';
import type { Scope } from '../access/scope.ts';
import type { Caller } from '../caller.ts';

/** What a request gives to a route; the parts are as the route's schemas read them. */
export interface RouteRequest<Path, Query, Body> {
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
  readonly requestId: string;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

/** What a route answers: a value that becomes JSON, or a whole response. */
export type RouteAnswer =
  | { readonly status?: 200 | 201 | 202; readonly value: unknown; readonly headers?: Readonly<Record<string, string>> }
  | Response;

/** A success of a route in the published document. */
export interface PublishedAnswer {
  readonly description: string;
  readonly schema?: z.ZodType;
  /** Default: application/json. */
  readonly mediaType?: string;
}

/**
 * A route: where it is, who may use it, what it takes and answers, and the work. Dispatch, checks and the published document all read
 * this and nothing else.
 */
export interface Route {
  readonly method: 'get' | 'post' | 'delete';
  /** With parameters in braces, as OpenAPI writes them. */
  readonly address: string;
  /** Unique; names the operation in clients made from the document. */
  readonly name: string;
  readonly summary: string;
  readonly tag: string;
  readonly scope: Scope;
  /** A further scope that this request needs. */
  furtherScope?(request: Pick<RouteRequest<unknown, unknown, unknown>, 'body'>): Scope | undefined;
  readonly path?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The work itself judges the body, so that what is wrong with it comes back as findings; its schema is published all the same. */
  readonly judgesBody?: true;
  readonly answers: Readonly<Record<number, PublishedAnswer>>;
  /** The answer depends on nothing but the index and the request, so that its ETag is known before any work. */
  readonly ofIndex?: true;
  run(request: RouteRequest<unknown, unknown, unknown>): Promise<RouteAnswer>;
}

/** The route with the types of its parts inferred from the schemas. */
export function defineRoute<
  Path extends z.ZodObject = z.ZodObject<Record<never, z.ZodType>>,
  Query extends z.ZodObject = z.ZodObject<Record<never, z.ZodType>>,
  Body extends z.ZodType = z.ZodType<undefined>,
>(
  route: Omit<Route, 'run' | 'path' | 'query' | 'body'> & {
    readonly path?: Path;
    readonly query?: Query;
    readonly body?: Body;
    run(request: RouteRequest<z.output<Path>, z.output<Query>, z.output<Body>>): Promise<RouteAnswer>;
  },
): Route {
  return route as unknown as Route;
}
