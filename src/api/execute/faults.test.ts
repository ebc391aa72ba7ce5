import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { itemExecutor, itemService } from '../../../test/execute/sample-executor.ts';
import {
  type Answer,
  type ScriptedSystem,
  scriptedSystem,
  sendJson,
  systemsOfTest,
} from '../../../test/execute/scripted-system.ts';
import type { ApiCall } from '../call.ts';
import type { CallResult } from './call-result.ts';
import type { ExecutorOptions } from './executor-options.ts';

const start = systemsOfTest();

const read: ApiCall = { service: 'SVC', entitySet: 'Items', operation: 'read', key: { ItemNo: '1' } };
const list: ApiCall = { service: 'SVC', entitySet: 'Items', operation: 'read' };
const update: ApiCall = {
  service: 'SVC',
  entitySet: 'Items',
  operation: 'update',
  key: { ItemNo: '1' },
  payload: { Title: 'a' },
};

async function against(
  answer: Answer,
  call: ApiCall,
  options: Partial<ExecutorOptions> = {},
): Promise<{ result: CallResult; system: ScriptedSystem }> {
  const system = await start(answer);
  const { executor } = itemExecutor(itemService('4.0', system.url), { settings: { SVC: { csrf: false } }, ...options });
  return { result: await executor.execute(call), system };
}

const rules = (result: CallResult): string[] => result.findings.map(({ rule }) => rule);
const said = (result: CallResult): string => result.findings.map(({ message }) => message).join(' ');

describe('answers that are none', () => {
  it('HTML with 200 is told apart, with what it says', async () => {
    const { result } = await against((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html><style>p{}</style><body>Please <b>log on</b></body></html>');
    }, read);
    expect(result).toMatchObject({ ok: false, outcome: 'failed', status: 200 });
    expect(said(result)).toMatch(/text\/html instead of JSON.*Please log on/s);
  });

  it('a write answered with HTML is unknown and stays one request', async () => {
    const { result, system } = await against((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html>log on</html>');
    }, update);
    expect(result).toMatchObject({ ok: false, outcome: 'unknown' });
    expect(system.seen).toHaveLength(1);
  });

  it('broken JSON, an empty body and wrong types are one sentence each', async () => {
    const broken = await against(
      (_, response) => sendJson(response, 200, undefined, { 'content-type': 'application/json' }),
      read,
    );
    expect(said(broken.result)).toContain('without a body');
    const cut = await against((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"ItemNo": "1');
    }, read);
    expect(said(cut.result)).toContain('no valid JSON');
    const deep = await against((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    }, read);
    expect(said(deep.result)).toContain('deeper than 200');
    const pdf = await against((_, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.end('%PDF');
    }, read);
    expect(said(pdf.result)).toContain('application/pdf');
  });

  it('a gzip bomb and an endless body are given up at the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(40 * 1_048_576, 32));
    expect(bomb.length).toBeLessThan(100_000);
    const zipped = await against((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(bomb);
    }, read);
    expect(rules(zipped.result)).toEqual(['too-large']);
    const endless = await against(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const more = (): void => {
          while (response.write(' '.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      },
      read,
      { limits: { maxBytes: 1_048_576 } },
    );
    expect(rules(endless.result)).toEqual(['too-large']);
    expect(said(endless.result)).toContain('1 MB');
  });

  it('a slow answer ends at the time limit, drop by drop as well', async () => {
    const { result } = await against(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      },
      read,
      { limits: { timeoutMs: 300 } },
    );
    expect(result).toMatchObject({ ok: false, outcome: 'failed' });
    expect(rules(result)).toEqual(['timeout']);
    const write = await against(() => undefined, update, { limits: { timeoutMs: 200 } });
    expect(write.result.outcome).toBe('unknown');
    expect(write.system.seen).toHaveLength(1);
  });

  it('a body that is not compressed as it says is named', async () => {
    const { result } = await against((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end('no gzip at all');
    }, read);
    expect(rules(result)).toEqual(['undecodable']);
  });

  it('a caller can cancel', async () => {
    const system = await start(() => undefined);
    const { executor } = itemExecutor(itemService('4.0', system.url));
    const result = await executor.execute(read, { signal: AbortSignal.timeout(50) });
    expect(result).toMatchObject({ ok: false, outcome: 'failed', findings: [{ rule: 'cancelled' }] });
    const write = await executor.execute(update, { signal: AbortSignal.abort() });
    expect(write).toMatchObject({ outcome: 'not-sent', findings: [{ rule: 'cancelled' }] });
  });
});

