import type { FilterCondition, SingleCall } from '../call.ts';
import { isBatch, readOperationWord } from '../call.ts';
import type { HttpAnswer, Interpretation, PreparedCall, Protocol, ProtocolContext } from '../execute/protocol.ts';
import { refusal } from './answer.ts';
import { readErrorBody } from './error-body.ts';
import { odataProtocol } from './protocol.ts';

/**
 * The OData protocol for evaluations of what agents do without any check: a call that cannot be written by the metadata is written by its
 * own words, as a client without metadata does it, so that the system itself judges it. Everything else is the usual protocol.
 */
export const uncheckedProtocol: Protocol = {
  name: odataProtocol.name,
  prepare(call, context) {
    const prepared = odataProtocol.prepare(call, context);
    if ('request' in prepared || isBatch(call)) return prepared;
    return plainRequest(call, context) ?? prepared;
  },
};

function plainRequest(call: SingleCall, { url, graph, service }: ProtocolContext): PreparedCall | undefined {
  const word = readOperationWord(call.operation);
  if (word === undefined || word.kind === 'http') return undefined;
  const isV2 = !/^4/.test(graph.node('Service', service)?.attributes.version ?? '2.0');
  const root = url.endsWith('/') ? url : `${url}/`;
  const write = word.kind !== 'read';
  const parts = [
    call.entitySet === undefined ? '' : `${encodeURIComponent(call.entitySet)}${keyText(call.key)}`,
    call.navigation === undefined ? '' : encodeURIComponent(call.navigation),
    word.kind === 'action' ? encodeURIComponent(word.name) : '',
  ];
  const isImport = word.kind === 'action' && isV2;
  const path = (isImport ? parts.slice(2) : parts).filter((part) => part !== '').join('/');
  const query = isImport ? parametersOf({ ...call.key, ...call.parameters }) : queryOf(call);
  const methods = { create: 'POST', action: 'POST', update: isV2 ? 'MERGE' : 'PATCH', delete: 'DELETE', read: 'GET' };
  const body = word.kind === 'create' || word.kind === 'update' ? call.payload : isImport ? undefined : call.parameters;
  const sendsBody = write && word.kind !== 'delete' && !isImport;
  return {
    request: {
      method: methods[word.kind],
      url: `${root}${path}${query === '' ? '' : `?${query}`}`,
      headers: {
        accept: 'application/json',
        ...(sendsBody && { 'content-type': 'application/json' }),
        ...(call.etag !== undefined && { 'if-match': call.etag }),
      },
      ...(sendsBody && { body: JSON.stringify(body ?? {}) }),
    },
    write,
    findings: [],
    interpret: plainAnswer,
    ...(write && { tokenUrl: root }),
  };
}

function plainAnswer({ status, headers, text }: HttpAnswer): Interpretation {
  if (status >= 400) return refusal(status, headers, readErrorBody(text, headers.get('content-type') ?? ''));
  if (text.trim() === '') return { ok: true, findings: [] };
  try {
    return { ok: true, findings: [], body: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = `The system answered ${status} with no JSON.`;
    return {
      ok: false,
      undecided: true,
      findings: [{ rule: 'unexpected-answer', severity: 'error', path: '', message }],
    };
  }
}

function keyText(key: Readonly<Record<string, unknown>> | undefined): string {
  if (key === undefined || Object.keys(key).length === 0) return '';
  const pairs = Object.entries(key).map(([name, value]) => `${name}=${encodeURIComponent(literal(value))}`);
  return `(${pairs.join(',')})`;
}

function queryOf({ query = {} }: SingleCall): string {
  const { filter, select, expand, orderby, top, skip } = query;
  return [
    filter === undefined || filter.length === 0
      ? ''
      : `$filter=${encodeURIComponent(filter.map(conditionText).join(' and '))}`,
    select === undefined ? '' : `$select=${encodeURIComponent(select.join(','))}`,
    expand === undefined ? '' : `$expand=${encodeURIComponent(expand.join(','))}`,
    orderby === undefined
      ? ''
      : `$orderby=${encodeURIComponent(orderby.map(({ property, dir = 'asc' }) => `${property} ${dir}`).join(','))}`,
    top === undefined ? '' : `$top=${top}`,
    skip === undefined ? '' : `$skip=${skip}`,
  ]
    .filter((part) => part !== '')
    .join('&');
}

function conditionText({ property, op, value }: FilterCondition): string {
  if (op === 'in' && Array.isArray(value))
    return `(${value.map((one) => `${property} eq ${literal(one)}`).join(' or ')})`;
  if (op === 'contains' || op === 'startswith' || op === 'endswith') return `${op}(${property},${literal(value)})`;
  return `${property} ${op} ${literal(value)}`;
}

function parametersOf(parameters: Readonly<Record<string, unknown>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(literal(value))}`)
    .join('&');
}

function literal(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`;
}
