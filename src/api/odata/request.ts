import { readOperationWord, type SingleCall } from '../call.ts';
import { entityBody, type JsonBody, parameterBody } from './body.ts';
import { CallProblem } from './call-problem.ts';
import type { Dialect, ServiceModel, SetShape, TypeShape } from './model.ts';
import { chooseOperation, functionCall, importOptions, parameterShape, qualifiedName } from './operation.ts';
import { queryOptions } from './query.ts';
import { keyPredicate, queryString } from './url.ts';

/** What the answer of a request holds, as far as the metadata tells. */
export interface ResultShape {
  readonly type?: TypeShape;
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
export function singleRequest(model: ServiceModel, call: SingleCall): ODataRequest {
  const word = readOperationWord(call.operation);
  if (word === undefined || word.kind === 'http') {
    throw new CallProblem(
      'unknown-operation',
      'operation',
      `${call.operation} is no operation of an OData service; use create, read, update, delete or action:<Name>.`,
    );
  }
  const set = call.entitySet === undefined ? undefined : requireSet(model, call.entitySet);
  if (word.kind === 'action') return operationRequest(model, word.name, call, set);
  if (set === undefined)
    throw new CallProblem('missing-entity-set', 'entitySet', `${call.operation} needs an entitySet.`);
  const at = resourceOf(model, set, call);
  switch (word.kind) {
    case 'read': {
      const options = call.query === undefined ? [] : queryOptions(model, at.type, call.query);
      return {
        method: 'GET',
        resource: `${at.path}${queryString(options)}`,
        headers: headers(model.dialect),
        write: false,
        result: { type: at.type, many: at.many },
      };
    }
    case 'create': {
      refuseMedia(at.type);
      if (!at.many && call.navigation === undefined) {
        throw new CallProblem('key', 'key', `create adds to ${set.name} and takes no key; leave it out or use update.`);
      }
      return write(
        model,
        'POST',
        at.path,
        call,
        { type: at.type, many: false },
        entityBody(model, at.type, call.payload ?? {}),
      );
    }
    case 'update':
      requireOne(at, call);
      return write(
        model,
        model.dialect === 'v2' ? 'MERGE' : 'PATCH',
        at.path,
        call,
        { type: at.type, many: false },
        entityBody(model, at.type, call.payload ?? {}),
      );
    case 'delete':
      requireOne(at, call);
      return write(model, 'DELETE', at.path, call, { type: at.type, many: false });
  }
}

/** Headers that every request of a protocol version carries. */
export function headers(dialect: Dialect): Record<string, string> {
  switch (dialect) {
    case 'v4':
      return { accept: 'application/json', 'odata-maxversion': '4.01' };
    case 'v3':
      return { accept: 'application/json;odata=verbose', dataserviceversion: '3.0', maxdataserviceversion: '3.0' };
    case 'v2':
      return { accept: 'application/json', dataserviceversion: '2.0', maxdataserviceversion: '2.0' };
  }
}

interface Resource {
  readonly path: string;
  readonly type: TypeShape;
  readonly many: boolean;
}

function requireSet(model: ServiceModel, name: string): SetShape {
  const set = model.entitySet(name);
  if (set === undefined)
    throw new CallProblem('unknown-entity-set', 'entitySet', `${model.service.id} has no EntitySet ${name}.`);
  return set;
}

function resourceOf(model: ServiceModel, set: SetShape, call: SingleCall): Resource {
  const own = entityPath(model, set, call);
  if (call.navigation === undefined) return own;
  if (own.many)
    throw new CallProblem('missing-key', 'key', `${call.navigation} starts from one ${set.name}: give its key.`);
  const shape = own.type.navigation.get(call.navigation);
  const type = shape?.target === undefined ? undefined : model.type(shape.target);
  if (shape === undefined || type === undefined) {
    throw new CallProblem(
      'unknown-navigation',
      'navigation',
      `${own.type.name} has no navigation property ${call.navigation}.`,
    );
  }
  return { path: `${own.path}/${encodeURIComponent(shape.name)}`, type, many: shape.many };
}

function entityPath(model: ServiceModel, set: SetShape, call: SingleCall): Resource {
  const { type } = set;
  if (call.reference !== undefined) return { path: `$${encodeURIComponent(call.reference)}`, type, many: false };
  const path = encodeURIComponent(set.name);
  if (set.attributes.singleton === true) return { path, type, many: false };
  if (call.key === undefined) return { path, type, many: true };
  return { path: `${path}${keyPredicate(model, type, call.key)}`, type, many: false };
}

function operationRequest(
  model: ServiceModel,
  name: string,
  call: SingleCall,
  set: SetShape | undefined,
): ODataRequest {
  const operation = chooseOperation(model, name, call, set);
  const { attributes, boundTo } = operation;
  const type = attributes.returnType === undefined ? undefined : model.typeNamed(attributes.returnType);
  const result = { many: attributes.returnCollection === true, ...(type !== undefined && { type }) };
  if (attributes.returnType === 'Edm.Stream') {
    throw new CallProblem('media-stream', 'operation', `${name} answers with a media stream, which is not read here.`);
  }
  if (model.dialect !== 'v4') {
    const method = attributes.method ?? 'POST';
    const resource = `${encodeURIComponent(attributes.name)}${queryString(importOptions(model, operation, call))}`;
    const shape = { ...result, wrapper: attributes.name };
    if (method !== 'GET') return write(model, method, resource, call, shape);
    return { method, resource, headers: headers(model.dialect), write: false, result: shape };
  }
  let path = encodeURIComponent(attributes.name);
  if (attributes.bound === true || boundTo !== undefined) {
    if (set === undefined)
      throw new CallProblem('missing-entity-set', 'entitySet', `${name} is bound: give the entitySet it is called on.`);
    const { key, ...withoutKey } = call;
    const start = boundTo === 'collection' ? resourceOf(model, set, withoutKey) : entityPath(model, set, call);
    if (boundTo !== 'collection') requireOne(start, call);
    path = `${start.path}/${qualifiedName(model, operation)}`;
  }
  if (attributes.operationType === 'Function') {
    const { segment, aliases } = functionCall(model, operation, call.parameters ?? {});
    const options = [
      ...aliases,
      ...(type !== undefined && call.query !== undefined ? queryOptions(model, type, call.query) : []),
    ];
    const resource = `${path}${segment}${queryString(options)}`;
    return { method: 'GET', resource, headers: headers('v4'), write: false, result };
  }
  const parameters = attributes.parameters.map((parameter) => parameterShape(model, parameter));
  return write(model, 'POST', path, call, result, parameterBody(model, parameters, call.parameters ?? {}));
}

function write(
  model: ServiceModel,
  method: string,
  resource: string,
  call: SingleCall,
  result: ResultShape,
  body?: JsonBody,
): ODataRequest {
  const own = headers(model.dialect);
  if (body !== undefined) own['content-type'] = body.contentType;
  if (model.dialect === 'v4' && body !== undefined) own['odata-version'] = '4.0';
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

function refuseMedia(type: TypeShape): void {
  if (!type.hasStream) return;
  throw new CallProblem(
    'media-stream',
    'entitySet',
    `${type.name} is a media entity: creating one means uploading a stream, which is not done here.`,
  );
}
