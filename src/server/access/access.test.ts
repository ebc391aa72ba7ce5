import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type AccessRefusal, MemoryRecords } from '../../workspace/index.ts';
import { Authenticator } from './authenticator.ts';
import { doorProblem, isLocal } from './caller-check.ts';
import { JwtVerifier } from './jwt-verifier.ts';
import { hostName, isLoopback, urlHost } from './local-address.ts';
import { RateLimit } from './rate-limit.ts';
import { RefusalAudit } from './refusal-audit.ts';
import { createToken, statusOf, verifyToken } from './token.ts';

describe('a token', () => {
  it('is kept as a hash, and works until it ends', async () => {
    const records = new MemoryRecords();
    const wish = {
      name: 'agent',
      scopes: ['read', 'plan'] as const,
      createdBy: 'ann',
      expiresAt: '2030-01-01T00:00:00.000Z',
    };
    const { token, record } = await createToken(records, wish);
    expect(token).toMatch(/^grt_[0-9a-f]{16}_[\w-]{43}$/);
    expect(JSON.stringify(await records.tokens())).not.toContain(token.slice(21));
    expect(record.hash).toBe(createHash('sha256').update(token).digest('hex'));
    const during = Date.parse('2029-12-31');
    expect(await verifyToken(records, token, during)).toEqual({ record });
    expect(await verifyToken(records, token, Date.parse('2030-01-01'))).toEqual({ refused: 'token-expired' });
    for (const wrong of [
      '',
      'grt_',
      `${token}x`,
      token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
      token.toUpperCase(),
    ])
      expect(await verifyToken(records, wrong, during)).toEqual({ refused: 'token-unknown' });
    await records.revokeToken({ tokenId: record.id, at: '', by: 'ann' });
    expect(await verifyToken(records, token, during)).toEqual({ refused: 'token-revoked' });
    const [state] = await records.tokens();
    expect(state && statusOf(state, during)).toBe('revoked');
  });

  it('must be good where one is presented, even by the person at the machine', async () => {
    const records = new MemoryRecords();
    const { token } = await createToken(records, { name: 'agent', scopes: ['read'], createdBy: 'ann' });
    const authenticator = new Authenticator({ records, localUser: 'ann' });
    const identify = (headers: Record<string, string>, from = '127.0.0.1') =>
      authenticator.identify(new Headers(headers), from);
    expect(await identify({})).toMatchObject({ caller: { name: 'ann', key: 'local' } });
    expect(await identify({}, '10.0.0.1')).toEqual({ refused: 'token-missing' });
    expect(await identify({ authorization: 'Bearer x' })).toEqual({ refused: 'token-unknown' });
    expect(await identify({ authorization: `bearer  ${token}` })).toMatchObject({
      caller: { name: 'agent', scopes: new Set(['read']) },
    });
    expect(await identify({ authorization: `Bearer ${'x'.repeat(20_000)}` })).toEqual({ refused: 'token-unknown' });
  });
});

