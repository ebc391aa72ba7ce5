import { isAbort, problemIn, unreachable } from './problem.ts';
import { currentToken, noteRefused } from './token.ts';

/** Query parameters of a request; what is undefined or empty is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Address of a route with its parameters. */
export function apiAddress(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return `/api/v1${path}${search.size === 0 ? '' : `?${search}`}`;
}

/** Sends a request; throws an `ApiProblem` for every answer that is no success. */
export async function send(method: string, address: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' });
  const token = currentToken();
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
  } catch (error) {
    throw isAbort(error) ? error : unreachable();
  }
  if (response.ok) return response;
  if (response.status === 401) noteRefused();
  throw await problemIn(response);
}

/** Reads from the API, a path below `/api/v1`. */
export async function getJson<Value>(path: string, query?: Query, signal?: AbortSignal): Promise<Value> {
  return (await (await send('GET', apiAddress(path, query), undefined, signal)).json()) as Value;
}

/** Posts to the API, a path below `/api/v1`. */
export async function postJson<Value>(path: string, body: unknown, signal?: AbortSignal): Promise<Value> {
  return (await (await send('POST', apiAddress(path), body, signal)).json()) as Value;
}

/** All items of a list of the API, page after page. */
export async function getAll<Item>(path: string, signal?: AbortSignal): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page: { items: Item[]; next?: string } = await getJson(path, { cursor, limit: 100 }, signal);
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return items;
}
