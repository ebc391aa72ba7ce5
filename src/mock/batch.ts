import { MockFault } from './fault.ts';
import type { ServiceHost, ServiceRequest, ServiceResponse } from './service-host.ts';

const maxParts = 1000;

interface Part extends ServiceRequest {
  contentId?: string;
}

/** Answers `$batch`, multipart (V2, V4) or JSON (V4). */
export function handleBatch(host: ServiceHost, request: ServiceRequest): ServiceResponse {
  const type = request.headers['content-type'] ?? '';
  if (/^application\/json/i.test(type)) return handleJson(host, request);
  const boundary = /boundary=(?:"([^"]+)"|([^;]+))/i.exec(type);
  const name = boundary?.[1] ?? boundary?.[2]?.trim();
  if (!/^multipart\/mixed/i.test(type) || !name) {
    throw new MockFault(
      415,
      'GRM/BATCH',
      '$batch needs the content type multipart/mixed with a boundary, or application/json.',
    );
  }
  const answers: string[] = [];
  for (const part of splitMultipart(request.body, name)) {
    const { headers, content } = splitHeaders(part);
    const inner = /boundary=(?:"([^"]+)"|([^;\r\n]+))/i.exec(headers['content-type'] ?? '');
    const innerName = inner?.[1] ?? inner?.[2]?.trim();
    if (innerName) answers.push(changeSet(host, splitMultipart(content, innerName).map(readHttpPart), request));
    else answers.push(httpPart(host.handle(inherit(readHttpPart(part), request, host.service.id))));
  }
  const outer = 'batch_answer';
  return {
    status: host.service.version === 'V2' ? 202 : 200,
    headers: { 'content-type': `multipart/mixed; boundary=${outer}` },
    body: `${answers.map((answer) => `--${outer}\r\n${answer}\r\n`).join('')}--${outer}--\r\n`,
  };
}

/** All parts succeed, or everything is put back and the answer is the first failure alone. */
function changeSet(host: ServiceHost, parts: readonly Part[], outer: ServiceRequest): string {
  const snapshot = host.snapshot();
  const created = new Map<string, string>();
  const answers: string[] = [];
  for (const part of parts) {
    const url = part.url.replace(/^\/?\$([^/?]+)/, (whole, id: string) => created.get(id) ?? whole);
    const response = host.handle(inherit({ ...part, url }, outer, host.service.id));
    if (response.status >= 400) {
      host.restore(snapshot);
      return httpPart(response, part.contentId);
    }
    if (part.contentId !== undefined && response.status === 201) created.set(part.contentId, host.urlOf(response));
    answers.push(httpPart(response, part.contentId));
  }
  const name = 'changeset_answer';
  return `Content-Type: multipart/mixed; boundary=${name}\r\n\r\n${answers.map((answer) => `--${name}\r\n${answer}\r\n`).join('')}--${name}--\r\n`;
}

function handleJson(host: ServiceHost, request: ServiceRequest): ServiceResponse {
  let requests: JsonPart[];
  try {
    requests = (JSON.parse(request.body) as { requests: JsonPart[] }).requests;
    if (!Array.isArray(requests) || requests.length > maxParts)
      throw new Error('"requests" must be a list of bounded length');
  } catch (error) {
    throw new MockFault(
      400,
      'GRM/BATCH',
      `The batch body is not readable: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  const created = new Map<string, string>();
  const failedGroups = new Set<string>();
  const snapshots = new Map<string, ReturnType<ServiceHost['snapshot']>>();
  const responses = requests.map((part) => {
    const group = part.atomicityGroup;
    const blocked =
      part.dependsOn?.some((id) => failedGroups.has(id)) || (group !== undefined && failedGroups.has(group));
    if (blocked)
      return {
        id: part.id,
        status: 424,
        body: { error: { code: 'GRM/DEPENDENCY', message: 'A request it depends on failed.' } },
      };
    if (group !== undefined && !snapshots.has(group)) snapshots.set(group, host.snapshot());
    const url = part.url.replace(/^\/?\$([^/?]+)/, (whole, id: string) => created.get(id) ?? whole);
    const response = host.handle(
      inherit(
        {
          method: part.method.toUpperCase(),
          url,
          headers: lower(part.headers ?? {}),
          body: part.body === undefined ? '' : JSON.stringify(part.body),
        },
        request,
        host.service.id,
      ),
    );
    if (response.status >= 400) {
      failedGroups.add(group ?? part.id);
      const snapshot = group === undefined ? undefined : snapshots.get(group);
      if (snapshot) host.restore(snapshot);
    } else if (response.status === 201) created.set(part.id, host.urlOf(response));
    return {
      id: part.id,
      status: response.status,
      headers: response.headers,
      ...(response.body === '' ? {} : { body: JSON.parse(response.body) as unknown }),
    };
  });
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ responses }) };
}

interface JsonPart {
  id: string;
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
  atomicityGroup?: string;
  dependsOn?: string[];
}

function splitMultipart(body: string, boundary: string): string[] {
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.replace(/^\r?\n/, '').replace(/\r?\n$/, ''));
  if (parts.length > maxParts) throw new MockFault(413, 'GRM/BATCH', `A batch has at most ${maxParts} parts.`);
  return parts;
}

function splitHeaders(text: string): { headers: Record<string, string>; content: string } {
  const end = /\r?\n\r?\n/.exec(text);
  const head = end ? text.slice(0, end.index) : text;
  const headers = head.split(/\r?\n/).flatMap((line): [string, string][] => {
    const at = line.indexOf(':');
    return at < 0 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]];
  });
  return { headers: Object.fromEntries(headers), content: end ? text.slice(end.index + end[0].length) : '' };
}

function readHttpPart(text: string): Part {
  const outer = splitHeaders(text);
  const lineEnd = /\r?\n/.exec(outer.content);
  const requestLine = lineEnd ? outer.content.slice(0, lineEnd.index) : outer.content;
  const [method = '', url = ''] = requestLine.split(' ');
  const inner = splitHeaders(lineEnd ? outer.content.slice(lineEnd.index + lineEnd[0].length) : '');
  const contentId = outer.headers['content-id'] ?? inner.headers['content-id'];
  return {
    method,
    url,
    headers: inner.headers,
    body: inner.content.trim(),
    ...(contentId === undefined ? {} : { contentId }),
  };
}

/** Parts take the run header of the batch; URLs with host or service root become relative to the root. */
function inherit(part: Part, outer: ServiceRequest, service: string): ServiceRequest {
  const run = outer.headers['x-groundrail-run'];
  const path = part.url.replace(/^https?:\/\/[^/]+/, '');
  const root = `/${service}/`;
  return {
    ...part,
    url: path.startsWith(root) ? path.slice(root.length) : path.replace(/^\//, ''),
    headers: run === undefined ? part.headers : { ...part.headers, 'x-groundrail-run': run },
  };
}

function httpPart(response: ServiceResponse, contentId?: string): string {
  const headers = Object.entries(response.headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const id = contentId === undefined ? '' : `Content-ID: ${contentId}\r\n`;
  const length = Buffer.byteLength(response.body);
  return `Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n${id}\r\nHTTP/1.1 ${response.status} ${reason(response.status)}\r\n${headers}Content-Length: ${length}\r\n\r\n${response.body}`;
}

function reason(status: number): string {
  return status === 201 ? 'Created' : status === 204 ? 'No Content' : status < 300 ? 'OK' : 'Error';
}

function lower(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
