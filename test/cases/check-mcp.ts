import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { indexLandscape } from '../../src/workspace/index.ts';
import type { RegressionCase } from './case-folder.ts';
import { show } from './compare.ts';
import { asList, asText, caseKeys, type Fields, fieldsOf, onlyKeys } from './expectation.ts';
import { connectHttp, connectStdio, type McpConnection, type McpReply } from './mcp-connection.ts';
import { toolCallOf } from './mcp-words.ts';
import type { Outcome } from './outcome.ts';

const mcpKeys = [...caseKeys, 'transport', 'eachInput', 'steps', 'stdout', 'stderr'];
const stepKeys = ['send', 'tool', 'arguments', 'reload', 'http', 'reply'];
const replyKeys = ['ok', 'isError', 'contains', 'lacks', 'atMostBytes', 'tools'];
const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'case', version: '1' },
};

/** `check: mcp`: a session with the MCP server is played and its answers are compared. */
export async function checkMcp(one: RegressionCase): Promise<Outcome> {
  const { expect, inputs } = one;
  onlyKeys(expect, mcpKeys, 'expect.yaml');
  const transport = asText(expect.transport, 'transport');
  if (transport !== 'stdio' && transport !== 'http') throw new Error(`transport is ${transport}`);
  const played = expect.eachInput === true ? inputs : inputs.slice(0, 1);
  const toolNames = new Map<number, string>();
  const problems: string[] = [];
  for (const input of played) problems.push(...(await playWith(one, input, transport, toolNames)));
  return { problems };
}

