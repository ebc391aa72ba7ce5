import { z } from 'zod';
import { SCOPES } from '../access/scope.ts';
import { version } from '../version.ts';
import { problemCodes } from './problem.ts';
import type { PublishedAnswer, Route } from './route.ts';
import { answerSchemas, requestSchemas } from './schemas/published.ts';

type Json = Record<string, unknown>;
type Schema = Json & { properties?: Record<string, Json>; required?: string[] };

const componentsAt = '#/components/schemas/';

/** The OpenAPI 3.1 document of routes, made from the schemas that check their requests. */
export function openApiDocument(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.address] = { ...paths[route.address], [route.method]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Groundrail',
      version,
      description:
        'Process-aware search, grounded specifications and checked, approved calls of enterprise APIs. What a caller can repair comes back as findings in an ordinary answer; problems (RFC 9457) are for everything else.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `Made by "groundrail token create"; scopes: ${SCOPES.join(', ')}. Not needed on the machine of the server itself, where it is started so.`,
        },
      },
      responses: {
        Problem: {
          description: 'Why the request was not answered',
          content: { 'application/problem+json': { schema: { $ref: `${componentsAt}Problem` } } },
        },
      },
      schemas: {
        ...components(requestSchemas, 'input'),
        ...components(answerSchemas, 'output'),
        Problem: problemSchema,
      },
    },
  };
}

const problemSchema: Json = {
  type: 'object',
  description: 'Problem details, RFC 9457',
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: problemCodes },
    detail: { type: 'string', description: 'One sentence: what happened and what to do' },
    requestId: { type: 'string' },
    data: {},
    errors: { type: 'array', items: { $ref: `${componentsAt}Finding` } },
  },
};

function operationOf(route: Route): Json {
  const parameters = [...parametersOf(route.path, 'path'), ...parametersOf(route.query, 'query')];
  const statuses = ['400', '401', '403', ...(route.path === undefined ? [] : ['404']), '429', '500'];
  return {
    operationId: route.name,
    summary: route.summary,
    tags: [route.tag],
    description: `Needs the scope \`${route.scope}\`.`,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(route.body, requestSchemas) } },
      },
    }),
    responses: {
      ...Object.fromEntries(Object.entries(route.answers).map(([status, answer]) => [status, answerOf(answer)])),
      ...Object.fromEntries(statuses.map((status) => [status, { $ref: '#/components/responses/Problem' }])),
      ...(route.ofIndex === true && { '304': { description: 'The client has the answer already' } }),
    },
  };
}

function answerOf({ description, schema, mediaType = 'application/json' }: PublishedAnswer): Json {
  const content = schema === undefined ? { schema: { type: 'string' } } : { schema: reference(schema, answerSchemas) };
  return { description, content: { [mediaType]: content } };
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = plainSchema(schema, 'input');
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}

/** The schema by its published name. */
function reference(schema: z.ZodType, registry: z.core.$ZodRegistry<{ id: string }>): Json {
  const name = registry.get(schema)?.id;
  if (name === undefined) throw new RangeError('A schema of the API has no published name.');
  return { $ref: `${componentsAt}${name}` };
}

/** Every schema of a registry by its name; what they share without a name becomes `Shared…`. */
function components(registry: z.core.$ZodRegistry<{ id: string }>, io: 'input' | 'output'): Record<string, Json> {
  const { schemas } = z.toJSONSchema(registry, { io, unrepresentable: 'any', uri: (id) => `${componentsAt}${id}` });
  const { __shared: shared, ...rest } = schemas as Record<string, Json>;
  const further = Object.entries((shared?.$defs ?? {}) as Record<string, Json>).map(
    ([name, schema]): [string, Json] => [sharedName(name, io), schema],
  );
  const all = Object.fromEntries(
    [...Object.entries(rest), ...further].map(([name, schema]) => [name, withoutIds(schema)]),
  );
  const text = JSON.stringify(all).replaceAll(
    /#\/components\/schemas\/__shared#\/\$defs\/(\w+)/g,
    (_, name: string) => {
      return `${componentsAt}${sharedName(name, io)}`;
    },
  );
  return JSON.parse(text) as Record<string, Json>;
}

function sharedName(name: string, io: 'input' | 'output'): string {
  return `Shared${io === 'input' ? 'Request' : 'Answer'}${name.replace('schema', '')}`;
}

function plainSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  return withoutIds(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json) as Schema;
}

function withoutIds({ $schema: _, $id: __, ...schema }: Json): Json {
  return schema;
}
