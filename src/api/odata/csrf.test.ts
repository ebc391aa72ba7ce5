import { describe, expect, it } from 'vitest';
import { CsrfSession, type TokenAnswer, TokenRefused, wantsToken } from './csrf.ts';

type Script = Partial<Record<'HEAD' | 'GET', [status: number, headers?: Record<string, string | string[]>]>>;

function session(script: Script): { tokens: CsrfSession; asked: string[] } {
  const asked: string[] = [];
  const tokens = new CsrfSession('https://erp.example/svc/', async (method): Promise<TokenAnswer> => {
    asked.push(method);
    await Promise.resolve();
    const [status, given = {}] = script[method] ?? [404];
    const headers = new Headers();
    for (const [name, value] of Object.entries(given))
      for (const one of [value].flat()) headers.append(name, one.replace('#', String(asked.length)));
    return { status, headers };
  });
  return { tokens, asked };
}

describe('a token', () => {
  it('comes with its cookies, the last of a name, without their attributes and without deleted ones', async () => {
    const cookies = ['a=1; path=/; HttpOnly', 'b=x=y', 'a=2; Secure', 'gone=1; Max-Age=0'];
    const { tokens, asked } = session({ HEAD: [200, { 'x-csrf-token': 'tok', 'set-cookie': cookies }] });
    expect(await tokens.token()).toEqual({ token: 'tok', cookies: ['a=2', 'b=x=y'] });
    expect(asked).toEqual(['HEAD']);
  });

  it.each([
    ['is not allowed', 405],
    ['answers without a token', 200],
    ['fails', 500],
  ])('is fetched by GET where HEAD %s', async (_, status) => {
    const { tokens, asked } = session({ HEAD: [status], GET: [200, { 'x-csrf-token': 'tok' }] });
    expect(await tokens.token()).toEqual({ token: 'tok', cookies: [] });
    expect(asked).toEqual(['HEAD', 'GET']);
  });

  it('is not needed where none is handed out, and that is asked once', async () => {
    const { tokens, asked } = session({ HEAD: [200], GET: [200, { 'set-cookie': 's=1' }] });
    expect(await tokens.token()).toEqual({ cookies: ['s=1'] });
    await tokens.token();
    expect(asked).toHaveLength(2);
  });

  it.each([401, 403, 500])('that is refused with %i is said, and asked for again next time', async (status) => {
    const { tokens, asked } = session({ HEAD: [status], GET: [status] });
    await expect(tokens.token()).rejects.toThrow(TokenRefused);
    const before = asked.length;
    await expect(tokens.token()).rejects.toThrow(String(status));
    expect(asked.length).toBe(before * 2);
  });

  it('is fetched once for many, and renewed once for many that found it expired', async () => {
    const { tokens, asked } = session({ HEAD: [200, { 'x-csrf-token': 'tok-#' }] });
    const first = await Promise.all(Array.from({ length: 50 }, () => tokens.token()));
    expect(asked).toHaveLength(1);
    const renewed = await Promise.all(first.map((stale) => tokens.token(stale)));
    expect(new Set(renewed.map(({ token }) => token))).toEqual(new Set(['tok-2']));
    expect(asked).toHaveLength(2);
    expect((await tokens.token(first[0])).token).toBe('tok-2');
  });
});

it.each([
  [403, 'Required', '', true],
  [403, 'required', '', true],
  [403, undefined, 'CSRF token validation failed', true],
  [403, undefined, 'no authorization', false],
  [400, 'Required', '', false],
])('a %i with x-csrf-token %s and the text "%s" asks for a token: %s', (status, token, text, expected) => {
  expect(wantsToken({ status, headers: new Headers(token === undefined ? {} : { 'x-csrf-token': token }), text })).toBe(
    expected,
  );
});
