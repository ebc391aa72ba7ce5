import { readOperationWord, type SingleCall } from '../call.ts';
import type { CatalogOperation, CatalogService, CatalogSet } from '../spec/catalog.ts';
import type { StructuredType } from '../spec/structured-type.ts';
import { findOperation } from '../validate/walk-call.ts';
import { entityBody, type JsonBody, parameterBody } from './body.ts';
import { CallProblem } from './call-problem.ts';
import { functionCall, importOptions, qualifiedName } from './operation.ts';
import { queryOptions } from './query.ts';
import { dialectOf, hasStream, parameterShape } from './shape.ts';
import { keyPredicate, queryString } from './url.ts';

/** What the answer of a request holds, as far as the metadata tells. */
export interface ResultShape {
  readonly type?: StructuredType;
  readonly many: boolean;
  /** V2 wraps the result of a function import in its name. */
  readonly wrapper?: string;
}

/** A request relative to the service root, before authentication, token and cookies. */
export interface ODataRequest {
  readonly method: string;
  /** Path and query, percent-encoded, relative to the root. */
  readonly resource: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Changes something, as far as the protocol can tell: everything but reads and functions. */
  readonly write: boolean;
  readonly result: ResultShape;
}

/** Writes a single call as one request of the service's protocol version; raises a CallProblem where that cannot be done. */
export function singleRequest(service: CatalogService, call: SingleCall): ODataRequest {
  const word = readOperationWord(call.operation);
  if (word === undefined || word.kind === 'http') {
    throw new CallProblem(
      'unknown-operation',
      'operation',
      `${call.operation} is no operation of an OData service; use create, read, update, delete or action:<Name>.`,
    );
  }
  const set = call.entitySet === undefined ? undefined : requireSet(service, call.entitySet);
  if (word.kind === 'action') return operationRequest(service, word.name, call, set);
  if (set === undefined)
    throw new CallProblem('missing-entity-set', 'entitySet', `${call.operation} needs an entitySet.`);
  const at = resourceOf(service, set, call);
  switch (word.kind) {
    case 'read': {
      const options = call.query === undefined ? [] : queryOptions(service, at.type, call.query);
      return {
        method: 'GET',
        resource: `${at.path}${queryString(options)}`,
        headers: headers(service),
        write: false,
        result: { type: at.type, many: at.many },
      };
    }
    case 'create': {
      refuseMedia(service, at.type);
      if (!at.many && call.navigation === undefined) {
        if (set.attributes.singleton === true)
          throw new CallProblem('singleton', 'operation', `${set.name} is a singleton: it exists already; use update.`);
        throw new CallProblem('key', 'key', `create adds to ${set.name} and takes no key; leave it out or use update.`);
      }
      return write(
        service,
        'POST',
        at.path,
        call,
        { type: at.type, many: false },
        entityBody(service, at.type, call.payload ?? {}),
      );
    }
    case 'update':
      requireOne(at, call);
      return write(
        service,
        dialectOf(service) === 'v2' ? 'MERGE' : 'PATCH',
        at.path,
        call,
        { type: at.type, many: false },
        entityBody(service, at.type, call.payload ?? {}),
      );
    case 'delete':
      requireOne(at, call);
      return write(service, 'DELETE', at.path, call, { type: at.type, many: false });
  }
}

/** Headers that every request of a protocol version carries. V4 answers keep the digits of long numbers by writing them as text. */
export function headers(service: CatalogService): Record<string, string> {
  switch (dialectOf(service)) {
    case 'v4':
      return {
        accept: 'application/json;IEEE754Compatible=true',
        'odata-maxversion': service.attributes.version === '4.01' ? '4.01' : '4.0',
      };
    case 'v3':
      return { accept: 'application/json;odata=verbose', dataserviceversion: '3.0', maxdataserviceversion: '3.0' };
    case 'v2':
      return { accept: 'application/json', dataserviceversion: '2.0', maxdataserviceversion: '2.0' };
  }
}

interface Resource {
  readonly path: string;
  readonly type: StructuredType;
  readonly many: boolean;
}

function requireSet(service: CatalogService, name: string): CatalogSet {
  const set = service.entitySet(name);
  if (set === undefined)
    throw new CallProblem('unknown-entity-set', 'entitySet', `${service.id} has no EntitySet ${name}.`);
  return set;
}

function resourceOf(service: CatalogService, set: CatalogSet, call: SingleCall): Resource {
  const own = entityPath(service, set, call);
  if (call.navigation === undefined) return own;
  if (own.many)
    throw new CallProblem('missing-key', 'key', `${call.navigation} starts from one ${set.name}: give its key.`);
  const navigation = own.type.navigation.get(call.navigation);
  const type = navigation?.targetId === undefined ? undefined : service.type(navigation.targetId);
  if (navigation === undefined || type === undefined) {
    const problem = `${own.type.qualifiedName} has no navigation property ${call.navigation}.`;
    throw new CallProblem('unknown-navigation', 'navigation', problem);
  }
  return { path: `${own.path}/${encodeURIComponent(navigation.name)}`, type, many: navigation.cardinality === '*' };
}