describe('reads', () => {
  it('are repeated on 429, 502, 503, 504 and a broken connection, up to the limit', async () => {
    const statuses = [503, 429, 0];
    const { result, system } = await against((_, response, index) => {
      const status = statuses[index];
      if (status === 0) response.socket?.destroy();
      else if (status !== undefined) sendJson(response, status, {});
      else sendJson(response, 200, { ItemNo: '1' });
    }, read);
    expect(result).toMatchObject({ ok: true, body: { ItemNo: '1' } });
    expect(system.seen).toHaveLength(4);
    const never = await against(
      (_, response) => sendJson(response, 503, { error: { code: 'X', message: 'down' } }),
      read,
    );
    expect(never.result).toMatchObject({ ok: false, status: 503 });
    expect(never.system.seen).toHaveLength(4);
  });

  it('heed Retry-After and do not wait longer than the limit', async () => {
    const pauses: number[] = [];
    const options: Partial<ExecutorOptions> = { sleep: async (ms) => void pauses.push(ms) };
    const { result } = await against(
      (_, response, index) =>
        index === 0 ? sendJson(response, 429, {}, { 'retry-after': '2' }) : sendJson(response, 200, { ItemNo: '1' }),
      read,
      options,
    );
    expect(result.ok).toBe(true);
    expect(pauses).toEqual([2000]);
    const long = await against((_, response) => sendJson(response, 429, {}, { 'retry-after': '3600' }), read, options);
    expect(long.system.seen).toHaveLength(1);
    expect(said(long.result)).toContain('Retry-After 3600');
  });

  it('are not repeated on 500', async () => {
    const { system } = await against((_, response) => sendJson(response, 500, {}), read);
    expect(system.seen).toHaveLength(1);
  });

  it('of a host that keeps failing are stopped before they leave', async () => {
    const system = await start((_, response) => sendJson(response, 503, {}));
    let now = 0;
    const { executor } = itemExecutor(itemService('4.0', system.url), {
      now: () => now,
      limits: { circuit: { failures: 6, openMs: 1000 } },
    });
    for (let index = 0; index < 3; index++) await executor.execute(read);
    const result = await executor.execute(read);
    expect(rules(result)).toEqual(['circuit-open']);
    expect(result.outcome).toBe('not-sent');
    expect(system.seen).toHaveLength(6);
    now = 2000;
    await executor.execute(read);
    expect(system.seen).toHaveLength(7);
  });
});

describe('writes', () => {
  it.each([429, 500, 502, 503, 504])('are sent once on %i', async (status) => {
    const { result, system } = await against(
      (_, response) => sendJson(response, status, { error: { code: 'X', message: 'no' } }),
      update,
    );
    expect(system.seen).toHaveLength(1);
    expect(result.ok).toBe(false);
    expect(result.outcome).toBe(status === 502 || status === 504 ? 'unknown' : 'failed');
  });

  it.each([
    [401, 'credentials'],
    [403, 'authorization'],
    [404, 'no such entity'],
    [409, 'conflicts'],
    [412, 'changed'],
    [423, 'locked'],
    [428, 'etag'],
  ])('are explained on %i', async (status, word) => {
    const { result } = await against(
      (_, response) =>
        sendJson(response, status, {
          error: {
            code: 'C1',
            message: { value: 'Nope' },
            innererror: { errordetails: [{ code: 'D1', message: 'Inner detail', propertyref: 'Title' }] },
          },
        }),
      update,
    );
    expect(said(result)).toContain(word);
    expect(result.body).toEqual({
      error: { code: 'C1', message: 'Nope', details: [{ code: 'D1', message: 'Inner detail', target: 'Title' }] },
    });
  });
});

