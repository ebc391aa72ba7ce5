import pc from 'picocolors';
import type { AgentEvent, TraceRecord } from '../workspace/index.ts';
import { observationLines } from './observation-lines.ts';
import { plain } from './terminal.ts';

type Observation = Extract<AgentEvent, { type: 'observation' }>['observation'];
type Fields = Readonly<Record<string, unknown>>;

const longestText = 600;

/** A record of a trace on a few lines: when, what, who, how it ended, and what was said or sent. */
export function traceRecordLines(record: TraceRecord): string[] {
  const fields: Fields = typeof record.call === 'object' && record.call !== null ? { ...record.call } : {};
  const step = typeof fields.step === 'number' ? `step ${fields.step}` : '';
  switch (record.kind) {
    case 'task':
      return [head(record, ''), ...said(fields.task), pc.dim(`    ${plain(String(fields.driver ?? ''))}`)];
    case 'model':
      return [head(record, step), ...said(fields.text), ...said(callNames(fields.calls))];
    case 'tool':
      if (fields.begun === true) return [head(record, `${step} ${plain(String(fields.tool))} begins`)];
      return [head(record, step), ...observed(fields, record).map((line) => `    ${line}`)];
    case 'answer':
      return [head(record, plain(String(fields.status ?? ''))), ...said(fields.answer)];
    default:
      return [head(record, ending(record)), ...sent(record)];
  }
}

function head({ at, kind, actor, durationMs }: TraceRecord, what: string): string {
  const lasted = durationMs > 0 ? pc.dim(`${Math.round(durationMs)} ms`) : '';
  return [at, pc.bold(kind.padEnd(8)), plain(actor), what, lasted].filter((part) => part !== '').join('  ');
}

function ending({ outcome, status }: TraceRecord): string {
  return `${outcome ?? ''}${status === undefined ? '' : ` ${status}`}`;
}

function said(text: unknown): string[] {
  if (typeof text !== 'string' || text.trim() === '') return [];
  return text
    .slice(0, longestText)
    .split('\n')
    .map((line) => `    ${plain(line)}`);
}

function callNames(calls: unknown): string {
  const names = (Array.isArray(calls) ? calls : []).map((call: Fields) => String(call.name));
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, times]) => (times === 1 ? name : `${name} (${times} times)`)).join(', ');
}

function observed(fields: Fields, { findings, durationMs }: TraceRecord): string[] {
  const { input, ok, text = '', tool = '' } = fields;
  const observation = {
    ...fields,
    tool: String(tool),
    input,
    ok: ok === true,
    text: String(text),
    findings,
    durationMs,
  };
  const lines = observationLines(observation as Observation, 110);
  return lines.length === 0 ? [plain(String(tool))] : lines;
}

function sent({ requests }: TraceRecord): string[] {
  return requests.flatMap(({ method, url, body }) => [
    `    ${method} ${plain(url)}`,
    ...(body === undefined ? [] : [`    ${plain(body)}`]),
  ]);
}