function entityPath(service: CatalogService, set: CatalogSet, call: SingleCall): Resource {
  const { type } = set;
  if (call.reference !== undefined) return { path: `$${encodeURIComponent(call.reference)}`, type, many: false };
  const path = encodeURIComponent(addressOf(service, set));
  if (set.attributes.singleton === true) return { path, type, many: false };
  if (call.key === undefined) return { path, type, many: true };
  return { path: `${path}${keyPredicate(service, type, call.key)}`, type, many: false };
}

/** A set that shares its name with one of another container is addressed with its container's name. */
function addressOf(service: CatalogService, { id, name, attributes }: CatalogSet): string {
  const container = attributes.container?.split('.').at(-1);
  return id === `${service.id}/${name}` || container === undefined ? name : `${container}.${name}`;
}

function operationRequest(
  service: CatalogService,
  name: string,
  call: SingleCall,
  set: CatalogSet | undefined,
): ODataRequest {
  const operation = findOperation(service, set, name, call);
  if (operation === undefined) {
    const problem = `${service.id} has no action or function ${name}${set === undefined ? '' : ` for ${set.name}`}.`;
    throw new CallProblem('unknown-action', 'operation', problem);
  }
  const { attributes } = operation;
  if (attributes.returnType === 'Edm.Stream') {
    throw new CallProblem('media-stream', 'operation', `${name} answers with a media stream, which is not read here.`);
  }
  const type = attributes.returnType === undefined ? undefined : service.typeNamed(attributes.returnType);
  const result = { many: attributes.returnCollection === true, ...(type !== undefined && { type }) };
  if (attributes.operationType === 'FunctionImport' && operation.on === 'unbound') {
    const resource = `${encodeURIComponent(attributes.name)}${queryString(importOptions(service, operation, call))}`;
    const shape = { ...result, wrapper: attributes.name };
    const { method = 'POST' } = attributes;
    if (method !== 'GET') return write(service, method, resource, call, shape);
    return { method, resource, headers: headers(service), write: false, result: shape };
  }
  const path = operationPath(service, operation, call, set);
  if (attributes.operationType === 'Function' || attributes.method === 'GET') {
    const { segment, aliases } = functionCall(service, operation, call.parameters ?? {});
    const query = type === undefined || call.query === undefined ? [] : queryOptions(service, type, call.query);
    const resource = `${path}${segment}${queryString([...aliases, ...query])}`;
    return { method: 'GET', resource, headers: headers(service), write: false, result };
  }
  const parameters = attributes.parameters.map((parameter) => parameterShape(service, parameter));
  return write(service, 'POST', path, call, result, parameterBody(service, parameters, call.parameters ?? {}));
}

/** Where a V4 operation, or a bound one of V3, is called: by its import, or behind what it is bound to by its qualified name. */
function operationPath(
  service: CatalogService,
  operation: CatalogOperation,
  call: SingleCall,
  set: CatalogSet | undefined,
): string {
  const { name } = operation.attributes;
  if (operation.on === 'unbound') return encodeURIComponent(name);
  if (set === undefined) {
    throw new CallProblem('missing-entity-set', 'entitySet', `${name} is bound: give the entitySet it is called on.`);
  }
  const called = dialectOf(service) === 'v4' ? qualifiedName(service, operation) : name;
  const { key, ...withoutKey } = call;
  if (operation.on === 'collection') return `${resourceOf(service, set, withoutKey).path}/${called}`;
  const start = entityPath(service, set, call);
  requireOne(start, call);
  return `${start.path}/${called}`;
}

function write(
  service: CatalogService,
  method: string,
  resource: string,
  call: SingleCall,
  result: ResultShape,
  body?: JsonBody,
): ODataRequest {
  const own = headers(service);
  if (body !== undefined) own['content-type'] = body.contentType;
  if (dialectOf(service) === 'v4' && body !== undefined) own['odata-version'] = '4.0';
  if (call.etag !== undefined) own['if-match'] = etagHeader(call.etag);
  return { method, resource, headers: own, ...(body !== undefined && { body: body.text }), write: true, result };
}

/** An ETag as it goes into If-Match; quotes are added where the caller lost them (RFC 9110, 8.8.3). */
function etagHeader(etag: string): string {
  if (!/^[\x20-\x7e]+$/.test(etag)) {
    throw new CallProblem(
      'etag',
      'etag',
      'The etag holds characters that no header can carry; pass it as the read returned it.',
    );
  }
  return etag === '*' || etag.includes('"') ? etag : `"${etag}"`;
}

function requireOne(at: Resource, call: SingleCall): void {
  if (at.many) throw new CallProblem('missing-key', 'key', `${call.operation} needs the key of one entity.`);
}

function refuseMedia(service: CatalogService, type: StructuredType): void {
  if (!hasStream(service, type)) return;
  const problem = `${type.qualifiedName} is a media entity: creating one means uploading a stream, which is not done here.`;
  throw new CallProblem('media-stream', 'entitySet', problem);
}
