import type { Finding } from '../../base/index.ts';
import type { HttpAnswer, Interpretation } from '../execute/protocol.ts';
import type { CatalogService } from '../spec/catalog.ts';
import { decode } from './decode.ts';
import { type ODataErrorBody, readableText, readErrorBody } from './error-body.ts';
import { parseExactly, TooDeep } from './exact-json.ts';
import type { ODataRequest } from './request.ts';

/** What the answer to a single request means: the decoded body, or the system's error with what to do about it. */
export function interpretAnswer(service: CatalogService, request: ODataRequest, answer: HttpAnswer): Interpretation {
  const { status, headers, text } = answer;
  const contentType = headers.get('content-type') ?? '';
  if (status >= 400) return refusal(status, headers, readErrorBody(text, contentType));
  if (status < 200 || status >= 300) {
    return broken(status, `answered ${status}, which says nothing about the ${request.write ? 'write' : 'read'}`);
  }
  const etag = headers.get('etag') ?? undefined;
  if (status === 202) {
    const monitor = headers.get('location');
    const message = `The system accepted the request and works on it${monitor === null ? '' : `; ask ${monitor} how far it is`}.`;
    return { ok: true, findings: [{ rule: 'accepted', severity: 'info', path: '', message }] };
  }
  if (status === 204 || text.trim() === '') {
    if (status !== 204 && !request.write && request.method === 'GET')
      return broken(status, `answered ${status} without a body`);
    return { ok: true, findings: [], ...(etag !== undefined && { etag }) };
  }
  if (contentType !== '' && !/[/+]json\b/i.test(contentType)) {
    const page = /html/i.test(contentType)
      ? ' Often that is a log-on page: check the authentication and the address of the service.'
      : '';
    const said = /html|xml|text/i.test(contentType) ? ` It says: ${readableText(text).slice(0, 300)}` : '';
    return broken(status, `answered ${status} with ${contentType.split(';')[0]} instead of JSON`, `${page}${said}`);
  }
  let json: unknown;
  try {
    json = parseExactly(text);
  } catch (error) {
    const problem = error instanceof TooDeep ? 'is nested deeper than 200 levels' : 'is no valid JSON, perhaps cut off';
    return broken(status, `answered ${status}, but the body ${problem}`);
  }
  const decoded = decode(service, json, request.result);
  const tag = decoded.etag ?? etag;
  return {
    ok: true,
    body: decoded.body,
    findings: [],
    ...(tag !== undefined && { etag: tag }),
    ...(decoded.next !== undefined && { next: decoded.next }),
  };
}

/** The system refused: its own words, and one sentence on what that status asks for. */
export function refusal(status: number, headers: Headers, error: ODataErrorBody): Interpretation {
  const code = error.code === undefined || error.code === '' || error.code === String(status) ? '' : ` (${error.code})`;
  const retryAfter = headers.get('retry-after');
  const patience = retryAfter === null ? '' : ` It asks to wait: Retry-After ${retryAfter}.`;
  const message = `The system answered ${status}${code}: ${error.message}${/[.!?…]$/.test(error.message) ? '' : '.'} ${explainStatus(status)}${patience}`;
  const main: Finding = {
    rule: `answer-${status}`,
    severity: 'error',
    path: error.target ?? '',
    message: message.trim(),
  };
  const details = (error.details ?? []).map(
    (detail): Finding => ({
      rule: `answer-${status}`,
      severity: 'error',
      path: detail.target ?? '',
      message: `${detail.code === undefined ? '' : `${detail.code}: `}${detail.message}`,
    }),
  );
  return { ok: false, body: { error }, findings: [main, ...details] };
}

/** What a failing status asks the caller to do. */
export function explainStatus(status: number): string {
  switch (status) {
    case 401:
      return 'The credentials were not accepted: check the auth of the service in landscape.yaml and its environment variables.';
    case 403:
      return 'The user may not do this: ask for the authorization.';
    case 404:
      return 'There is no such entity or address: check the key and the url of the service.';
    case 405:
      return 'The system does not allow this operation here.';
    case 409:
      return 'This conflicts with the state of the entity: read it again and decide anew.';
    case 412:
      return 'This is a conflict: the entity was changed since it was read. Read it again, check the change, and send the call with the new etag.';
    case 413:
      return 'The request is too large: send less at once.';
    case 422:
      return 'The system understood the values and does not accept them: correct them and call again.';
    case 423:
      return 'The entity is locked by somebody: try again when the lock is gone.';
    case 428:
      return 'The system wants to know which version is meant: read the entity and pass its etag.';
    case 429:
      return 'Too many requests: wait and call again.';
  }
  if (status === 502 || status === 503 || status === 504)
    return 'The system is not available at the moment: try again later.';
  if (status >= 500) return 'The system failed by itself: the message is for its administrators.';
  return '';
}

function broken(status: number, problem: string, remark = ''): Interpretation {
  const message = `The system ${problem}.${remark}`;
  return {
    ok: false,
    undecided: status < 400,
    findings: [{ rule: 'unexpected-answer', severity: 'error', path: '', message }],
  };
}
