import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSample, type SampleLandscape } from '../server/sample-server.ts';
import { openCommandLineDoor } from './command-line-door.ts';
import { openHttpDoor } from './http-door.ts';
import { type McpAnswer, type McpDoor, openMcpDoor } from './mcp-door.ts';
import { openProgramDoor } from './program-door.ts';
import type { Answer, Door, DoorRequest } from './request.ts';
import { requests } from './requests.ts';

let sample: SampleLandscape;
let doors: Door[];
let mcp: McpDoor;

beforeAll(async () => {
  sample = await openSample();
  doors = [await openProgramDoor(sample), await openHttpDoor(sample), await openCommandLineDoor(sample)];
  mcp = await openMcpDoor(sample);
}, 240_000);
afterAll(async () => {
  await mcp.close();
  await Promise.all(doors.map((door) => door.close()));
  await sample.close();
});

describe('every door gives the same data', () => {
  it('is asked 50 different things', () => {
    expect(new Set(requests.map((request) => JSON.stringify(request))).size).toBe(50);
  });

  it.each(requests.map((request): [string, DoorRequest] => [titleOf(request), request]))(
    '%s',
    async (_, request) => {
      const answers: { name: string; answer: Answer }[] = [];
      for (const door of doors) answers.push({ name: door.name, answer: withoutIds(await door.answer(request)) });
      const [first, ...others] = answers;
      if (first === undefined) throw new Error('there is no door');
      for (const { name, answer } of others) expect(answer, `${name} differs from ${first.name}`).toEqual(first.answer);
      compareMcp(request, withoutIds(await mcp.answer(request)), first.answer);
    },
    240_000,
  );
});

/**
 * All that may differ between two answers to one request: ids and times of plans and traces, and how long a search took. Everything else
 * must be the same to the last digit.
 */
function withoutIds<Value>(value: Value): Value {
  const differs = new Set(['traceId', 'expiresAt', 'embeddingMs', 'searchMs']);
  const clean = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(clean);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(
      Object.entries(one).map(([name, member]) => {
        if (differs.has(name)) return [name, typeof member];
        if (name === 'plan')
          return [name, typeof member === 'string' ? 'plan' : clean({ ...(member as object), id: 'plan' })];
        return [name, clean(member)];
      }),
    );
  };
  return clean(value) as Value;
}

/**
 * The tools of MCP answer a selection: what their output schema names. It must be the other doors' data; what a tool names differently is
 * written down here and nowhere else.
 */
function compareMcp(request: DoorRequest, said: McpAnswer, answer: Answer): void {
  if ('error' in answer) {
    expect(said).toMatchObject({ ok: false, findings: [{ rule: answer.error.code, message: answer.error.message }] });
    return;
  }
  const data = answer.data as Record<string, unknown>;
  if (request.kind === 'validate') {
    expect({ ok: said.ok, findings: said.findings }).toEqual({ ok: data.ok, findings: data.findings });
    return;
  }
  if (data.ok === false) {
    expect(said).toMatchObject({ ok: false, findings: data.findings });
    return;
  }
  expect(said.ok, said.text).toBe(true);
  const named = { properties: mcp.announced(request.kind) };
  if (request.kind === 'describe') {
    // A tool may tell the model below the text how to go on.
    expect(said.text.startsWith(String(data.text)), said.text).toBe(true);
    const properties = (data.properties as { description?: string }[]).map(({ description: _, ...rest }) => rest);
    expect(said.structured).toEqual(select({ ...data, properties }, named));
  } else if (request.kind === 'plan') {
    const { id, expiresAt } = data.plan as { id: string; expiresAt: string };
    expect(said.structured).toEqual(select({ ...data, plan: id, expiresAt }, named));
  } else if (request.kind === 'read') {
    const body = data.body as { value?: unknown[] };
    const { nextSkip: _, ...structured } = said.structured ?? {};
    expect(structured).toEqual(select({ ...data, rows: body.value ?? [body] }, named));
  } else expect(said.structured).toEqual(select(data, named));
}

/** What a JSON Schema names of a value. */
function select(value: unknown, schema: unknown): unknown {
  const { properties, items } = schema as { properties?: Record<string, unknown>; items?: unknown };
  if (Array.isArray(value)) return items === undefined ? value : value.map((one) => select(one, items));
  if (properties === undefined || typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => Object.hasOwn(properties, name));
  return Object.fromEntries(members.map(([name, member]) => [name, select(member, properties[name])]));
}

function titleOf(request: DoorRequest): string {
  const { kind, ...rest } = request;
  return `${kind} ${JSON.stringify('call' in rest ? rest.call : rest)}`.slice(0, 150).replaceAll('%', '%%');
}
