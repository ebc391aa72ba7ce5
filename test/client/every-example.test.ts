import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SingleCall } from '../../src/api/index.ts';
import { CallProblem } from '../../src/api/odata/call-problem.ts';
import { singleRequest } from '../../src/api/odata/request.ts';
import { Catalog, type CatalogService } from '../../src/api/spec/catalog.ts';
import { exampleAction, exampleCreate, exampleKey, exampleRead } from '../../src/api/spec/example-call.ts';
import { MemoryGraph } from '../../src/graph/index.ts';
import { readODataDocument } from '../../src/ingest/index.ts';
import { describeWithShared } from '../shared.ts';

describeWithShared('every example call of real services is written as a request', (shared) => {
  const folders = ['sap-s4', 'other'].map((name) => join(shared, 'data/odata', name));
  it.each(folders)('%s', (folder) => {
    let written = 0;
    const problems: string[] = [];
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.edmx'))) {
      const content = readFileSync(join(folder, file));
      const reading = readODataDocument({ service: { id: 'SVC' }, file, content });
      if (reading.refused) continue;
      const service = Catalog.of(MemoryGraph.from(reading.patch)).service('SVC');
      for (const call of service === undefined ? [] : callsOf(service)) {
        written += 1;
        const problem = problemOf(service as CatalogService, call);
        if (problem !== undefined) problems.push(`${file}: ${problem}`);
      }
    }
    expect(problems).toEqual([]);
    expect(written).toBeGreaterThan(1000);
  });
});

/** Read, create, update and every action of every set, and the unbound operations. */
function* callsOf(service: CatalogService): Generator<SingleCall> {
  for (const operation of service.operations()) if (operation.on === 'unbound') yield exampleAction(service, operation);
  for (const name of service.entitySetNames()) {
    const set = service.entitySet(name);
    if (set === undefined) continue;
    yield exampleRead(set);
    if (set.attributes.singleton !== true) yield exampleCreate(set);
    for (const operation of service.operations(set)) yield exampleAction(service, operation, set);
    if (set.type.keys.length === 0 || set.attributes.singleton === true) continue;
    const { payload } = exampleCreate(set);
    yield { service: 'SVC', entitySet: set.name, operation: 'update', key: exampleKey(set), payload };
  }
}

/** Why a call cannot be written as a sound request; media streams, types whose key stands in another file and parameters of enumerations are excused. */
function problemOf(service: CatalogService, call: SingleCall): string | undefined {
  try {
    const { resource, body, headers } = singleRequest(service, call);
    expect(new URL(resource, 'https://erp.example/svc/').pathname).toMatch(/^\/svc\//);
    expect(resource).toMatch(/^[\x21-\x7e]+$/);
    if (body !== undefined) expect(JSON.parse(body)).toBeTypeOf('object');
    for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]+$/);
    return undefined;
  } catch (error) {
    if (!(error instanceof CallProblem)) return `${JSON.stringify(call)}: ${String(error)}`;
    const withoutKey = call.key !== undefined && Object.keys(call.key).length === 0;
    // Members of enumerations are known for properties only, so that examples of parameters show an object instead.
    const enumParameter = error.rule === 'literal' && error.message.endsWith('not an object.');
    const excused = error.rule === 'media-stream' || withoutKey || enumParameter;
    return excused ? undefined : `${JSON.stringify(call)}: ${String(error)}`;
  }
}
