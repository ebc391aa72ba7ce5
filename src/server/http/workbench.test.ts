import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSample, type SampleLandscape } from '../../../test/server/sample-server.ts';
import type { RunningServer } from '../start-server.ts';

const script = `export const text = "${'long '.repeat(500)}";`;
let sample: SampleLandscape;
let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrail-workbench-'));
  await mkdir(join(folder, 'web/assets'), { recursive: true });
  await writeFile(join(folder, 'secret.js'), 'secret');
  await writeFile(join(folder, 'web/index.html'), '<!doctype html><title>the page</title>');
  await writeFile(join(folder, 'web/assets/index-a1b2.js'), script);
  await writeFile(join(folder, 'web/assets/note.txt'), 'no type of ours');
  await writeFile(join(folder, 'web/.env'), 'secret');
  sample = await openSample();
  server = await sample.serve({ workbench: join(folder, 'web') });
}, 240_000);
afterAll(async () => {
  await sample.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers });

describe('the workbench', () => {
  it('gives its page under the address of every screen, under a policy without inline script or style', async () => {
    const screens = [
      '/',
      '/search?query=x',
      '/sets/SVC/Set',
      '/sets/SVC%23ns.Op(ns.Type)',
      '/processes',
      '/processes/p',
    ];
    for (const path of [...screens, '/graph', '/runs', '/runs/t', '/landscape?tab=coverage']) {
      const response = await get(path);
      expect([response.status, await response.text()], path).toEqual([200, expect.stringContaining('the page')]);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
      expect(policy).not.toContain('unsafe');
      expect(response.headers.get('cache-control')).toBe('no-cache');
    }
    for (const path of ['/api/v1/nothing', '/somewhere', '/searching'])
      expect((await get(path)).headers.get('content-type'), path).toBe('application/problem+json');
  });

  it('gives files that are named after their content for ever, packed where the client takes that', async () => {
    const response = await get('/assets/index-a1b2.js', { 'accept-encoding': 'gzip' });
    expect(await response.text()).toBe(script);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    for (const accepted of ['identity', 'gzip;q=0'])
      expect(
        (await get('/assets/index-a1b2.js', { 'accept-encoding': accepted })).headers.get('content-encoding'),
      ).toBeNull();
    const again = await get('/', { 'if-none-match': (await get('/')).headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('gives no other file, however the address is written', async () => {
    const addresses = [
      '/assets/../../secret.js',
      '/assets/..%2f..%2fsecret.js',
      '/assets/%2e%2e/%2e%2e/secret.js',
      '/assets/..\\..\\secret.js',
      '/assets//index-a1b2.js',
      '/assets/',
      '/assets/note.txt',
      '/assets/%00',
      '/.env',
      '/index.html',
      '/theme.js',
    ];
    for (const address of addresses) {
      const answer = await raw(address);
      expect(answer, address).toMatch(/^HTTP\/1\.1 (404|400) /);
      expect(answer, address).not.toContain('secret.js"');
    }
  });

  it('needs no token for the page, which has nothing of the landscape in it', async () => {
    const closed = await sample.serve({ workbench: join(folder, 'web'), requireToken: true });
    expect((await fetch(`${closed.url}/`)).status).toBe(200);
    expect((await fetch(`${closed.url}/api/v1/landscape`)).status).toBe(401);
  });

  it('says how it is built where it is not', async () => {
    const bare = await sample.serve({ workbench: join(folder, 'nowhere') });
    const response = await fetch(`${bare.url}/`);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('npm run build')]);
  });
});

/** The answer to an address that goes over the wire exactly as it is written. */
function raw(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      answer += text;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
    socket.write(`GET ${address} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`);
  });
}
