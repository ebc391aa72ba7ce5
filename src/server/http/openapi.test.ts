import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notification, openSample, type SampleLandscape } from '../../../test/server/sample-server.ts';
import type { RunningServer } from '../start-server.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: { type?: string; enum?: string[]; minimum?: number; maximum?: number };
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

let sample: SampleLandscape;
let server: RunningServer;
let document: Document;

beforeAll(async () => {
  sample = await openSample();
  server = await sample.serve();
  document = (await (await fetch(`${server.url}/openapi.json`)).json()) as Document;
});
afterAll(() => sample.close());

function operations(): { path: string; method: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

describe('the OpenAPI document', () => {
  it('is of 3.1, names each operation once, and every reference leads somewhere', () => {
    expect(document.openapi).toBe('3.1.0');
    const names = operations().map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining(['search', 'describe', 'validate', 'plan', 'decide', 'executePlan', 'ask', 'startJob']),
    );
    const text = JSON.stringify(document);
    for (const [, section = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
      expect(document.components[section], `${section}/${name}`).toHaveProperty(name);
    expect(text).not.toMatch(/__shared|\$schema|"\$id"/);
    for (const { path, operation } of operations()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect((operation.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath);
    }
  });

  it('tells the whole of a specification and a call by name', () => {
    const { schemas = {} } = document.components;
    expect(schemas.Specification).toMatchObject({
      type: 'object',
      required: expect.arrayContaining(['id', 'keys', 'properties']),
    });
    expect(JSON.stringify(schemas.Call)).toContain('"payload"');
    expect(schemas.Problem).toMatchObject({ required: expect.arrayContaining(['code', 'requestId']) });
  });

  it('has a page for people, without scripts', async () => {
    const page = await (await fetch(`${server.url}/docs`)).text();
    for (const { operation } of operations()) expect(page).toContain(`id="${operation.operationId}"`);
    expect(page).not.toContain('<script');
  });
});

describe('requests made from the document', () => {
  it('never make the server fail, whatever they hold', async () => {
    const all = operations().filter(({ operation }) => !['startJob', 'ask'].includes(operation.operationId));
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(
        'TWC_PURCHASING_SRV',
        'TWC_PURCHASING_SRV/PurReqSet',
        'parts-procurement',
        '../..',
        '%',
        '\u0000',
        '0',
        '-1',
        '1e9',
        'Plant',
      ),
    );
    const valuesOf = ({ schema }: Parameter): fc.Arbitrary<string> => {
      const near =
        schema.enum ??
        (schema.type === 'integer' ? ['0', '1', '7', String(schema.maximum ?? 9), '99999999', '1.5'] : ['x']);
      return fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...near) }, { weight: 1, arbitrary: anyText });
    };
    const bodies = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.record({
        service: fc.constantFrom('TWC_PURCHASING_SRV', 'TWC_STOCK_SRV', 'x'),
        entitySet: fc.constantFrom('PurReqSet', 'MatlDocHdrSet', 'x'),
        operation: fc.constantFrom('create', 'read', 'update', 'delete', 'batch', 'action:X', 'x'),
        key: fc.option(fc.jsonValue({ maxDepth: 2 }), { nil: undefined }),
        payload: fc.oneof(fc.constant(notification.payload as unknown), fc.jsonValue({ maxDepth: 3 })),
        query: fc.option(fc.jsonValue({ maxDepth: 3 }), { nil: undefined }),
        decision: fc.option(fc.constantFrom('approved', 'denied'), { nil: undefined }),
      }),
    );
    const requests = fc.constantFrom(...all).chain(({ path, method, operation: { parameters = [], requestBody } }) =>
      fc.record({
        path: fc.constant(path),
        method: fc.constant(method),
        values: fc.tuple(
          ...parameters.map((one) => fc.option(valuesOf(one), { nil: undefined, freq: one.required ? 20 : 2 })),
        ),
        parameters: fc.constant(parameters),
        body: requestBody === undefined ? fc.constant(undefined) : bodies,
      }),
    );
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(requests, async ({ path, method, values, parameters, body }) => {
        const query = new URLSearchParams();
        let address = path;
        parameters.forEach((parameter, index) => {
          const value = values[index] as string | undefined;
          if (parameter.in === 'path')
            address = address.replace(`{${parameter.name}}`, encodeURIComponent(Buffer.from(value || 'x').toString()));
          else if (value !== undefined) query.append(parameter.name, value);
        });
        const response = await fetch(`${server.url}${address}?${query}`, {
          method: method.toUpperCase(),
          ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        });
        await response.arrayBuffer();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        expect(response.status, `${method} ${address}?${query} ${JSON.stringify(body)}`).toBeLessThan(500);
      }),
      { numRuns: 1000 },
    );
    expect(statuses.get(200) ?? 0).toBeGreaterThan(100);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(100);
  });
});
