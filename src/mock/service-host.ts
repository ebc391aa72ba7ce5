import type { CallLog, MockCall } from './call-log.ts';
import type { Effect } from './code-lists.ts';
import { errorBody, MockFault } from './fault.ts';
import type { MockService, MockSet } from './model.ts';
import { OperationRunner } from './operation.ts';
import { PayloadJudge } from './payload-judge.ts';
import { parseQuery, type QueryOptions } from './query-options.ts';
import { EntityWriter, keyText, queryRows } from './read.ts';
import { missing, type Resource, resolvePath } from './resource-path.ts';
import { Rows, type Snapshot } from './rows.ts';
import type { Row } from './seed.ts';
import type { Value } from './value.ts';
import { unwrapResults, Writer } from './write.ts';

/** One request to a service, alone or as a part of a batch. `url` is relative to the service root and not decoded. */
export interface ServiceRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface ServiceResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

type Details = Omit<MockCall, 'id' | 'at' | 'service' | 'method' | 'url' | 'status' | 'accepted' | 'issues' | 'run'>;

/** Answers the requests to one service from its data and judges each of them. Pure but for the data and the log. */
export class ServiceHost {
  readonly service: MockService;
  readonly #rows: Rows;
  readonly #writer: Writer;
  readonly #operations: OperationRunner;
  readonly #log: CallLog;
  readonly #root: string;

  constructor(
    service: MockService,
    root: string,
    seed: number,
    effects: readonly Effect[],
    log: CallLog,
    {
      judge = new PayloadJudge(service),
      assumeExisting = false,
    }: { judge?: PayloadJudge; assumeExisting?: boolean } = {},
  ) {
    this.service = service;
    this.#root = root;
    this.#log = log;
    this.#rows = new Rows(service, seed, assumeExisting);
    this.#writer = new Writer(service, this.#rows, judge);
    this.#operations = new OperationRunner(service, this.#rows, judge, effects);
  }

  snapshot(): Snapshot {
    return this.#rows.snapshot();
  }

  restore(snapshot: Snapshot): void {
    this.#rows.restore(snapshot);
  }

