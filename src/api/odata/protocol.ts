import { isBatch } from '../call.ts';
import type { PreparedCall, Protocol, ProtocolContext } from '../execute/protocol.ts';
import { interpretAnswer } from './answer.ts';
import { batchRequest } from './batch.ts';
import { interpretBatch } from './batch-answer.ts';
import { CallProblem } from './call-problem.ts';
import { etagFindings } from './etag.ts';
import { ServiceModel } from './model.ts';
import { type ODataRequest, singleRequest } from './request.ts';
import { serviceRoot } from './url.ts';

/** OData V2, V3 and V4 for execution. */
export const odataProtocol: Protocol = {
  name: 'odata',
  prepare(call, context) {
    const model = ServiceModel.of(context.graph, context.service);
    if (model === undefined) {
      return {
        findings: [
          {
            rule: 'unknown-service',
            severity: 'error',
            path: 'service',
            message: `There is no service ${context.service}.`,
          },
        ],
      };
    }
    try {
      const findings = etagFindings(call);
      if (isBatch(call)) {
        const batch = batchRequest(model, call, context.settings.batchFormat ?? 'multipart');
        return {
          ...prepared(batch.request, context, model),
          findings,
          interpret: (answer) => interpretBatch(model, batch, answer),
        };
      }
      const request = singleRequest(model, call);
      const rows = call.query?.top;
      return {
        ...prepared(request, context, model),
        findings,
        ...(rows !== undefined && { rows }),
        interpret: (answer) => interpretAnswer(model, request, answer),
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
  model: ServiceModel,
): Omit<PreparedCall, 'interpret' | 'findings'> {
  const root = serviceRoot(url).href;
  const asked = [
    ...(settings.client === undefined ? [] : [`sap-client=${encodeURIComponent(settings.client)}`]),
    ...(settings.language === undefined ? [] : [`sap-language=${encodeURIComponent(settings.language)}`]),
  ].join('&');
  const join = (resource: string): string =>
    asked === '' ? resource : `${resource}${resource.includes('?') ? '&' : '?'}${asked}`;
  const { method, resource, headers, body, write } = request;
  const prefer = preferences(request, settings, model);
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
  model: ServiceModel,
): string {
  const wanted: string[] = [];
  if (method === 'GET' && result.many && settings.pageSize !== undefined && model.dialect !== 'v2')
    wanted.push(`odata.maxpagesize=${settings.pageSize}`);
  if (write && body !== undefined && settings.prefer !== undefined) {
    wanted.push(
      model.dialect === 'v4'
        ? `return=${settings.prefer}`
        : settings.prefer === 'minimal'
          ? 'return-no-content'
          : 'return-content',
    );
  }
  return wanted.join(',');
}
