import type { z } from 'zod';
import type { Finding } from '../../base/index.ts';
import { nearestNames } from '../../workspace/index.ts';
import { RequestError } from './problem.ts';
import type { Route } from './route.ts';

const mostFindings = 20;

/** The parts of a request as the route's schemas read them. */
export interface RequestParts {
  readonly path: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Reads the parts of a request; throws `invalid-request` with a finding for each thing that does not fit. */
export async function readRequest(
  route: Route,
  request: Request,
  path: Readonly<Record<string, string>>,
): Promise<RequestParts> {
  const findings: Finding[] = [];
  const read = (schema: z.ZodType | undefined, value: unknown, place: string): unknown => {
    if (schema === undefined) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const known = 'shape' in schema && schema.shape !== undefined ? Object.keys(schema.shape as object) : [];
    findings.push(...parsed.error.issues.slice(0, mostFindings).map((issue) => findingOf(issue, place, known)));
    return undefined;
  };
  const parts = {
    path: read(route.path, path, '/path'),
    query: read(route.query, queryOf(request.url), '/query'),
    body: route.body === undefined ? undefined : await readJson(request),
  };
  if (route.judgesBody !== true) parts.body = read(route.body, parts.body, '/body');
  if (findings.length > 0) {
    const first = findings[0]?.message ?? '';
    throw new RequestError('invalid-request', `${first} (${findings[0]?.path ?? ''})`, { errors: findings });
  }
  return parts;
}

/** The JSON of a body. Throws `media-type` for any other type, which keeps forms of foreign pages out, and `invalid-json`. */
async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/([a-z.+-]+\+)?json\s*(;|$)/i.test(type))
    throw new RequestError('media-type', 'Send the body as application/json.');
  const text = await request.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RequestError('invalid-json', error instanceof Error ? error.message : String(error));
  }
}

/** Query parameters by name; one that is given twice is a list. */
function queryOf(url: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  const { searchParams } = new URL(url);
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name);
    query[name] = values.length === 1 ? values[0] : values;
  }
  return { ...query };
}

function findingOf(issue: z.core.$ZodIssue, place: string, known: readonly string[]): Finding {
  const path = [place, ...issue.path.map(String)].join('/');
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
    const [name = ''] = issue.keys;
    const [suggestion] = nearestNames(name, known);
    const message = `There is no parameter ${JSON.stringify(name)}`;
    const more = { allowed: known, ...(suggestion !== undefined && { suggestion }) };
    return { rule: 'invalid-request', severity: 'error', path, message, ...more };
  }
  const allowed = issue.code === 'invalid_value' ? { allowed: issue.values.map(String) } : {};
  return { rule: 'invalid-request', severity: 'error', path, message: issue.message, ...allowed };
}
