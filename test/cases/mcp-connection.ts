import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { startServer } from '../../src/server/index.ts';
import { type Fields, fieldsOf } from './expectation.ts';

/** What came back for a request; `status` only over HTTP. */
export interface McpReply {
  readonly status?: number;
  readonly message: Fields | undefined;
  /** The whole answer as text. */
  readonly text: string;
}

/** A client's end of an MCP session that shows everything as it is sent. */
export interface McpConnection {
  /** Headers: null is not sent, `from-initialize` is the id that the server gave. */
  request(method: string, params: unknown, headers?: Fields): Promise<McpReply>;
  notify(method: string): Promise<void>;
  close(): Promise<void>;
  /** Lines of standard output that are no JSON-RPC message, and all of standard error. */
  readonly output: { readonly strange: readonly string[]; readonly stderr: string };
}

const patience = 60_000;
const root = resolve(import.meta.dirname, '../..');

/** Starts `groundrail mcp` on a landscape. */
export function connectStdio(landscape: string): McpConnection {
  return new StdioConnection(landscape);
}

/** Starts a server on a landscape. */
export async function connectHttp(landscape: string): Promise<McpConnection> {
  const { pino } = await import('pino');
  const server = await startServer({ landscape, port: 0, user: 'case', log: pino({ level: 'silent' }) });
  return new HttpConnection(`${server.url}/mcp`, () => server.close());
}

class StdioConnection implements McpConnection {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (message: Fields) => void>();
  readonly #strange: string[] = [];
  #stderr = '';
  #rest = '';
  #last = 0;

  constructor(landscape: string) {
    const command = ['--import', 'tsx', resolve(root, 'src/cli/main.ts'), 'mcp', '-C', landscape];
    this.#child = spawn(process.execPath, command, { cwd: root });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
  }

  get output(): McpConnection['output'] {
    return { strange: this.#strange, stderr: this.#stderr };
  }

  async request(method: string, params: unknown): Promise<McpReply> {
    const id = ++this.#last;
    const arrived = new Promise<Fields>((done, failed) => {
      const timer = setTimeout(() => failed(new Error(`no answer to ${method}; ${this.#stderr}`)), patience);
      this.#child.once('exit', () => failed(new Error(`the server ended; ${this.#stderr}`)));
      this.#waiting.set(id, (message) => {
        clearTimeout(timer);
        done(message);
      });
    });
    this.#write({ jsonrpc: '2.0', id, method, params });
    const message = await arrived;
    return { message, text: JSON.stringify(message) };
  }

  async notify(method: string): Promise<void> {
    this.#write({ jsonrpc: '2.0', method });
  }

  async close(): Promise<void> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
    if (this.#rest.trim() !== '') this.#strange.push(this.#rest);
  }

  #write(message: object): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #read(text: string): void {
    const lines = `${this.#rest}${text}`.split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = messageOf(line);
      if (message === undefined) this.#strange.push(line);
      else if (typeof message.id === 'number' && message.method === undefined) this.#waiting.get(message.id)?.(message);
    }
  }
}

class HttpConnection implements McpConnection {
  readonly output = { strange: [], stderr: '' };
  readonly #url: string;
  readonly #end: () => Promise<void>;
  #session: string | undefined;
  #last = 0;

  constructor(url: string, end: () => Promise<void>) {
    this.#url = url;
    this.#end = end;
  }

  async request(method: string, params: unknown, headers: Fields = {}): Promise<McpReply> {
    const id = ++this.#last;
    const response = await this.#post({ jsonrpc: '2.0', id, method, params }, headers);
    if (method === 'initialize') this.#session = response.headers.get('mcp-session-id') ?? undefined;
    const body = await response.text();
    const parts = body.startsWith('{') ? [body] : [...body.matchAll(/^data: (.+)$/gm)].map(([, data]) => data ?? '');
    const message = parts.map(messageOf).find((one) => one?.id === id);
    return { status: response.status, message, text: body };
  }

  async notify(method: string): Promise<void> {
    const response = await this.#post({ jsonrpc: '2.0', method }, {});
    await response.text();
  }

  close(): Promise<void> {
    return this.#end();
  }

  #post(message: object, wanted: Fields): Promise<Response> {
    const headers = new Headers({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(this.#session !== undefined && { 'mcp-session-id': this.#session }),
    });
    for (const [name, value] of Object.entries(wanted)) {
      if (value === null) headers.delete(name);
      else headers.set(name, value === 'from-initialize' ? (this.#session ?? '') : String(value));
    }
    return fetch(this.#url, { method: 'POST', headers, body: JSON.stringify(message) });
  }
}

/** The line as a JSON-RPC message; undefined where it is none. */
function messageOf(line: string): Fields | undefined {
  try {
    const message = fieldsOf(JSON.parse(line), 'message');
    return message.jsonrpc === '2.0' ? message : undefined;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