describe('a place', () => {
  it('is this machine or not', () => {
    for (const host of ['localhost', 'LOCALHOST.', '127.0.0.1', '127.255.0.9', '::1', '[::1]', '::ffff:127.0.0.1'])
      expect(isLoopback(host), host).toBe(true);
    for (const host of [
      '0.0.0.0',
      '::',
      '10.0.0.1',
      '127.0.0.1.example',
      'localhost.example',
      '128.0.0.1',
      '::ffff:10.0.0.1',
      '127.1',
      '',
    ])
      expect(isLoopback(host), host).toBe(false);
    expect([urlHost('::1'), urlHost('127.0.0.1')]).toEqual(['[::1]', '127.0.0.1']);
    expect(['[::1]:80', 'A.b:1', 'a b', 'a:99999999', 'user@a', undefined].map(hostName)).toEqual([
      '::1',
      'a.b',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(isLocal(new Headers({ forwarded: 'for=1.2.3.4' }), '127.0.0.1')).toBe(false);
    expect([isLocal(new Headers(), '127.0.0.1'), isLocal(new Headers(), undefined)]).toEqual([true, false]);
  });

  it('lets navigation in, but no request of a foreign page', () => {
    const from = (headers: Record<string, string>, method = 'GET') =>
      doorProblem({ headers: new Headers({ host: '127.0.0.1', ...headers }), method } as Request, {
        hosts: new Set(),
        origins: new Set(),
      });
    expect(from({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).toBeUndefined();
    expect(from({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 'POST')).toBe('origin-refused');
    expect(from({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).toBe('origin-refused');
    expect(from({ origin: 'not an origin' })).toBe('origin-refused');
  });
});

describe('limits', () => {
  it("let a minute's worth pass at once and then evenly", () => {
    let now = 0;
    const limit = new RateLimit(60, () => now);
    const taken = Array.from({ length: 61 }, () => limit.take('a'));
    expect(taken.filter(({ pass }) => pass)).toHaveLength(60);
    expect(taken.at(-1)).toEqual({ pass: false, remaining: 0, retryAfter: 1 });
    expect(limit.take('b').pass).toBe(true);
    now += 1000;
    expect([limit.take('a').pass, limit.take('a').pass]).toEqual([true, false]);
    for (let index = 0; index < 20_000; index++) limit.take(`c${index}`);
    expect(limit.take('b')).toMatchObject({ pass: true, remaining: 59 });
  });

  it('keep a flood of refusals from filling the records, and lose none of the count', async () => {
    let now = 0;
    const written: AccessRefusal[] = [];
    const audit = new RefusalAudit(
      { appendRefusal: async (refusal) => void written.push(refusal) },
      () => expect.unreachable(),
      () => now,
    );
    const refusal = { reason: 'host', door: 'http', method: 'GET', path: '/', from: '10.0.0.1' } as const;
    for (let index = 0; index < 500; index++) audit.refused(refusal);
    await audit.flush();
    expect(written).toHaveLength(21);
    now += 61_000;
    for (let index = 0; index < 30; index++) audit.refused(refusal);
    for (let index = 0; index < 5000; index++) audit.refused({ ...refusal, from: `10.1.${index}` });
    await audit.flush();
    expect(written.reduce((sum, { count }) => sum + count, 0)).toBe(5530);
    expect(written.length).toBeLessThan(1100);
  });
});

describe('tokens of an identity provider', () => {
  const issuer = 'https://id.example';
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwks = {
    keys: [
      { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'r', use: 'sig' },
      { ...ec.publicKey.export({ format: 'jwk' }), kid: 'e' },
      { ...ec.publicKey.export({ format: 'jwk' }), kid: 'enc', use: 'enc' },
    ],
  };
  const now = Date.parse('2030-01-01');
  const good = {
    iss: issuer,
    aud: ['other', 'groundrail'],
    sub: 'svc',
    exp: now / 1000 + 60,
    scope: 'openid groundrail:read plan',
  };
  const fetched: string[] = [];
  const provider: typeof fetch = async (input) => {
    fetched.push(String(input));
    const isDiscovery = String(input).endsWith('/.well-known/openid-configuration');
    return Response.json(isDiscovery ? { issuer, jwks_uri: `${issuer}/keys` } : jwks);
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (claims: object, header: object = { alg: 'RS256', kid: 'r' }, key = rsa.privateKey) => {
    const text = `${part(header)}.${part(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };
  const verifier = () => new JwtVerifier({ issuer, audience: 'groundrail', fetch: provider, now: () => now });

  it('are accepted with a good signature, and allow what they say', async () => {
    const one = verifier();
    const rsaSigned = await one.verify(signed(good));
    expect(rsaSigned).toEqual({ caller: { name: 'svc', key: `jwt ${issuer} svc`, scopes: new Set(['read', 'plan']) } });
    expect(
      await one.verify(signed({ ...good, scp: ['admin'] }, { alg: 'ES256', kid: 'e' }, ec.privateKey)),
    ).toMatchObject({
      caller: { scopes: new Set(['read', 'plan', 'admin']) },
    });
    expect(fetched).toEqual([`${issuer}/.well-known/openid-configuration`, `${issuer}/keys`]);
  });

  it('are refused for others, from others, forged, unsigned, early, late', async () => {
    const one = verifier();
    const text = signed(good);
    const [head = '', body = '', signature = ''] = text.split('.');
    const hmac = `${part({ alg: 'HS256', kid: 'r' })}.${body}`;
    const unknown = [
      signed({ ...good, iss: 'https://evil.example' }),
      signed({ ...good, aud: 'other' }),
      signed(good, { alg: 'RS256', kid: 'nobody' }),
      signed(good, { alg: 'RS256' }),
      signed(good, { alg: 'RS256', kid: 'e' }),
      signed(good, { alg: 'ES256', kid: 'enc' }, ec.privateKey),
      signed(good, { alg: 'RS256', kid: 'r', crit: ['x'] }),
      `${head}.${part({ ...good, sub: 'admin' })}.${signature}`,
      `${part({ alg: 'none' })}.${body}.`,
      `${part({ alg: 'none', kid: 'r' })}.${body}.${signature}`,
      `${hmac}.${createHash('sha256').update(hmac).digest('base64url')}`,
      `${text}.x`,
      'a.b.c',
      '..',
    ];
    for (const token of unknown) expect(await one.verify(token), token).toEqual({ refused: 'token-unknown' });
    expect(await one.verify(signed({ ...good, exp: now / 1000 - 61 }))).toEqual({ refused: 'token-expired' });
    expect(await one.verify(signed({ ...good, exp: undefined }))).toEqual({ refused: 'token-expired' });
    expect(await one.verify(signed({ ...good, nbf: now / 1000 + 61 }))).toEqual({ refused: 'token-early' });
  });

  it('say who cannot be reached, and are fetched from https alone', async () => {
    const down = new JwtVerifier({
      issuer,
      audience: 'a',
      fetch: () => Promise.reject(new TypeError('no route')),
      now: () => now,
    });
    await expect(down.verify(signed(good))).rejects.toMatchObject({ code: 'unreachable' });
    const plain = new JwtVerifier({ issuer: 'http://id.example', audience: 'a', fetch: provider, now: () => now });
    await expect(plain.verify(signed(good))).rejects.toThrow(/only https/);
    expect(() => new JwtVerifier({ issuer: 'nonsense', audience: 'a' })).toThrow(/no address/);
  });
});
