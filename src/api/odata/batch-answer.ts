import type { Finding } from '../../base/index.ts';
import type { HttpAnswer, Interpretation } from '../execute/protocol.ts';
import type { CatalogService } from '../spec/catalog.ts';
import { interpretAnswer, refusal } from './answer.ts';
import type { Batch, BatchPart } from './batch.ts';
import { readErrorBody } from './error-body.ts';
import { parseExactly } from './exact-json.ts';

/** What came of one call of a batch. */
export interface BatchItem {
  readonly contentId: string;
  readonly ok: boolean;
  readonly status?: number;
  readonly body?: unknown;
  readonly etag?: string;
}

/** Reads the answer to a batch, multipart or JSON, and gives each call its own result; findings name the call by `calls/<index>`. */
export function interpretBatch(service: CatalogService, batch: Batch, answer: HttpAnswer): Interpretation {
  const contentType = answer.headers.get('content-type') ?? '';
  if (answer.status >= 400) return refusal(answer.status, answer.headers, readErrorBody(answer.text, contentType));
  const answers = /json/i.test(contentType) ? jsonAnswers(batch, answer) : multipartAnswers(batch, answer, contentType);
  if (answers === undefined) {
    const message = `The system answered ${answer.status}, but the body is no batch answer, perhaps cut off.`;
    return {
      ok: false,
      undecided: true,
      findings: [{ rule: 'unexpected-answer', severity: 'error', path: '', message }],
    };
  }
  const findings: Finding[] = [];
  const items: BatchItem[] = [];
  let undecided = false;
  for (const [index, group] of batch.groups.entries()) {
    const failed =
      batch.atomic[index] === true
        ? group.map((part) => answers.get(part)).find((one) => one !== undefined && one.status >= 400)
        : undefined;
    for (const part of group) {
      const own = answers.get(part) ?? failed;
      const path = `/calls/${part.index}`;
      if (own === undefined) {
        const stopped = items.some((item) => !item.ok);
        undecided ||= part.request.write && !stopped;
        const message = stopped
          ? 'Not processed, because a call before it failed.'
          : 'The system gave no answer to this call.';
        findings.push({ rule: stopped ? 'not-processed' : 'unexpected-answer', severity: 'error', path, message });
        items.push({ contentId: part.id, ok: false });
        continue;
      }
      const meant = interpretAnswer(service, part.request, own);
      if (meant.ok && failed !== undefined) {
        findings.push({
          rule: 'rolled-back',
          severity: 'error',
          path,
          message: 'Undone, because another call of its change set failed.',
        });
        items.push({ contentId: part.id, ok: false, status: own.status });
        continue;
      }
      if (own !== failed || answers.get(part) === failed)
        findings.push(
          ...meant.findings.map((finding) => ({
            ...finding,
            path: finding.path === '' ? path : `${path}/${finding.path}`,
          })),
        );
      undecided ||= meant.undecided === true && part.request.write;
      const { ok, body, etag } = meant;
      items.push({
        contentId: part.id,
        ok,
        status: own.status,
        ...(body !== undefined && { body }),
        ...(etag !== undefined && { etag }),
      });
    }
  }
  items.sort((a, b) => orderOf(batch, a) - orderOf(batch, b));
  return { ok: items.every((item) => item.ok), body: { responses: items }, findings, ...(undecided && { undecided }) };
}

function orderOf(batch: Batch, item: BatchItem): number {
  for (const group of batch.groups) for (const part of group) if (part.id === item.contentId) return part.index;
  return 0;
}

type PartAnswers = Map<BatchPart, HttpAnswer>;

function jsonAnswers(batch: Batch, answer: HttpAnswer): PartAnswers | undefined {
  let parsed: unknown;
  try {
    parsed = parseExactly(answer.text);
  } catch {
    return undefined;
  }
  const responses = (parsed as { responses?: unknown } | null)?.responses;
  if (!Array.isArray(responses)) return undefined;
  const answers: PartAnswers = new Map();
  for (const response of responses as {
    id?: unknown;
    status?: unknown;
    headers?: Record<string, string>;
    body?: unknown;
  }[]) {
    const part = batch.groups.flat().find(({ id }) => id === String(response.id));
    if (part === undefined || typeof response.status !== 'number') continue;
    const { body } = response;
    const text = body === undefined ? '' : JSON.stringify(body);
    answers.set(part, {
      status: response.status,
      headers: safeHeaders(Object.entries(response.headers ?? {})),
      text,
      url: answer.url,
    });
  }
  return answers;
}

function multipartAnswers(batch: Batch, answer: HttpAnswer, contentType: string): PartAnswers | undefined {
  const parts = splitMultipart(answer.text, contentType);
  if (parts === undefined) return undefined;
  const answers: PartAnswers = new Map();
  for (const [index, group] of batch.groups.entries()) {
    const part = parts[index];
    if (part === undefined) break;
    const nested = splitMultipart(part.body, part.headers.get('content-type') ?? '');
    const https = nested === undefined ? [part] : nested;
    for (const [position, one] of https.entries()) {
      const http = readHttp(one.body, answer.url);
      const id = one.headers.get('content-id') ?? http?.headers.get('content-id');
      const target =
        (id === null || id === undefined ? undefined : group.find((known) => known.id === id)) ?? group[position];
      if (http === undefined || target === undefined) continue;
      answers.set(target, http);
    }
  }
  return answers;
}

interface MimePart {
  readonly headers: Headers;
  readonly body: string;
}

/** The parts of a multipart body (RFC 2046, 5.1); undefined where it is none or its closing delimiter is missing. */
function splitMultipart(text: string, contentType: string): MimePart[] | undefined {
  if (!/^\s*multipart\//i.test(contentType)) return undefined;
  const found = /boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) return undefined;
  const parts: MimePart[] = [];
  let current: string[] | undefined;
  for (const line of text.split('\n')) {
    const bare = line.trimEnd();
    if (bare !== `--${boundary}` && bare !== `--${boundary}--`) {
      current?.push(line);
      continue;
    }
    if (current !== undefined) parts.push(readMime(current.join('\n')));
    if (bare.endsWith('--') && bare === `--${boundary}--`) return parts;
    current = [];
  }
  return undefined;
}

function readMime(text: string): MimePart {
  const match = /\r?\n\r?\n/.exec(text);
  const startsEmpty = /^\r?\n/.exec(text);
  if (startsEmpty !== null) return { headers: new Headers(), body: text.slice(startsEmpty[0].length) };
  if (match === null) return { headers: readHeaders(text), body: '' };
  return { headers: readHeaders(text.slice(0, match.index)), body: text.slice(match.index + match[0].length) };
}

function readHttp(text: string, url: string): HttpAnswer | undefined {
  const start = /^\s*HTTP\/\d(?:\.\d)?\s+(\d{3})[^\n]*(?:\n|$)/.exec(text);
  if (start === null) return undefined;
  const { headers, body } = readMime(text.slice(start[0].length));
  return { status: Number(start[1]), headers, text: body.trim(), url };
}

function readHeaders(text: string): Headers {
  return safeHeaders(
    text.split(/\r?\n/).flatMap((line): [string, string][] => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
    }),
  );
}

/** Headers as far as they are valid ones; what a system garbles is left out. */
function safeHeaders(entries: Iterable<[string, unknown]>): Headers {
  const headers = new Headers();
  for (const [name, value] of entries) {
    if (typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      headers.append(name, value);
  }
  return headers;
}
