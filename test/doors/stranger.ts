import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CallToolResult, ElicitRequest, ElicitResult, Tool } from '@modelcontextprotocol/sdk/types.js';

/** What the user of a client knows: answers to questions, found by words of the label that a server gives a property. */
export interface Person {
  readonly task: string;
  readonly facts: readonly { readonly about: RegExp; readonly says: string }[];
}

/** What a task ended with. */
export interface Done {
  readonly target: string;
  readonly plan: string;
  readonly status: number;
  /** What the server reads of the thing that was made. */
  readonly row: Readonly<Record<string, unknown>>;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * A client that was written without knowing any tool, service or property: tools are told apart by their hints and by what they require,
 * and every argument comes from the person or from an answer of the server.
 */
export class Stranger {
  readonly #client: Client;
  #tools: readonly Tool[] = [];

  constructor(client: Client) {
    this.#client = client;
  }

  /** Creates what the person's task is about. */
  async carryOut(person: Person): Promise<Done> {
    this.#tools = (await this.#client.listTools()).tools;
    const { data: found } = await this.#use(this.#tool('read', ['query']), { query: person.task });
    const hit = objectsOf(found.hits).find(({ role }) => role === 'seed') ?? objectsOf(found.hits)[0];
    const { data: spec } = await this.#use(this.#tool('read', ['target']), { target: hit?.id });
    const { service, entitySet } = spec;
    const payload = await this.#payloadFor(String(spec.id), spec, person);
    const propose = this.#tool('propose', ['service', 'operation']);
    const proposed = await this.#use(propose, { service, entitySet, operation: namesOf(spec.operations)[0], payload });
    const plan = String(proposed.data.plan);
    const sent = await this.#submit(plan);
    const body = sent.data.body as Json;
    const key = Object.fromEntries(namesOf(spec.keys).map((name) => [name, body[name]]));
    const read = await this.#use(this.#tool('read', ['service']), { service, entitySet, key });
    return { target: String(spec.id), plan, status: Number(sent.data.status), row: objectsOf(read.data.rows)[0] ?? {} };
  }

  /** What the person can say about each property that may be set; where codes are listed, the code for their words. */
  async #payloadFor(target: string, spec: Json, person: Person): Promise<Json> {
    const payload: Record<string, unknown> = {};
    for (const property of objectsOf(spec.properties)) {
      const says = person.facts.find(({ about }) => about.test(String(property.label)))?.says;
      if (property.creatable !== true || says === undefined) continue;
      payload[String(property.name)] = await this.#codeOf(target, property, says);
    }
    return payload;
  }

  async #codeOf(target: string, property: Json, says: string): Promise<string> {
    const help = property.valueHelp as { fixed?: boolean; count?: number } | undefined;
    if (help?.fixed !== true || help.count === 0) return says;
    const input = { target, property: property.name, find: says };
    const { data } = await this.#use(this.#tool('read', ['target', 'property']), input);
    return String(objectsOf(data.values)[0]?.code ?? says);
  }

  /** Submits a plan; where the answer asks for it, once more with the further argument that the tool's schema tells. */
  async #submit(plan: string): Promise<{ data: Json }> {
    const tool = this.#tool('submit', ['plan']);
    const [required = ''] = tool.inputSchema.required ?? [];
    const first = await this.#call(tool, { [required]: plan });
    if (first.ok) return first;
    const further = Object.keys(tool.inputSchema.properties ?? {}).find((name) => name !== required) ?? '';
    const isAsked = first.text.includes(`call ${tool.name} again with ${required} and ${further} both`);
    if (!isAsked) throw new Error(first.text);
    const [, value] = /both "([^"]+)"/.exec(first.text) ?? [];
    return this.#use(tool, { [required]: plan, [further]: value });
  }

  /** The tool that does this kind of thing and requires exactly these parameters. */
  #tool(effect: 'read' | 'propose' | 'submit', required: readonly string[]): Tool {
    const tool = this.#tools.find(
      ({ annotations, inputSchema }) =>
        annotations?.readOnlyHint === (effect === 'read') &&
        annotations.destructiveHint === (effect === 'submit') &&
        [...(inputSchema.required ?? [])].sort().join() === [...required].sort().join(),
    );
    if (tool === undefined) throw new Error(`no tool that ${effect}s requires ${required.join(' and ')}`);
    return tool;
  }

  async #use(tool: Tool, input: Json): Promise<{ data: Json }> {
    const answer = await this.#call(tool, input);
    if (!answer.ok) throw new Error(`${tool.name}: ${answer.text}`);
    return answer;
  }

  async #call({ name }: Tool, input: Json): Promise<{ ok: boolean; data: Json; text: string }> {
    const result = (await this.#client.callTool({ name, arguments: { ...input } })) as CallToolResult;
    const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    return { ok: result.isError !== true, data: result.structuredContent ?? {}, text };
  }
}

/** The answer of a person who agrees, in the form that the question asks for. */
export function agree({ params }: ElicitRequest): ElicitResult {
  if (!('requestedSchema' in params)) return { action: 'decline' };
  const { properties, required = [] } = params.requestedSchema;
  const yes = required.filter((name) => properties[name]?.type === 'boolean').map((name) => [name, true]);
  return { action: 'accept', content: Object.fromEntries(yes) as Record<string, boolean> };
}

function objectsOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}

function namesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as string[]) : [];
}
