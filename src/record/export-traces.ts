import { createHash } from 'node:crypto';
import { hasErrors, type TraceRecord } from '../base/index.ts';
import { genAi, groundrail, http } from './otel-attributes.ts';

/** One span as a line of an export; times are ISO 8601, the ids are hexadecimal as OpenTelemetry wants them. */
export interface SpanLine {
  traceId: string;
  spanId: string;
  name: string;
  kind: 'CLIENT' | 'INTERNAL';
  startTime: string;
  endTime: string;
  status: { code: 'OK' | 'ERROR' | 'UNSET'; message?: string };
  attributes: Record<string, unknown>;
}

/** Trace records as JSON Lines, each a span with OpenTelemetry attribute names, in the order in which they come. */
export async function* exportTraces(records: AsyncIterable<TraceRecord>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(toSpan(record))}\n`;
}

/** A trace record as a span: a call or refusal is the execution of a tool, a turn of a model is a chat. */
export function toSpan(record: TraceRecord): SpanLine {
  const trace = record.traceId ?? record.id;
  const start = Date.parse(record.at);
  const operation = operationOf(record.kind);
  const subject = [record.service, record.entitySet].filter(Boolean).join('/');
  const tool = [subject, record.operation].filter(Boolean).join(' ') || record.kind;
  return {
    traceId: hexadecimal(trace, 32),
    spanId: hexadecimal(record.id, 16),
    name: operation === undefined ? record.kind : `${operation} ${nameOf(record, tool)}`,
    kind: record.requests.length > 0 && record.kind === 'call' ? 'CLIENT' : 'INTERNAL',
    startTime: record.at,
    endTime: Number.isNaN(start) ? record.at : new Date(start + record.durationMs).toISOString(),
    status: statusOf(record),
    attributes: defined({
      [genAi.operationName]: operation,
      [genAi.conversationId]: record.traceId,
      [genAi.toolName]: operation === 'execute_tool' ? tool : undefined,
      [genAi.toolType]: operation === 'execute_tool' ? 'extension' : undefined,
      [genAi.toolCallId]: operation === 'execute_tool' ? record.id : undefined,
      [genAi.toolCallArguments]: record.call === undefined ? undefined : JSON.stringify(record.call),
      ...httpAttributes(record),
      [groundrail.recordId]: record.id,
      [groundrail.traceId]: trace,
      [groundrail.kind]: record.kind,
      [groundrail.actor]: record.actor,
      [groundrail.service]: record.service,
      [groundrail.entitySet]: record.entitySet,
      [groundrail.operation]: record.operation,
      [groundrail.caseId]: record.caseId,
      [groundrail.planId]: record.planId,
      [groundrail.outcome]: record.outcome,
      [groundrail.requests]: record.requests.length === 0 ? undefined : JSON.stringify(record.requests),
      [groundrail.findings]: record.findings.length === 0 ? undefined : JSON.stringify(record.findings),
      ...record.attributes,
    }),
  };
}

function operationOf(kind: TraceRecord['kind']): string | undefined {
  if (kind === 'model') return 'chat';
  return kind === 'approval' ? undefined : 'execute_tool';
}

function nameOf(record: TraceRecord, tool: string): string {
  const name = record.attributes?.[record.kind === 'model' ? genAi.requestModel : genAi.toolName];
  return typeof name === 'string' ? name : tool;
}

function statusOf(record: TraceRecord): SpanLine['status'] {
  const failed = record.outcome !== undefined && record.outcome !== 'done';
  if (!failed && !hasErrors(record.findings)) return { code: record.outcome === 'done' ? 'OK' : 'UNSET' };
  const message = record.findings.find((finding) => finding.severity === 'error')?.message ?? record.outcome;
  return message === undefined ? { code: 'ERROR' } : { code: 'ERROR', message };
}

/** The last request is the one that was answered. */
function httpAttributes(record: TraceRecord): Record<string, unknown> {
  const request = record.requests.at(-1);
  const url = request && URL.canParse(request.url) ? new URL(request.url) : undefined;
  const failed = statusOf(record).code === 'ERROR';
  const rule = record.findings.find((finding) => finding.severity === 'error')?.rule;
  return {
    [http.method]: request?.method,
    [http.url]: request?.url,
    [http.serverAddress]: url?.hostname,
    [http.serverPort]: url ? Number(url.port || (url.protocol === 'https:' ? 443 : 80)) : undefined,
    [http.status]: record.status,
    [http.errorType]: failed
      ? (rule ?? (record.status === undefined ? record.outcome : String(record.status)))
      : undefined,
  };
}

function defined(attributes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

/** An id that has the right form is kept, any other is hashed. */
function hexadecimal(id: string, digits: 16 | 32): string {
  const plain = id.replaceAll('-', '').toLowerCase();
  if (plain.length === digits && /^[0-9a-f]+$/.test(plain)) return plain;
  return createHash('sha256').update(id).digest('hex').slice(0, digits);
}
