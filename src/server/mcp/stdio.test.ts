import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  LoggingMessageNotificationSchema,
  ResourceListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexLandscape } from '../../workspace/index.ts';

const root = resolve(import.meta.dirname, '../../..');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrail-stdio-'));
  await cp(join(root, 'landscapes/demo'), folder, { recursive: true });
  await indexLandscape(folder, { store: join(folder, '.groundrail/index.db') });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function commandLine(...more: string[]): string[] {
  return ['--import', 'tsx', join(root, 'src/cli/main.ts'), 'mcp', '-C', folder, ...more];
}

async function connect(...more: string[]): Promise<Client> {
  const client = new Client({ name: 'test client', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: commandLine(...more),
      cwd: root,
      env: { ...getDefaultEnvironment(), USER: 'ann' },
      stderr: 'ignore',
    }),
  );
  return client;
}

describe('MCP over standard input and output', () => {
  it('offers tools with hints, resources, templates, prompts and completion', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search',
      'describe',
      'find_value',
      'read',
      'propose_call',
      'submit',
    ]);
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints.search).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    expect(hints.propose_call).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(hints.submit).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true });
    for (const { inputSchema, outputSchema } of tools)
      expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object']);

    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('groundrail://process/parts-procurement');
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ name }) => name)).toEqual(['service', 'process', 'spec']);
    const service = await client.readResource({ uri: 'groundrail://service/TWC_STOCK_SRV' });
    expect(JSON.stringify(service)).toContain('MatlDocHdrSet');
    const spec = await client.readResource({ uri: 'groundrail://spec/TWC_PURCHASING_SRV/PurReqSet' });
    expect(spec.contents.map(({ mimeType }) => mimeType)).toEqual(['text/plain', 'application/json']);
    await expect(client.readResource({ uri: 'groundrail://spec/TWC_PURCHASING_SRV/PurRqSet' })).rejects.toThrow(
      /PurReqSet/,
    );
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow(/no address of this server/);
    await expect(client.readResource({ uri: 'groundrail://process/..%2f..%2fetc' })).rejects.toThrow(/no process/);
    await expect(client.listResources({ cursor: 'bm9uc2Vuc2U' })).rejects.toThrow(/not given by this server/);

    const complete = (name: string, value: string, given: Record<string, string> = {}) =>
      client.complete({
        ref: { type: 'ref/resource', uri: 'groundrail://spec/{service}/{name}' },
        argument: { name, value },
        context: { arguments: given },
      });
    expect((await complete('service', 'TWC_P')).completion.values).toContain('TWC_PURCHASING_SRV');
    expect((await complete('name', 'req', { service: 'TWC_PURCHASING_SRV' })).completion.values).toContain('PurReqSet');
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('carry-out-task');
    const prompt = await client.getPrompt({ name: 'find-api', arguments: { need: 'a bill has come' } });
    expect(JSON.stringify(prompt)).toContain('a bill has come');
    await expect(client.getPrompt({ name: 'find-api' })).rejects.toThrow(/needs the argument need/);
    await expect(client.callTool({ name: 'serach', arguments: {} })).rejects.toThrow(/Did you mean search/);
    await client.close();
  });

  it('works with the new index as soon as the landscape is indexed again, and says so', async () => {
    const client = await connect('--scopes', 'read');
    const told: string[] = [];
    client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void told.push('changed'));
    client.setNotificationHandler(
      LoggingMessageNotificationSchema,
      ({ params }) => void told.push(String(params.data)),
    );
    expect((await client.listTools()).tools).toHaveLength(4);
    const describeSet = () => client.callTool({ name: 'describe', arguments: { target: 'TWC_STOCK_SRV/RenamedSet' } });
    expect(await describeSet()).toMatchObject({ isError: true });
    const file = join(folder, 'services/TWC_STOCK_SRV.edmx');
    const metadata = await readFile(file, 'utf8');
    const { resources } = await client.listResources();
    expect(resources.length).toBeGreaterThan(0);
    const [, set = ''] = /<EntitySet Name="(\w+)"/.exec(metadata) ?? [];
    await writeFile(file, metadata.replaceAll(`"${set}"`, '"RenamedSet"'));
    await indexLandscape(folder, { store: join(folder, '.groundrail/index.db') });
    expect((await describeSet()).isError).toBe(false);
    expect(told).toEqual([
      'The landscape was indexed again; search and describe answer from the new index.',
      'changed',
    ]);
    await client.close();
  });

  it('answers rubbish and oversized lines with errors, writes nothing but messages, and ends with its input', async () => {
    const child = spawn(process.execPath, commandLine(), { cwd: root });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const clientInfo = { name: 'raw', version: '1' };
    const lines = [
      'this is no JSON',
      '{"id":1}',
      `{"jsonrpc":"2.0","id":2,"method":"${'x'.repeat(5 * 1024 * 1024)}"}`,
      JSON.stringify({
        jsonrpc: '2.0',
        id: 3,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
      }),
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","id":4,"method":"no/such/method"}',
      '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"search","arguments":{"query":"bill"}}}',
    ];
    child.stdin.end(`${lines.join('\n')}\n`);
    const code = await new Promise((done) => child.once('exit', done));
    const messages = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const found = messages
      .filter(({ id }) => id !== undefined)
      .map(({ id, error }) => [id, error?.code])
      .sort(([a], [b]) => (a ?? 0) - (b ?? 0));
    expect(found).toEqual([
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [3, undefined],
      [4, -32601],
      [5, undefined],
    ]);
    expect(errors).toContain('ColourRange');
    expect(code).toBe(0);
  });
});
