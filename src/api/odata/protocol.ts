import { isBatch } from '../call.ts';
import type { PreparedCall, Protocol, ProtocolContext } from '../execute/protocol.ts';
import { Catalog, type CatalogService } from '../spec/catalog.ts';
import { interpretAnswer } from './answer.ts';
import { batchRequest } from './batch.ts';
import { interpretBatch } from './batch-answer.ts';
import { CallProblem } from './call-problem.ts';
import { etagFindings } from './etag.ts';
import { projected } from './projection.ts';
import { type ODataRequest, singleRequest } from './request.ts';
import { dialectOf } from './shape.ts';
import { serviceRoot } from './url.ts';

/** OData V2, V3 and V4 for execution. */
export const odataProtocol: Protocol = {
  name: 'odata',
  prepare(call, context) {
    const service = Catalog.of(context.graph).service(context.service);
    if (service === undefined) {
      return {
        findings: [
          new CallProblem('unknown-service', 'service', `There is no service ${context.service}.`).toFinding(),
        ],
      };
    }
    try {
      const findings = etagFindings(call, service);
      if (isBatch(call)) {
        const batch = batchRequest(service, call, context.settings.batchFormat ?? 'multipart');
        return {
          ...prepared(batch.request, context, service),
          findings,
          interpret: (answer) => interpretBatch(service, batch, answer),
        };
      }
      const request = singleRequest(
        service,
        context.settings.projection === 'specification' ? projected(service, call) : call,
      );
      const rows = call.query?.top;
      return {
        ...prepared(request, context, service),
        findings,
        ...(rows !== undefined && { rows }),
        interpret: (answer) => interpretAnswer(service, request, answer),
      };
    } catch (error) {
      if (error instanceof CallProblem) return { findings: [error.toFinding()] };
      throw error;
    }
  },
};

function prepared(
  request: ODataRequest,
  { url, settings }: ProtocolContext,
  service: CatalogService,
): Omit<PreparedCall, 'interpret' | 'findings'> {
  const root = serviceRoot(url).href;
  const registered = new URL(url).search.slice(1);
  const asked = [
    ...(registered === '' ? [] : [registered]),
    ...(settings.client === undefined ? [] : [`sap-client=${encodeURIComponent(settings.client)}`]),
    ...(settings.language === undefined ? [] : [`sap-language=${encodeURIComponent(settings.language)}`]),
  ].join('&');
  const join = (resource: string): string =>
    asked === '' ? resource : `${resource}${resource.includes('?') ? '&' : '?'}${asked}`;
  const { method, resource, headers, body, write } = request;
  const prefer = preferences(request, settings, service);
  return {
    request: {
      method,
      url: `${root}${join(resource)}`,
      headers: prefer === '' ? headers : { ...headers, prefer },
      ...(body !== undefined && { body }),
    },
    write,
    ...(method !== 'GET' && settings.csrf !== false && { tokenUrl: `${root}${join('')}` }),
  };
}

/** RFC 7240 preferences, only those that were asked for. */
function preferences(
  { method, result, write, body }: ODataRequest,
  settings: ProtocolContext['settings'],
  service: CatalogService,
): string {
  const wanted: string[] = [];
  if (method === 'GET' && result.many && settings.pageSize !== undefined && dialectOf(service) !== 'v2')
    wanted.push(`odata.maxpagesize=${settings.pageSize}`);
  if (write && body !== undefined && settings.prefer !== undefined) {
    wanted.push(
      dialectOf(service) === 'v4'
        ? `return=${settings.prefer}`
        : settings.prefer === 'minimal'
          ? 'return-no-content'
          : 'return-content',
    );
  }
  return wanted.join(',');
}
