import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgram } from './program.ts';

let folder: string;
let output: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrail-token-'));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  process.exitCode = 0;
  await rm(folder, { recursive: true, force: true });
});

async function run(...words: string[]): Promise<string> {
  output = '';
  await createProgram().parseAsync(['node', 'groundrail', 'token', ...words, '--store', join(folder, 'index.db')]);
  return output;
}

describe('groundrail token', () => {
  it('shows a token once, lists it without its secret, and ends it', async () => {
    const made = JSON.parse(await run('create', 'invoice agent', '--scopes', 'read,plan', '--days', '90', '--json'));
    expect(made).toMatchObject({
      name: 'invoice agent',
      scopes: ['read', 'plan'],
      token: expect.stringMatching(/^grt_/),
    });
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBeGreaterThan(89 * 86_400_000);
    const listed = await run('list', '--json');
    expect(JSON.parse(listed).tokens).toMatchObject([{ id: made.id, status: 'active' }]);
    expect(listed).not.toContain(made.token.slice(21));
    expect(listed).not.toContain('hash');
    expect(await run('list')).toContain('invoice agent');
    expect(await run('revoke', made.id)).toBe(`Revoked ${made.id}.\n`);
    expect(JSON.parse(await run('list', '--json')).tokens).toMatchObject([
      { status: 'revoked', revocation: { tokenId: made.id } },
    ]);
    await run('revoke', made.id);
    expect(process.exitCode).toBe(2);
    const plain = await run('create', 'other', '--scopes', 'approve');
    expect(plain).toMatch(/^grt_[0-9a-f]{16}_[\w-]{43}\n$/);
  });

  it('refuses scopes and names that are none', async () => {
    await expect(run('create', 'x', '--scopes', 'write')).rejects.toThrow(/--scopes takes read, plan/);
    await expect(run('create', 'x')).rejects.toThrow();
    await expect(run('create', 'a\nb', '--scopes', 'read')).rejects.toThrow(/one line/);
    await expect(run('create', 'x', '--scopes', 'read', '--days', '0')).rejects.toThrow(/--days takes a whole number/);
  });
});
