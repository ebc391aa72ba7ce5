import type { TraceRecord } from '../base/index.ts';

/** Longest text that a trace keeps, in UTF-16 code units. */
export const longestText = 256 * 1024;

const deepest = 64;
const mostItems = 10_000;

/** A trace record whose texts, lists and depth are bounded; whatever was cut says so and how much there was. Plans are never cut. */
export function boundTrace(record: TraceRecord): TraceRecord {
  const { call, requests, findings, attributes, ...rest } = record;
  const shortened = {
    ...rest,
    ...(call === undefined ? {} : { call: boundWhole(call) }),
    requests: bound(requests, 0),
    findings: bound(findings, 0),
    ...(attributes === undefined ? {} : { attributes: bound(attributes, 0) }),
  };
  return shortened as TraceRecord;
}

/** A call that is still large once its parts are bounded is kept as the beginning of its JSON. */
function boundWhole(value: unknown): unknown {
  const bounded = bound(value, 0);
  const text = JSON.stringify(bounded);
  return text.length <= 2 * longestText ? bounded : { truncated: cut(text) };
}

function bound(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '[truncated: nested too deeply]';
  if (Array.isArray(value)) {
    const items = value.slice(0, mostItems).map((item) => bound(item, depth + 1));
    if (value.length > mostItems) items.push(`[truncated: ${value.length} items in all]`);
    return items;
  }
  if ('toJSON' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, bound(item, depth + 1)]));
}

function cut(text: string): string {
  return text.length <= longestText
    ? text
    : `${text.slice(0, longestText)} [truncated: ${text.length} characters in all]`;
}
