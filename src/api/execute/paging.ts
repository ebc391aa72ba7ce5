import type { Finding } from '../../base/index.ts';
import type { HttpAnswer, Interpretation, PreparedCall } from './protocol.ts';

/** Bounds of following pages. */
export interface PageLimits {
  /** Rows that are collected where the call names no `top`. */
  readonly rows: number;
  /** Rows that are collected at most. */
  readonly maxRows: number;
  readonly pages: number;
  /** Characters of all pages together. */
  readonly characters: number;
}

export const defaultPageLimits: PageLimits = { rows: 1000, maxRows: 50_000, pages: 200, characters: 128 * 1_048_576 };

/** Everything that was read, in one interpretation, with the last answer's status. */
export interface PagedReading {
  readonly answer: HttpAnswer;
  readonly reading: Interpretation;
}

/**
 * Follows the links that the system gives to further pages (`__next` with `$skiptoken`, `@odata.nextLink`) until as many rows are there
 * as were asked for. Links that leave the service's own host, repeat themselves or pass the limits end it with a finding.
 */
export async function readPages(
  prepared: PreparedCall,
  first: HttpAnswer,
  limits: PageLimits,
  fetchPage: (url: string) => Promise<HttpAnswer>,
): Promise<PagedReading> {
  let answer = first;
  let reading = prepared.interpret(first);
  if (prepared.write || !reading.ok || reading.next === undefined) return { answer, reading };
  const wanted = Math.min(prepared.rows ?? limits.rows, limits.maxRows);
  const rows = [...rowsOf(reading)];
  const findings: Finding[] = [...reading.findings];
  const { body } = reading;
  const origin = new URL(prepared.request.url).origin;
  const seen = new Set([prepared.request.url]);
  let characters = first.text.length;
  let next: string | undefined = reading.next;
  for (let pages = 1; next !== undefined && rows.length < wanted; pages++) {
    const url: URL | undefined = URL.canParse(next, answer.url) ? new URL(next, answer.url) : undefined;
    const obstacle =
      url === undefined || url.origin !== origin
        ? `The link to the next page leads to ${url?.host ?? 'no readable address'}, not to the host of the service, and is not followed`
        : seen.has(url.href) || pages >= limits.pages || characters > limits.characters
          ? 'The system keeps giving further pages; reading ended at the limit'
          : undefined;
    if (obstacle !== undefined || url === undefined) {
      findings.push({
        rule: 'pages-ended',
        severity: 'warning',
        path: '/query',
        message: `${obstacle} after ${rows.length} rows; narrow the filter or use top and skip.`,
      });
      return { answer, reading: { ...reading, body: joined(body, rows), findings } };
    }
    seen.add(url.href);
    answer = await fetchPage(url.href);
    characters += answer.text.length;
    reading = prepared.interpret(answer);
    if (!reading.ok) return { answer, reading };
    for (const item of rowsOf(reading)) rows.push(item);
    for (const item of reading.findings) findings.push(item);
    next = reading.next;
  }
  if (next !== undefined && prepared.rows === undefined) {
    findings.push({
      rule: 'more-rows',
      severity: 'info',
      path: '/query',
      message: `There are more than the ${rows.length} rows returned; narrow the filter or use top and skip.`,
    });
  }
  return { answer, reading: { ok: true, body: joined(body, rows.slice(0, prepared.rows ?? rows.length)), findings } };
}

function rowsOf(reading: Interpretation): readonly unknown[] {
  const value = (reading.body as { value?: unknown } | undefined)?.value;
  return Array.isArray(value) ? value : [];
}

function joined(body: unknown, value: readonly unknown[]): unknown {
  return typeof body === 'object' && body !== null ? { ...body, value } : { value };
}
