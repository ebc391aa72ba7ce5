import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, GroundrailError, refusal, renderFinding, type Tool, useTool } from './index.ts';

const input = z.strictObject({
  query: z.string().describe('What to look for'),
  order: z.enum(['newest', 'oldest']).optional(),
  limit: z.int().min(1).default(10),
});
const output = z.object({ hits: z.array(z.string()) });

function tool(run: Tool<z.infer<typeof input>, z.infer<typeof output>>['run']): Tool {
  return { name: 'find', title: 'Find', description: 'Finds things.', input, output, effect: 'read', run };
}

const echo = tool(async ({ query, limit }) => ({
  ok: true,
  text: `${query} ${limit}`,
  data: { hits: [query] },
  findings: [],
}));

describe('a tool', () => {
  it('is defined by JSON Schema, closed against unknown parameters', () => {
    const { inputSchema, outputSchema, ...rest } = defineTool(echo);
    expect(rest).toEqual({ name: 'find', title: 'Find', description: 'Finds things.', effect: 'read' });
    expect(inputSchema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['query'],
      properties: { query: { type: 'string', description: 'What to look for' } },
    });
    expect(inputSchema).not.toHaveProperty('$schema');
    expect(outputSchema).toMatchObject({ properties: { hits: { type: 'array' } } });
  });

  it('runs with the input as its schema reads it', async () => {
    expect(await useTool(echo, { query: 'valves' })).toMatchObject({ ok: true, text: 'valves 10' });
  });

  it('refuses unknown parameters with the known ones, wrong values with the right ones, and never runs', async () => {
    const never = tool(() => expect.unreachable());
    const unknown = await useTool(never, { query: 'x', page: 2 });
    expect(unknown.ok).toBe(false);
    expect(unknown.findings[0]).toMatchObject({ rule: 'tool-input', allowed: ['query', 'order', 'limit'] });
    const wrong = await useTool(never, { query: 'x', order: 'random', limit: 0 });
    expect(wrong.findings.map(({ path }) => path)).toEqual(['/order', '/limit']);
    expect(wrong.findings[0]?.allowed).toEqual(['newest', 'oldest']);
    for (const bad of [undefined, null, 'text', 7, []]) expect((await useTool(never, bad)).ok).toBe(false);
  });

  it('turns what a tool throws into findings, but not what somebody must act on', async () => {
    const failing = (error: unknown) => tool(() => Promise.reject(error));
    const broken = await useTool(failing(new TypeError('boom')), { query: 'x' });
    expect(broken.findings[0]).toMatchObject({ rule: 'tool-failed', message: 'boom' });
    const unknown = new GroundrailError('target-unknown', { target: 'A/B', nearest: ['A/C'] });
    expect((await useTool(failing(unknown), { query: 'x' })).text).toContain('Did you mean A/C?');
    const missing = new GroundrailError('index-missing', { store: 's', landscape: 'l' });
    await expect(useTool(failing(missing), { query: 'x' })).rejects.toBe(missing);
  });

  it('passes on what it throws once the signal is aborted', async () => {
    const reason = new Error('stop');
    const signal = AbortSignal.abort(reason);
    const waiting = tool(async (_, context) => {
      context.signal?.throwIfAborted();
      return refusal();
    });
    await expect(useTool(waiting, { query: 'x' }, { signal })).rejects.toBe(reason);
  });

  it('recovers by its own means, or runs where nothing was begun', async () => {
    const recovering: Tool = { ...echo, recover: async () => ({ ok: true, text: 'was done', findings: [] }) };
    expect((await useTool(recovering, { query: 'x' }, {}, 'recover')).text).toBe('was done');
    expect((await useTool(recovering, { query: 'x' })).text).toBe('x 10');
    const nothing: Tool = { ...echo, recover: async () => undefined };
    expect((await useTool(nothing, { query: 'x' }, {}, 'recover')).text).toBe('x 10');
  });
});

describe('a finding for a model', () => {
  it('says where, what and what would do', () => {
    const text = renderFinding({
      rule: 'invalid-code',
      severity: 'error',
      path: '/payload/Type',
      message: 'XX is no code.',
      allowed: Array.from({ length: 14 }, (_, i) => `C${i}`),
      suggestion: 'C1',
    });
    expect(text).toBe(
      'error invalid-code at /payload/Type: XX is no code. Most likely: C1. Accepted: C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, and 2 more.',
    );
    expect(renderFinding({ rule: 'r', severity: 'warning', path: '', message: 'M.' })).toBe('warning r: M.');
  });
});
