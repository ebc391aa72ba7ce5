import { asText, type Fields, fieldsOf } from './expectation.ts';

/** A tool of ours and its arguments. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: Fields;
}

/** Our tool and arguments for the words of a case: search, describe, validate, call. Other names are taken as they stand. */
export function toolCallOf(tool: string, given: unknown): ToolCall {
  const words = fieldsOf(given ?? {}, 'arguments');
  switch (tool) {
    case 'search': {
      const { text, limit, ...rest } = words;
      const renamed = { ...(text !== undefined && { query: text }), ...(limit !== undefined && { k: limit }) };
      return { name: 'search', arguments: { ...rest, ...renamed } };
    }
    case 'describe':
      return { name: 'describe', arguments: words };
    case 'validate':
      return { name: 'propose_call', arguments: callOf(words) };
    case 'call': {
      const call = callOf(words);
      if (call.operation !== 'read') return { name: 'propose_call', arguments: call };
      const { operation: _, query, ...rest } = call;
      return { name: 'read', arguments: { ...rest, ...(query === undefined ? {} : fieldsOf(query, 'query')) } };
    }
    default:
      return { name: tool, arguments: words };
  }
}

/** A call in our words; the service of a case is CASE. */
function callOf(words: Fields): Fields {
  const { call, target, body, ...rest } = words;
  if (call !== undefined) return callOf(fieldsOf(call, 'call'));
  const [service = 'CASE', entitySet] = target === undefined ? [] : placeOf(asText(target, 'target'));
  return {
    service,
    ...(entitySet !== undefined && { entitySet }),
    ...rest,
    ...(body !== undefined && { payload: body }),
  };
}

function placeOf(target: string): [string, string] {
  const cut = target.indexOf('/');
  return cut < 0 ? ['CASE', target] : [target.slice(0, cut), target.slice(cut + 1)];
}
