import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSample, type SampleLandscape } from '../../../test/server/sample-server.ts';

const root = resolve(import.meta.dirname, '../../..');
let sample: SampleLandscape;

beforeAll(async () => {
  sample = await openSample();
}, 240_000);
afterAll(() => sample.close());

const initialize = message(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'slow', version: '1' },
});
const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
const describeCall = (id: number): string =>
  message(id, 'tools/call', {
    name: 'describe',
    arguments: { target: 'TWC_PURCHASING_SRV/PurOrdHdrSet', detail: 'full' },
  });

function message(id: number, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

describe('a client that is slow', () => {
  it('gets every answer whole when it reads at last, over standard output', async () => {
    const { landscape, store } = sample;
    const options = ['mcp', '-C', landscape, '--store', store];
    const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'src/cli/main.ts'), ...options], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const asked = Array.from({ length: 200 }, (_, index) => index + 2);
    child.stdin.end(`${[initialize, initialized, ...asked.map(describeCall)].join('\n')}\n`);
    await once(child.stdout, 'readable');
    await sleep(1000);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    const [code] = await once(child, 'close');
    const answers = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; error?: object });
    expect(answers.map(({ id }) => id).sort((a, b) => a - b)).toEqual([1, ...asked]);
    expect(answers.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(code).toBe(0);
  }, 240_000);

  it('keeps nobody else waiting, whether it sends or reads slowly, and does not keep the server alive', async () => {
    const server = await sample.serve();
    const sending = await openSocket(server.port);
    sending.write(`${headOf(initialize.length)}${initialize.slice(0, 20)}`);

    const first = await post(server.url, initialize);
    const session = first.headers.get('mcp-session-id') ?? '';
    await first.text();
    await (await post(server.url, initialized, session)).text();
    const readers: Socket[] = [];
    for (let id = 2; id < 42; id++) {
      const socket = await openSocket(server.port);
      socket.pause();
      const body = describeCall(id);
      socket.write(`${headOf(body.length, session)}${body}`);
      readers.push(socket);
    }
    const quick = await post(server.url, initialize);
    expect(await quick.text()).toContain('"id":1');
    const again = await post(server.url, describeCall(100), session);
    expect(await again.text()).toContain('PurOrdHdrSet');

    sending.write(initialize.slice(20));
    const [late] = (await once(sending, 'data')) as [Buffer];
    expect(late.toString()).toContain('HTTP/1.1 200');
    await server.close();
    for (const socket of [...readers, sending]) socket.destroy();
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  }, 240_000);
});

async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

function headOf(length: number, session?: string): string {
  const lines = [
    'POST /mcp HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${length}`,
    ...(session === undefined ? [] : [`Mcp-Session-Id: ${session}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function post(url: string, body: string, session?: string): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session !== undefined && { 'mcp-session-id': session }),
    },
    body,
  });
}