describe('addresses', () => {
  it('redirects are followed inside registered hosts only, without credentials elsewhere', async () => {
    const other = await start((_, response) => sendJson(response, 200, { ItemNo: '1' }));
    const away = (_: unknown, response: Parameters<Answer>[1]): void => {
      response.writeHead(302, { location: `${other.url}/elsewhere` });
      response.end();
    };
    const environment = (): string => 'canary-secret';
    const refused = await against(away, read, { environment });
    expect(rules(refused.result)).toEqual(['redirect']);
    expect(other.seen).toHaveLength(0);
    const system = await start(away);
    const graph = itemService('4.0', system.url, { auth: { kind: 'bearer', token: `\${T}` } });
    const { executor } = itemExecutor(graph, { environment, hosts: [other.url] });
    expect(await executor.execute(read)).toMatchObject({ ok: true });
    expect(system.seen[0]?.headers.authorization).toBe('Bearer canary-secret');
    expect(other.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('a write is never redirected', async () => {
    const { result, system } = await against((_, response) => {
      response.writeHead(307, { location: '/other' });
      response.end();
    }, update);
    expect(rules(result)).toEqual(['redirect']);
    expect(result.outcome).toBe('not-sent');
    expect(system.seen).toHaveLength(1);
  });

  it('an unreachable host is one sentence and leaves no doubt', async () => {
    const gone = await scriptedSystem(() => undefined);
    await gone.close();
    for (const url of [gone.url, 'http://127.0.0.1:1/svc']) {
      const { executor } = itemExecutor(itemService('4.0', url));
      const result = await executor.execute(update);
      expect(result).toMatchObject({ ok: false, outcome: 'not-sent' });
      expect(rules(result)).toEqual(['unreachable']);
    }
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed'],
    ['CERT_HAS_EXPIRED', 'expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'another host name'],
  ])('a certificate problem %s is named and never passed over', async (code, word) => {
    const cause = Object.assign(new Error('certificate'), { code });
    const { executor } = itemExecutor(itemService('4.0', 'https://erp.example/svc'), {
      fetch: async () => {
        throw new TypeError('fetch failed', { cause });
      },
    });
    const result = await executor.execute(update);
    expect(result).toMatchObject({ ok: false, outcome: 'not-sent' });
    expect(rules(result)).toEqual(['certificate']);
    expect(said(result)).toContain(word);
  });
});

describe('pages', () => {
  const page = (from: number, to: number, next?: string): unknown => ({
    value: Array.from({ length: to - from }, (_, index) => ({ ItemNo: String(from + index) })),
    ...(next !== undefined && { '@odata.nextLink': next }),
  });

  it('are followed to the end and joined', async () => {
    const { result, system } = await against(
      (_, response, index) => sendJson(response, 200, index === 0 ? page(0, 2, 'Items?$skiptoken=2') : page(2, 3)),
      list,
    );
    expect(result).toMatchObject({ ok: true, body: { value: [{ ItemNo: '0' }, { ItemNo: '1' }, { ItemNo: '2' }] } });
    expect(system.seen[1]?.path).toBe('/svc/Items?$skiptoken=2');
    expect(result.requests).toHaveLength(2);
  });

  it('end with the rows that were asked for', async () => {
    const { result, system } = await against(
      (_, response, index) => sendJson(response, 200, page(index * 2, index * 2 + 2, `Items?$skiptoken=${index}`)),
      { ...list, query: { top: 3 } } as ApiCall,
    );
    expect((result.body as { value: unknown[] }).value).toHaveLength(3);
    expect(system.seen).toHaveLength(2);
  });

  it('never leave the host and never go round in circles', async () => {
    const away = await against((_, response) => sendJson(response, 200, page(0, 1, 'https://evil.example/x')), list);
    expect(rules(away.result)).toEqual(['pages-ended']);
    expect(away.result.ok).toBe(true);
    const circle = await against((_, response) => sendJson(response, 200, page(0, 1, 'Items?$skiptoken=1')), list);
    expect(rules(circle.result)).toEqual(['pages-ended']);
    expect(circle.system.seen).toHaveLength(2);
    const many = await against(
      (_, response, index) => sendJson(response, 200, page(0, 10, `Items?$skiptoken=${index}`)),
      list,
      { pages: { rows: 30 } },
    );
    expect(rules(many.result)).toEqual(['more-rows']);
  });
});
