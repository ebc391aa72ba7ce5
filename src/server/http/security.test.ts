import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notification, openSample, type SampleLandscape } from '../../../test/server/sample-server.ts';
import { openRecordsOf, type RecordStore } from '../../workspace/index.ts';
import type { Scope } from '../access/scope.ts';
import { createToken } from '../access/token.ts';
import type { RunningServer } from '../start-server.ts';

let sample: SampleLandscape;
let records: RecordStore;
let open: RunningServer;
let strict: RunningServer;

beforeAll(async () => {
  sample = await openSample();
  records = await openRecordsOf(sample.landscape, sample.store, 'write');
  open = await sample.serve({ corsOrigins: ['https://portal.example'] });
  strict = await sample.serve({ requireToken: true, allowedHosts: ['rail.example'] });
});
afterAll(async () => {
  await records.close();
  await sample.close();
});

async function makeToken(scopes: readonly Scope[], expiresAt?: string): Promise<{ id: string; token: string }> {
  const wish = {
    name: `for ${scopes.join(' ')}`,
    scopes,
    createdBy: 'test',
    ...(expiresAt !== undefined && { expiresAt }),
  };
  const { token, record } = await createToken(records, wish);
  return { id: record.id, token };
}

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A request with any header at all, Host and Origin too, which fetch does not let through. */
function raw(
  server: RunningServer,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, path, method, headers, agent: false };
    const sent = httpRequest(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const search = '/api/v1/search?query=bill';
const json = { 'content-type': 'application/json' };

describe('who may come in', () => {
  it('lets each scope do what it is for, and nothing else', async () => {
    const call = JSON.stringify(notification);
    const needs: [string, string, string, Scope][] = [
      ['GET', search, '', 'read'],
      ['GET', '/metrics', '', 'read'],
      ['POST', '/api/v1/validate', call, 'read'],
      ['POST', '/api/v1/plans', call, 'plan'],
      ['POST', '/api/v1/plans/x/execution', '', 'execute'],
      ['POST', '/api/v1/plans/x/approval', '{"decision":"denied"}', 'approve'],
      ['POST', '/api/v1/jobs', '{"kind":"nothing"}', 'admin'],
      ['GET', '/api/v1/refusals', '', 'admin'],
    ];
    const scopes: Scope[] = ['read', 'plan', 'execute', 'approve', 'admin'];
    for (const scope of scopes) {
      const { token } = await makeToken([scope]);
      for (const [method, path, body, needed] of needs) {
        const answer = await raw(strict, path, { ...bearer(token), ...(body && json) }, method, body);
        if (needed === scope) expect([200, 201, 400], `${method} ${path} with ${scope}`).toContain(answer.status);
        else {
          expect(answer.status, `${method} ${path} with ${scope}`).toBe(403);
          expect(answer.headers['www-authenticate']).toContain(`scope="${needed}"`);
        }
      }
    }
    const { token: reader } = await makeToken(['read']);
    expect((await raw(strict, '/api/v1/calls', { ...bearer(reader), ...json }, 'POST', call)).status).toBe(403);
    const read = JSON.stringify({ ...notification, operation: 'read', payload: undefined });
    expect((await raw(strict, '/api/v1/calls', { ...bearer(reader), ...json }, 'POST', read)).status).toBe(200);
  });

  it('refuses missing, unknown, expired and revoked tokens alike, and records every refusal', async () => {
    const expired = await makeToken(['read'], new Date(Date.now() - 1000).toISOString());
    const revoked = await makeToken(['read']);
    expect((await raw(strict, search, bearer(revoked.token))).status).toBe(200);
    await records.revokeToken({ tokenId: revoked.id, at: new Date().toISOString(), by: 'test' });
    const forged = `${revoked.token.slice(0, -3)}abc`;
    const cases: [Record<string, string>, string][] = [
      [{}, 'token-missing'],
      [bearer('nonsense'), 'token-unknown'],
      [bearer(forged), 'token-unknown'],
      [{ authorization: 'Basic YTpi' }, 'token-unknown'],
      [bearer(expired.token), 'token-expired'],
      [bearer(revoked.token), 'token-revoked'],
    ];
    for (const [headers, code] of cases) {
      const answer = await raw(strict, search, { ...headers, 'x-request-id': `test-${code}` });
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([401, code]);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    }
    expect((await raw(open, search, bearer('nonsense'))).status).toBe(401);
    const { items } = await records.refusals();
    const reasons = new Set(items.map(({ reason }) => reason));
    expect([...reasons]).toEqual(
      expect.arrayContaining(['token-missing', 'token-unknown', 'token-expired', 'scope-missing']),
    );
    expect(items.find(({ requestId }) => requestId === 'test-token-revoked')).toMatchObject({
      reason: 'token-revoked',
      door: 'http',
      method: 'GET',
      path: '/api/v1/search',
    });
    expect(JSON.stringify(items)).not.toContain(revoked.token);
  });

  it('trusts nobody on this machine whom a proxy has sent', async () => {
    expect((await raw(open, search)).status).toBe(200);
    for (const header of ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])
      expect((await raw(open, search, { [header]: '203.0.113.9' })).status, header).toBe(401);
  });

  it('does not listen to others before there is a token', async () => {
    const empty = await openSample();
    await expect(empty.serve({ host: '0.0.0.0' })).rejects.toThrow(/no access token yet.*groundrail token create/);
    await empty.close();
    await makeToken(['read']);
    const wide = await sample.serve({ host: '0.0.0.0' });
    expect((await raw(wide, search)).status).toBe(401);
    await wide.close();
  });

  it('slows down whoever guesses tokens, and whoever asks too much', async () => {
    const guarded = await sample.serve({ requireToken: true, rateLimit: 3 });
    const statuses: number[] = [];
    for (let index = 0; index < 40; index++)
      statuses.push((await raw(guarded, search, bearer(`guess${index}`))).status);
    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    const { token } = await makeToken(['read']);
    const answers = [];
    for (let index = 0; index < 4; index++) answers.push(await raw(guarded, '/api/v1/landscape', bearer(token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[0]?.headers.ratelimit).toBe('"default";r=2;t=0');
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
    await guarded.close();
    const counted = (await records.refusals({ limit: 100 })).items.filter(({ count }) => count > 1);
    expect(counted.length).toBeGreaterThan(0);
  });
});

describe('from where', () => {
  it('answers only to its own names, so that no rebound name gets through', async () => {
    for (const host of [
      'evil.example',
      'evil.example:80',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'a b',
      '[::1].evil',
    ])
      expect([400, 421], host).toContain((await raw(open, '/healthz', { host })).status);
    for (const host of ['localhost', `localhost:${open.port}`, '127.0.0.1', '127.9.9.9:1', '[::1]:80', 'LOCALHOST'])
      expect((await raw(open, '/healthz', { host })).status, host).toBe(200);
    expect((await raw(strict, '/healthz', { host: 'rail.example' })).status).toBe(200);
  });

  it('lets no foreign page in, and the allowed one only as far as it must', async () => {
    const host = `127.0.0.1:${open.port}`;
    for (const origin of ['https://evil.example', 'null', `http://${host}.evil.example`, 'http://127.0.0.1:1'])
      for (const path of [search, '/mcp', '/healthz'])
        expect((await raw(open, path, { origin })).status, origin).toBe(403);
    expect((await raw(open, search, { origin: `http://${host}` })).status).toBe(200);
    expect((await raw(open, search, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await raw(open, search, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    const plain = await raw(open, search);
    expect(plain.headers['access-control-allow-origin']).toBeUndefined();
    const portal = await raw(open, search, { origin: 'https://portal.example' });
    expect([portal.status, portal.headers['access-control-allow-origin']]).toEqual([200, 'https://portal.example']);
    expect(portal.headers['access-control-allow-credentials']).toBeUndefined();
    const asked = await raw(open, '/api/v1/plans', { origin: 'https://portal.example' }, 'OPTIONS');
    expect([asked.status, asked.headers['access-control-allow-methods']]).toEqual([204, 'GET, POST, DELETE']);
    expect((await raw(open, '/api/v1/plans', { origin: 'https://evil.example' }, 'OPTIONS')).status).toBe(403);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await raw(open, '/api/v1/plans', form, 'POST', JSON.stringify(notification))).status).toBe(415);
  });

  it('sends the headers that keep browsers honest', async () => {
    for (const path of ['/docs', search, '/nothing']) {
      const { headers } = await raw(open, path);
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
    }
    const { body } = await raw(open, '/docs');
    expect(body).not.toMatch(/<script|<style|\son\w+=|style="/);
  });
});

describe('what may be asked', () => {
  it('reads no file, whatever the path says', async () => {
    const paths = [
      '/../../../../etc/passwd',
      '/docs/../../package.json',
      '/docs/%2e%2e/%2e%2e/package.json',
      '/api/v1/services/..%2f..%2fetc%2fpasswd',
      '/api/v1/processes/%2e%2e%2f%2e%2e%2fetc',
      '/api/v1/traces/..%5c..%5cwindows',
      '/api/v1/plans/%00',
      '//evil.example/x',
    ];
    for (const path of paths) {
      const { status, body } = await raw(open, path);
      expect([404, 400], path).toContain(status);
      expect(body).not.toMatch(/root:|"dependencies"/);
    }
  });

  it('calls no address but those of the landscape', async () => {
    const before = sample.mock.calls().length;
    const targets = [
      { service: 'http://169.254.169.254/latest', entitySet: 'meta-data', operation: 'read' },
      { service: '//127.0.0.1:1/x', entitySet: 'y', operation: 'read' },
      { service: 'TWC_STOCK_SRV', entitySet: '../../../x', operation: 'read' },
      { service: 'TWC_STOCK_SRV', entitySet: 'http://127.0.0.1:1/', operation: 'read' },
      { service: 'TWC_STOCK_SRV', operation: 'GET http://127.0.0.1:1/' },
      { service: 'TWC_STOCK_SRV@evil.example', entitySet: 'x', operation: 'read' },
    ];
    for (const call of targets) {
      const { status, body } = await raw(open, '/api/v1/calls', json, 'POST', JSON.stringify(call));
      expect([status, JSON.parse(body).ok], JSON.stringify(call)).toEqual([200, false]);
    }
    const more = { ...notification, target: 'http://127.0.0.1:1', url: 'http://127.0.0.1:1' };
    expect(JSON.parse((await raw(open, '/api/v1/plans', json, 'POST', JSON.stringify(more))).body).ok).toBe(false);
    expect((await raw(open, '/api/v1/jobs', json, 'POST', '{"kind":"index","landscape":"/etc"}')).status).toBe(400);
    expect(sample.mock.calls().length).toBe(before);
  });

  it('lets no header in through what clients send', async () => {
    const good = await raw(open, search, { 'x-request-id': 'order-7:a.b' });
    expect(good.headers['x-request-id']).toBe('order-7:a.b');
    for (const id of ['a b', 'x'.repeat(65), 'ä', '<script>'])
      expect(
        (await raw(open, search, { 'x-request-id': Buffer.from(id).toString('latin1') })).headers['x-request-id'],
      ).toMatch(/^[0-9a-f-]{36}$/);
    for (const path of ['/api/v1/plans/x%0d%0aset-cookie:a=b', '/api/v1/search?query=a%0d%0aset-cookie:%20a=b']) {
      const { headers } = await raw(open, path);
      expect(headers['set-cookie']).toBeUndefined();
    }
    const etag = {
      ...notification,
      operation: 'update',
      key: { PurReq: '1', PurReqItm: '1' },
      etag: 'W/"1"\r\nx-evil: 1',
    };
    const planned = JSON.parse((await raw(open, '/api/v1/plans', json, 'POST', JSON.stringify(etag))).body);
    expect(JSON.stringify(planned.requests ?? [])).not.toContain('x-evil');
    const line = await wire(open.port, `GET ${search} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: b\r\n X-C: d\r\n\r\n`);
    expect(line).toMatch(/^HTTP\/1\.1 400/);
    const twice = await wire(
      open.port,
      'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    );
    expect(twice).toMatch(/^HTTP\/1\.1 400/);
  });

  it('bounds bodies, also those that do not say how long they are', async () => {
    const endless = await new Promise<RawAnswer>((resolve, reject) => {
      const headers = { ...json, 'transfer-encoding': 'chunked' };
      const sent = httpRequest(
        { host: '127.0.0.1', port: open.port, path: '/api/v1/validate', method: 'POST', headers },
        (response) => {
          response.resume();
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: '' }));
        },
      );
      sent.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EPIPE' || error.code === 'ECONNRESET' ? undefined : reject(error),
      );
      for (let index = 0; index < 90; index++) sent.write('x'.repeat(64 * 1024));
      sent.end();
    });
    expect(endless.status).toBe(413);
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const nested = await raw(
      open,
      '/api/v1/validate',
      json,
      'POST',
      `{"service":"x","operation":"create","payload":{"a":${deep}}}`,
    );
    expect([200, 400]).toContain(nested.status);
    const long = await raw(open, `/api/v1/search?query=${'x'.repeat(3000)}`);
    expect(long.status).toBe(400);
    const proto = await raw(
      open,
      '/api/v1/validate',
      json,
      'POST',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    expect([proto.status, ({} as { polluted?: number }).polluted]).toEqual([200, undefined]);
  });
});

/** What the server says to bytes that no client library would send. */
function wire(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
