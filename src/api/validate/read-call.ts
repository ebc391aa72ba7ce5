import type { z } from 'zod';
import type { Finding } from '../../base/index.ts';
import { type ApiCall, MAX_CALL_DEPTH } from '../call.ts';
import { batchCallSchema, singleCallSchema } from '../call-schema.ts';
import { nearestNames } from '../nearest-names.ts';
import { escapeSegment } from './call-node.ts';

const RULE = 'call-shape';

const MAX_FINDINGS = 20;

/** Names that other tools use for the parts of a call. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  body: 'payload',
  data: 'payload',
  target: 'entitySet',
  entity: 'entitySet',
  keys: 'key',
  params: 'parameters',
  arguments: 'parameters',
  method: 'operation',
};

/** Reads any JSON as a call: the call, or what keeps it from being one. */
export function readCall(input: unknown): { call: ApiCall } | { findings: Finding[] } {
  if (depthExceeds(input, MAX_CALL_DEPTH)) {
    return {
      findings: [finding('', `The call is nested deeper than ${MAX_CALL_DEPTH} levels; split it into several calls.`)],
    };
  }
  const strange = findStrange(input, '');
  if (strange !== undefined) {
    const what = typeof strange.value;
    return { findings: [finding(strange.path, `A ${what} stands here, which JSON cannot hold; write it as a text.`)] };
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { findings: [finding('', 'A call is a JSON object with "service", "entitySet" and "operation".')] };
  }
  const schema = (input as { operation?: unknown }).operation === 'batch' ? batchCallSchema : singleCallSchema;
  const parsed = schema.safeParse(input);
  if (parsed.success) return { call: parsed.data };
  return { findings: parsed.error.issues.flatMap((issue) => explain(issue, input)).slice(0, MAX_FINDINGS) };
}

function explain(issue: z.core.$ZodIssue, input: object): Finding[] {
  const pointer = issue.path.map((segment) => `/${escapeSegment(String(segment))}`).join('');
  if (issue.code !== 'unrecognized_keys') {
    const name = issue.path.length === 0 ? 'The call' : `"${issue.path.map(String).join('.')}"`;
    const isMissing = issue.code === 'invalid_type' && valueAt(input, issue.path) === undefined;
    return [
      finding(
        pointer,
        isMissing ? `${name} is missing; add it.` : `${name} is not what a call takes: ${issue.message}.`,
      ),
    ];
  }
  const inQuery = issue.path.at(-1) === 'query';
  const shape = inQuery
    ? QUERY_PARTS
    : issue.path.length === 0 || issue.path[0] === 'calls'
      ? CALL_PARTS
      : ['property', 'op', 'value', 'dir'];
  return issue.keys.map((key) => {
    const suggestion = (inQuery ? undefined : OTHER_NAMES[key]) ?? nearestNames(key.replace(/^\$/, ''), shape)[0];
    const hint = suggestion === undefined ? 'leave it out' : `use "${suggestion}"`;
    const what = inQuery ? 'no option of a query' : 'no part of a call';
    return {
      ...finding(`${pointer}/${escapeSegment(key)}`, `"${key}" is ${what}; ${hint}.`),
      rule: inQuery ? 'unknown-query-option' : RULE,
      allowed: shape,
      ...(suggestion !== undefined && {
        suggestion,
        repair: [{ op: 'move', from: `${pointer}/${escapeSegment(key)}`, path: `${pointer}/${suggestion}` }],
      }),
    };
  });
}

const CALL_PARTS = Object.keys(singleCallSchema.shape);
const QUERY_PARTS = ['filter', 'select', 'expand', 'orderby', 'top', 'skip', 'count', 'search'];

function finding(path: string, message: string): Finding {
  return { rule: RULE, severity: 'error', path, message };
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[segment];
  }
  return value;
}

/** The first value that JSON cannot hold, such as a bigint; only programs can pass one. The depth is bounded before. */
function findStrange(value: unknown, path: string): { value: unknown; path: string } | undefined {
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function') return { value, path };
  if (typeof value !== 'object' || value === null) return undefined;
  for (const name of Object.keys(value)) {
    const member: unknown = (value as Readonly<Record<string, unknown>>)[name];
    const isPlain = typeof member === 'string' || typeof member === 'number' || typeof member === 'boolean';
    const strange = isPlain ? undefined : findStrange(member, `${path}/${escapeSegment(name)}`);
    if (strange !== undefined) return strange;
  }
  return undefined;
}

/** Walks level by level, so that no depth can exhaust the stack. */
function depthExceeds(input: unknown, limit: number): boolean {
  let level: unknown[] = [input];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}
