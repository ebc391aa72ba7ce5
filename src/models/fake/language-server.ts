import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

/** A request as the fake server saw it. */
export interface SeenModelRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the server answers: a turn in the wire format of the path, or whatever a function writes. */
export type FakeAnswer =
  | {
      readonly text?: string;
      /** `arguments` goes over the wire as it is, so that it may be no JSON. */
      readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
      readonly finish?: 'stop' | 'length';
      /** Sends so many events and breaks the connection. */
      readonly breakAfter?: number;
    }
  | ((response: ServerResponse, request: SeenModelRequest) => void);

const tokens = { input: 100, output: 20, cached: 40 };

/**
 * A model server on loopback that streams in three wire formats: OpenAI's `/chat/completions` and `/responses`, Anthropic's `/messages`.
 * Answers come in order; the last one is repeated.
 */
export async function startLanguageServer(answers: readonly FakeAnswer[]) {
  const requests: SeenModelRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part);
    const seen = {
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(parts).toString() || '{}'),
    };
    const answer = answers[Math.min(requests.push(seen), answers.length) - 1] ?? {};
    if (typeof answer === 'function') return answer(response, seen);
    const events = eventsFor(seen.path, answer);
    if (events === undefined) return void response.writeHead(404).end('{"error":{"message":"no such path"}}');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events.slice(0, answer.breakAfter ?? events.length)) response.write(event);
    if (answer.breakAfter === undefined) response.end();
    else setTimeout(() => response.destroy(), 20);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

type Turn = Exclude<FakeAnswer, (...parts: never[]) => unknown>;

function eventsFor(path: string, turn: Turn): string[] | undefined {
  if (path.endsWith('/chat/completions')) return chatEvents(turn);
  if (path.endsWith('/responses')) return responsesEvents(turn);
  return path.endsWith('/messages') ? messagesEvents(turn) : undefined;
}

function chatEvents({ text = '', calls = [], finish }: Turn): string[] {
  const chunk = (delta: object, reason: string | null = null) =>
    data({ id: 'c1', created: 1, model: 'fake', choices: [{ index: 0, delta, finish_reason: reason }] });
  const usage = {
    prompt_tokens: tokens.input,
    completion_tokens: tokens.output,
    prompt_tokens_details: { cached_tokens: tokens.cached },
  };
  return [
    chunk({ role: 'assistant', content: '' }),
    ...pieces(text).map((content) => chunk({ content })),
    ...calls.flatMap(({ id, name, arguments: written }, index) => [
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...pieces(written).map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] })),
    ]),
    chunk({}, finish ?? (calls.length > 0 ? 'tool_calls' : 'stop')),
    data({ id: 'c1', created: 1, model: 'fake', choices: [], usage }),
    'data: [DONE]\n\n',
  ];
}

function responsesEvents({ text = '', calls = [], finish }: Turn): string[] {
  const message = { type: 'message', id: 'm1' };
  const usage = {
    input_tokens: tokens.input,
    output_tokens: tokens.output,
    input_tokens_details: { cached_tokens: tokens.cached },
  };
  const ended = { id: 'r1', created_at: 1, model: 'fake', usage };
  return [
    data({ type: 'response.created', response: { id: 'r1', created_at: 1, model: 'fake' } }),
    ...(text === '' ? [] : [data({ type: 'response.output_item.added', output_index: 0, item: message })]),
    ...pieces(text).map((delta) => data({ type: 'response.output_text.delta', item_id: 'm1', delta })),
    ...(text === '' ? [] : [data({ type: 'response.output_item.done', output_index: 0, item: message })]),
    ...calls.flatMap(({ id, name, arguments: written }, index) => {
      const item = { type: 'function_call', id: `f${index}`, call_id: id, name };
      const at = { output_index: index + 1, item_id: `f${index}` };
      return [
        data({ type: 'response.output_item.added', ...at, item: { ...item, arguments: '' } }),
        ...pieces(written).map((delta) => data({ type: 'response.function_call_arguments.delta', ...at, delta })),
        data({ type: 'response.output_item.done', ...at, item: { ...item, arguments: written, status: 'completed' } }),
      ];
    }),
    finish === 'length'
      ? data({
          type: 'response.incomplete',
          response: { ...ended, incomplete_details: { reason: 'max_output_tokens' } },
        })
      : data({ type: 'response.completed', response: ended }),
  ];
}

function messagesEvents({ text = '', calls = [], finish }: Turn): string[] {
  const usage = {
    input_tokens: tokens.input - tokens.cached,
    cache_read_input_tokens: tokens.cached,
    output_tokens: 1,
  };
  const message = { id: 'a1', type: 'message', role: 'assistant', model: 'fake', content: [], usage };
  const blocks = [
    ...(text === ''
      ? []
      : [
          {
            start: { type: 'text', text: '' },
            deltas: pieces(text).map((part) => ({ type: 'text_delta', text: part })),
          },
        ]),
    ...calls.map(({ id, name, arguments: written }) => ({
      start: { type: 'tool_use', id, name, input: {} },
      deltas: pieces(written).map((part) => ({ type: 'input_json_delta', partial_json: part })),
    })),
  ];
  const stop = finish === 'length' ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn';
  return [
    named({ type: 'message_start', message }),
    ...blocks.flatMap(({ start, deltas }, index) => [
      named({ type: 'content_block_start', index, content_block: start }),
      ...deltas.map((delta) => named({ type: 'content_block_delta', index, delta })),
      named({ type: 'content_block_stop', index }),
    ]),
    named({
      type: 'message_delta',
      delta: { stop_reason: stop, stop_sequence: null },
      usage: { output_tokens: tokens.output },
    }),
    named({ type: 'message_stop' }),
  ];
}

function data(event: unknown): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

function named(event: { type: string; [name: string]: unknown }): string {
  return `event: ${event.type}\n${data(event)}`;
}

/** Text in pieces, as a model streams it. */
function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,7}/g) ?? [];
}