  /** Where a created entity lies, relative to the service root. */
  urlOf(created: ServiceResponse): string {
    return (created.headers.location ?? '').slice(this.#root.length + 1);
  }

  handle(request: ServiceRequest): ServiceResponse {
    const details: Details = {};
    let response: ServiceResponse;
    let issues: MockCall['issues'] = [];
    try {
      response = this.#dispatch(request, details);
    } catch (error) {
      if (!(error instanceof MockFault)) throw error;
      issues = error.issues;
      response = {
        status: error.status,
        headers: { 'content-type': 'application/json;charset=utf-8', ...error.headers },
        body: errorBody(error, this.service.version),
      };
    }
    const run = request.headers['x-groundrail-run'];
    this.#log.add({
      service: this.service.id,
      method: request.method,
      url: request.url,
      ...details,
      status: response.status,
      accepted: response.status < 400,
      issues,
      ...(run === undefined ? {} : { run }),
    });
    if (this.service.version === 'V4') response.headers['odata-version'] = '4.0';
    else response.headers.dataserviceversion = '2.0';
    return response;
  }

  #dispatch(request: ServiceRequest, details: Details): ServiceResponse {
    const at = request.url.indexOf('?');
    const path = at < 0 ? request.url : request.url.slice(0, at);
    const options = parseQuery(at < 0 ? '' : request.url.slice(at + 1));
    const filter = /[?&]\$filter=([^&]*)/.exec(request.url)?.[1];
    if (filter !== undefined) details.filter = decodeURIComponent(filter);
    const method = tunnelled(request);
    const resource = resolvePath(path, this.service, this.#rows);
    describe(resource, details);
    if (resource.kind === 'operation') return this.#operate(resource, method, request, options, details);
    if (method === 'GET' || method === 'HEAD') return this.#read(resource, options);
    if (resource.kind === 'property' || resource.kind === 'count') throw notAllowed(method);
    if (method === 'POST') {
      if (resource.kind !== 'collection') throw notAllowed(method);
      details.payload = unwrapResults(readBody(request));
      const row = this.#writer.create(resource.set, details.payload, resource.parent);
      details.created = keyOf(resource.set, row);
      const entity = new EntityWriter(this.service, this.#rows, this.#root).entity(resource.set, row, options);
      return this.#json(201, this.#single(resource.set, entity), {
        etag: this.#rows.etag(row),
        location: `${this.#root}/${resource.set.name}(${keyText(resource.set, row, this.service.version)})`,
      });
    }
    if (resource.kind !== 'entity') throw notAllowed(method);
    const row = resource.row;
    if (method !== 'DELETE') details.payload = unwrapResults(readBody(request));
    if (!row) throw missing(resource.set);
    this.#checkEtag(resource.set, row, request);
    switch (method) {
      case 'PATCH':
      case 'MERGE':
        if (method === 'MERGE' && this.service.version === 'V4') throw notAllowed(method);
        this.#writer.update(resource.set, row, details.payload, 'merge');
        return { status: 204, headers: { etag: this.#rows.etag(row) }, body: '' };
      case 'PUT':
        this.#writer.update(resource.set, row, details.payload, 'replace');
        return { status: 204, headers: { etag: this.#rows.etag(row) }, body: '' };
      case 'DELETE':
        this.#writer.delete(resource.set, row);
        return { status: 204, headers: {}, body: '' };
      default:
        throw notAllowed(method);
    }
  }

  #read(resource: Exclude<Resource, { kind: 'operation' }>, options: QueryOptions): ServiceResponse {
    const writer = new EntityWriter(this.service, this.#rows, this.#root);
    switch (resource.kind) {
      case 'count':
        return { status: 200, headers: { 'content-type': 'text/plain' }, body: String(resource.rows.length) };
      case 'property': {
        const value = resource.row[resource.property] ?? null;
        if (resource.raw) return { status: 200, headers: { 'content-type': 'text/plain' }, body: String(value) };
        return this.#json(200, this.service.version === 'V2' ? { d: { [resource.property]: value } } : { value });
      }
      case 'entity': {
        if (!resource.row) throw missing(resource.set);
        const entity = writer.entity(resource.set, resource.row, options);
        return this.#json(200, this.#single(resource.set, entity), { etag: this.#rows.etag(resource.row) });
      }
      case 'collection': {
        const page = queryRows(resource.rows, resource.set, options, this.service, this.#rows);
        const entities = page.rows.map((row) => writer.entity(resource.set, row, options));
        const next =
          page.nextSkip === undefined ? undefined : `${this.#root}/${resource.set.name}?$skiptoken=${page.nextSkip}`;
        if (this.service.version === 'V2') {
          const results: Record<string, Value> = { results: entities };
          if (options.count) results.__count = String(page.total);
          if (next) results.__next = next;
          return this.#json(200, { d: results });
        }
        return this.#json(200, {
          '@odata.context': `${this.#root}/$metadata#${resource.set.name}`,
          ...(options.count ? { '@odata.count': page.total } : {}),
          value: entities,
          ...(next ? { '@odata.nextLink': next } : {}),
        });
      }
    }
  }

  #operate(
    resource: Extract<Resource, { kind: 'operation' }>,
    method: string,
    request: ServiceRequest,
    options: QueryOptions,
    details: Details,
  ): ServiceResponse {
    const { operation, target } = resource;
    if (method !== operation.method) throw notAllowed(method);
    const inUrl = this.service.version === 'V2' || method === 'GET';
    if (!inUrl && request.body !== '') details.parameters = readBody(request) as Record<string, unknown>;
    const parameters = inUrl
      ? this.#operations.parametersOfUrl(operation, resource.text, options.custom)
      : this.#operations.parametersOfBody(operation, details.parameters ?? {});
    details.parameters = parameters;
    if (target?.row) this.#checkEtag(target.set, target.row, request);
    const result = this.#operations.run(operation, parameters, target);
    if (!result) return { status: 204, headers: {}, body: '' };
    const writer = new EntityWriter(this.service, this.#rows, this.#root);
    if ('row' in result)
      return this.#json(200, this.#single(result.set, writer.entity(result.set, result.row, options)));
    if ('rows' in result) {
      const entities = result.rows.map((row) => writer.entity(result.set, row, options));
      return this.#json(200, this.service.version === 'V2' ? { d: { results: entities } } : { value: entities });
    }
    return this.#json(
      200,
      this.service.version === 'V2' ? { d: { [operation.name]: result.value } } : { value: result.value },
    );
  }

  #checkEtag(set: MockSet, row: Row, request: ServiceRequest): void {
    const given = request.headers['if-match'];
    if (given === undefined) {
      if (set.etag)
        throw new MockFault(428, 'GRM/PRECONDITION', `${set.name} needs the header If-Match with the entity tag.`);
      return;
    }
    if (given !== '*' && given !== this.#rows.etag(row)) {
      throw new MockFault(412, 'GRM/CHANGED', 'The entity was changed by somebody else in the meantime.');
    }
  }

  #single(set: MockSet, entity: Value): Value {
    if (this.service.version === 'V2') return { d: entity };
    return { '@odata.context': `${this.#root}/$metadata#${set.name}/$entity`, ...(entity as Record<string, Value>) };
  }

  #json(status: number, value: Value, headers: Record<string, string> = {}): ServiceResponse {
    return {
      status,
      headers: { 'content-type': 'application/json;charset=utf-8', ...headers },
      body: JSON.stringify(value),
    };
  }
}

function tunnelled(request: ServiceRequest): string {
  const override = request.headers['x-http-method'] ?? request.headers['x-http-method-override'];
  return request.method === 'POST' && override ? override.toUpperCase() : request.method;
}

function describe(resource: Resource, details: Details): void {
  if (resource.kind === 'operation') {
    details.operation = resource.operation.name;
    if (resource.target) details.entitySet = resource.target.set.name;
    if (resource.target?.row) details.key = keyOf(resource.target.set, resource.target.row);
    return;
  }
  if (resource.kind === 'count') return;
  details.entitySet = resource.set.name;
  if (resource.kind === 'entity') {
    const key = resource.key ?? (resource.row && keyOf(resource.set, resource.row));
    if (key) details.key = key;
  }
  if (resource.kind === 'collection' && resource.parent) {
    const { set, row, navigation } = resource.parent;
    details.parent = { entitySet: set.name, navigation: navigation.name, key: keyOf(set, row) };
  }
}

function keyOf(set: MockSet, row: Row): Row {
  return Object.fromEntries(set.type.keys.map((name) => [name, row[name] ?? null]));
}

function readBody(request: ServiceRequest): unknown {
  try {
    const body: unknown = JSON.parse(request.body);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch (error) {
    throw new MockFault(
      400,
      'GRM/BODY',
      `The body is no JSON: ${error instanceof Error ? error.message : String(error)}.`,
      [{ kind: 'request', path: '', message: 'The body is no JSON.' }],
    );
  }
  throw new MockFault(400, 'GRM/BODY', 'The body must be a JSON object.', [
    { kind: 'request', path: '', message: 'The body must be a JSON object.' },
  ]);
}

function notAllowed(method: string): MockFault {
  const message = `The method ${method} is not allowed here.`;
  return new MockFault(405, 'GRM/METHOD', message, [{ kind: 'request', path: '', message }]);
}