async function playWith(
  one: RegressionCase,
  input: string,
  transport: 'stdio' | 'http',
  toolNames: Map<number, string>,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'groundrail-case-'));
  try {
    const landscape = await CaseLandscape.make(one, folder, input);
    const connection = transport === 'stdio' ? connectStdio(folder) : await connectHttp(folder);
    const problems: string[] = [];
    try {
      problems.push(...(await playSteps(one, connection, landscape, toolNames)));
    } finally {
      await connection.close();
    }
    return [...problems, ...checkOutput(one.expect, connection)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The landscape of a case: one service CASE, indexed beside it. */
class CaseLandscape {
  readonly #one: RegressionCase;
  readonly #folder: string;
  readonly #file: string;

  private constructor(one: RegressionCase, folder: string, file: string) {
    this.#one = one;
    this.#folder = folder;
    this.#file = file;
  }

  static async make(one: RegressionCase, folder: string, input: string): Promise<CaseLandscape> {
    const landscape = new CaseLandscape(one, folder, `metadata${extname(input)}`);
    const service = `services: [{ id: CASE, metadata: ${landscape.#file}, url: https://case.example/odata }]`;
    await writeFile(join(folder, 'landscape.yaml'), `name: case\n${service}\n`);
    await landscape.load(input);
    return landscape;
  }

  /** The named input takes the place of what was there, and everything is indexed. */
  async load(input: string): Promise<void> {
    await copyFile(join(this.#one.folder, input), join(this.#folder, this.#file));
    await indexLandscape(this.#folder, { store: join(this.#folder, '.groundrail', 'index.db') });
  }
}

async function playSteps(
  { expect }: RegressionCase,
  connection: McpConnection,
  landscape: CaseLandscape,
  toolNames: Map<number, string>,
): Promise<string[]> {
  const steps = asList(expect.steps).map((step) => fieldsOf(step, 'steps[]'));
  const problems: string[] = [];
  const begins = steps.some((step) => step.send !== undefined && fieldsOf(step.send, 'send').method === 'initialize');
  if (!begins) {
    await connection.request('initialize', initialize);
    await connection.notify('notifications/initialized');
  }
  for (const [index, step] of steps.entries()) {
    onlyKeys(step, stepKeys, `steps[${index}]`);
    if (step.reload !== undefined) await landscape.load(asText(step.reload, 'reload'));
    const http = fieldsOf(step.http ?? {}, 'http');
    onlyKeys(http, ['headers', 'status'], 'http');
    const asked = requestOf(step);
    if (asked === undefined) continue;
    const reply = await connection.request(asked.method, asked.params, fieldsOf(http.headers ?? {}, 'headers'));
    const found = [...statusProblems(http, reply), ...replyProblems(step.reply, reply, index, toolNames)];
    problems.push(...found.map((problem) => `step ${index + 1}: ${problem}`));
  }
  return problems;
}

function requestOf(step: Fields): { method: string; params: unknown } | undefined {
  if (step.tool !== undefined)
    return { method: 'tools/call', params: toolCallOf(asText(step.tool, 'tool'), step.arguments) };
  if (step.send === undefined) return undefined;
  const { method, params, ...rest } = fieldsOf(step.send, 'send');
  onlyKeys(rest, [], 'send');
  return { method: asText(method, 'method'), params: params ?? (method === 'initialize' ? initialize : {}) };
}

function statusProblems({ status }: Fields, reply: McpReply): string[] {
  return status === undefined || reply.status === Number(status)
    ? []
    : [`expected the status ${show(status)}, came ${reply.status}: ${reply.text.slice(0, 300)}`];
}

function replyProblems(wanted: unknown, reply: McpReply, index: number, toolNames: Map<number, string>): string[] {
  if (wanted === undefined) return [];
  const expected = fieldsOf(wanted, 'reply');
  onlyKeys(expected, replyKeys, 'reply');
  const { message, text } = reply;
  const problems: string[] = [];
  const result = message?.result === undefined ? undefined : fieldsOf(message.result, 'result');
  const isOk = result !== undefined;
  if (expected.ok !== undefined && expected.ok !== isOk)
    problems.push(`expected ok ${show(expected.ok)}, came ${text}`);
  const isError = result?.isError === true;
  if (expected.isError !== undefined && (!isOk || expected.isError !== isError))
    problems.push(`expected isError ${show(expected.isError)}, came ${text.slice(0, 500)}`);
  const holds = (part: unknown): boolean => text.toLowerCase().includes(asText(part, 'contains').toLowerCase());
  for (const part of asList(expected.contains))
    if (!holds(part)) problems.push(`expected ${show(part)} in ${text.slice(0, 500)}`);
  for (const part of asList(expected.lacks))
    if (holds(part)) problems.push(`expected no ${show(part)} in ${text.slice(0, 500)}`);
  const bytes = Buffer.byteLength(JSON.stringify(message ?? null));
  if (expected.atMostBytes !== undefined && bytes > Number(expected.atMostBytes))
    problems.push(`expected at most ${show(expected.atMostBytes)} bytes, came ${bytes}`);
  if (expected.tools !== undefined) problems.push(...toolProblems(expected.tools, result, index, toolNames));
  return problems;
}

function toolProblems(
  wanted: unknown,
  result: Fields | undefined,
  index: number,
  toolNames: Map<number, string>,
): string[] {
  const expected = fieldsOf(wanted, 'tools');
  onlyKeys(expected, ['atMost', 'sameForEachInput'], 'tools');
  const names = asList(result?.tools).map((tool) => asText(fieldsOf(tool, 'tool').name, 'name'));
  const problems: string[] = [];
  if (names.length === 0) problems.push('expected tools, came none');
  if (expected.atMost !== undefined && names.length > Number(expected.atMost))
    problems.push(`expected at most ${show(expected.atMost)} tools, came ${names.length}`);
  const told = names.join(' ');
  const before = toolNames.get(index) ?? told;
  if (expected.sameForEachInput === true && before !== told) problems.push(`expected ${before}, came ${told}`);
  toolNames.set(index, told);
  return problems;
}

function checkOutput(expect: Fields, { output }: McpConnection): string[] {
  const problems: string[] = [];
  if (expect.stdout !== undefined && expect.stdout !== 'json-rpc only')
    throw new Error(`stdout is ${show(expect.stdout)}`);
  if (expect.stdout !== undefined)
    problems.push(...output.strange.map((line) => `expected messages alone on standard output, came ${show(line)}`));
  const wanted = fieldsOf(expect.stderr ?? {}, 'stderr');
  onlyKeys(wanted, ['contains'], 'stderr');
  for (const part of asList(wanted.contains))
    if (!output.stderr.includes(asText(part, 'contains')))
      problems.push(`expected ${show(part)} on standard error, came ${show(output.stderr)}`);
  return problems;
}
