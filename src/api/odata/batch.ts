import { createHash } from 'node:crypto';
import type { BatchCall } from '../call.ts';
import type { CatalogService } from '../spec/catalog.ts';
import { CallProblem } from './call-problem.ts';
import { headers, type ODataRequest, singleRequest } from './request.ts';
import { dialectOf } from './shape.ts';

/** One call inside a batch. */
export interface BatchPart {
  readonly index: number;
  readonly id: string;
  readonly request: ODataRequest;
  /** `id` of the part whose result this one builds on. */
  readonly reference?: string;
}

/** A batch as it is sent: singles and change sets in order, and the one request that carries them. */
export interface Batch {
  readonly groups: readonly (readonly BatchPart[])[];
  /** Parallel to `groups`: all or nothing. */
  readonly atomic: readonly boolean[];
  readonly request: ODataRequest;
}

/**
 * Writes a batch: multipart of V2, V3 and V4, or the JSON format of V4 (OData 4.01 JSON Format, "Batch Requests"). With
 * `changeSet` all writes share one change set; without, each write of V2 and V3 stands in its own, as these versions ask.
 */
export function batchRequest(service: CatalogService, call: BatchCall, format: 'multipart' | 'json'): Batch {
  const parts = readParts(service, call);
  const groups: BatchPart[][] = [];
  const atomic: boolean[] = [];
  for (const part of parts) {
    const { write } = part.request;
    const last = groups.at(-1);
    if (call.changeSet === true && write && last !== undefined && atomic.at(-1) === true) last.push(part);
    else {
      groups.push([part]);
      atomic.push(write && (call.changeSet === true || dialectOf(service) !== 'v4'));
    }
  }
  if (call.changeSet === true && atomic.filter((flag) => flag).length > 1) {
    throw new CallProblem(
      'change-set',
      'calls',
      'A read stands between writes that must succeed or fail together; put reads first or last.',
    );
  }
  if (format === 'multipart') assertReferences(service, groups);
  const write = parts.some((part) => part.request.write);
  const shape = { method: 'POST', resource: '$batch', write, result: { many: false } };
  if (format === 'json' && dialectOf(service) === 'v4') {
    const body = JSON.stringify({
      requests: groups.flatMap((group, index) => group.map((part) => jsonPart(part, atomic[index] === true, index))),
    });
    return {
      groups,
      atomic,
      request: {
        ...shape,
        headers: { ...headers(service), 'odata-version': '4.0', 'content-type': 'application/json' },
        body,
      },
    };
  }
  const { body, boundary } = multipart(groups, atomic);
  const own = {
    ...headers(service),
    accept: 'multipart/mixed',
    'content-type': `multipart/mixed; boundary=${boundary}`,
  };
  return {
    groups,
    atomic,
    request: { ...shape, headers: dialectOf(service) === 'v4' ? { ...own, 'odata-version': '4.0' } : own, body },
  };
}

/** In multipart batches before 4.01 only calls of the same change set can be referred to. */
function assertReferences(service: CatalogService, groups: readonly (readonly BatchPart[])[]): void {
  if (service.attributes.version === '4.01') return;
  for (const group of groups) {
    const lost = group.find(({ reference }) => reference !== undefined && !group.some(({ id }) => id === reference));
    if (lost === undefined) continue;
    const problem = `${lost.reference} is not in the same change set; give the batch changeSet true, so that its writes can refer to each other.`;
    throw new CallProblem('reference', `calls/${lost.index}/reference`, problem);
  }
}

function readParts(service: CatalogService, call: BatchCall): BatchPart[] {
  const ids = new Set<string>();
  return call.calls.map((single, index) => {
    const id = single.contentId ?? freeId(index + 1, call);
    if (!/^[\w.~-]{1,100}$/.test(id)) {
      throw new CallProblem(
        'content-id',
        `calls/${index}/contentId`,
        `The contentId ${id} may hold only letters, digits and . _ ~ -.`,
      );
    }
    if (ids.has(id))
      throw new CallProblem('content-id', `calls/${index}/contentId`, `The contentId ${id} is given twice.`);
    if (single.reference !== undefined && !ids.has(single.reference)) {
      throw new CallProblem(
        'reference',
        `calls/${index}/reference`,
        `No call before this one has the contentId ${single.reference}.`,
      );
    }
    ids.add(id);
    return {
      index,
      id,
      request: nestedProblem(service, call, index),
      ...(single.reference !== undefined && { reference: single.reference }),
    };
  });
}

function freeId(from: number, call: BatchCall): string {
  const taken = new Set(call.calls.map((single) => single.contentId));
  let id = from;
  while (taken.has(String(id))) id += call.calls.length;
  return String(id);
}

function nestedProblem(service: CatalogService, call: BatchCall, index: number): ODataRequest {
  const single = call.calls[index];
  if (single === undefined) throw new CallProblem('unknown-operation', `calls/${index}`, 'The call is missing.');
  try {
    return singleRequest(service, single);
  } catch (error) {
    if (error instanceof CallProblem) throw new CallProblem(error.rule, `calls/${index}/${error.path}`, error.message);
    throw error;
  }
}

function jsonPart(part: BatchPart, atomic: boolean, group: number): Record<string, unknown> {
  const { method, resource, headers: own, body } = part.request;
  return {
    id: part.id,
    ...(atomic && { atomicityGroup: `g${group + 1}` }),
    ...(part.reference !== undefined && { dependsOn: [part.reference] }),
    method: method.toLowerCase(),
    url: resource,
    headers: own,
    ...(body !== undefined && { body: JSON.parse(body) as unknown }),
  };
}

function multipart(
  groups: readonly (readonly BatchPart[])[],
  atomic: readonly boolean[],
): { body: string; boundary: string } {
  const hash = createHash('sha256').update(JSON.stringify(groups)).digest('hex').slice(0, 24);
  const boundary = `batch_${hash}`;
  const lines: string[] = [];
  for (const [index, group] of groups.entries()) {
    lines.push(`--${boundary}`);
    if (atomic[index] !== true) {
      for (const part of group) lines.push(...httpPart(part));
      continue;
    }
    const inner = `changeset_${hash}_${index + 1}`;
    lines.push(`content-type: multipart/mixed; boundary=${inner}`, '');
    for (const part of group) lines.push(`--${inner}`, ...httpPart(part));
    lines.push(`--${inner}--`, '');
  }
  lines.push(`--${boundary}--`, '');
  return { body: lines.join('\r\n'), boundary };
}

function httpPart({ id, request }: BatchPart): string[] {
  const { method, resource, headers: own, body } = request;
  const inner = { ...own, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) };
  return [
    'content-type: application/http',
    'content-transfer-encoding: binary',
    `content-id: ${id}`,
    '',
    `${method} ${resource} HTTP/1.1`,
    ...Object.entries(inner).map(([name, value]) => `${name}: ${value}`),
    '',
    body ?? '',
  ];
}
