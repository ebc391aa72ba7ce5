import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const program = join(root, 'dist', 'cli.js');
const demo = join(root, 'landscapes', 'demo');
let folder: string;
let store: string;

interface Run {
  code: number | null;
  out: string;
  err: string;
}

function groundrail(args: readonly string[], input = '', env: Record<string, string> = {}): Promise<Run> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, NO_COLOR: '1', ...env } });
    const run: Run = { code: null, out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      run.out += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      run.err += String(chunk);
    });
    child.on('close', (code) => done({ ...run, code }));
    child.stdin.end(input);
  });
}

beforeAll(async () => {
  if (!existsSync(program)) throw new Error('dist/cli.js is missing: run "npm run build" first, as "npm test" does.');
  folder = await mkdtemp(join(tmpdir(), 'groundrail-cli-'));
  store = join(folder, 'index.db');
  const { code, err } = await groundrail(['index', demo, '--store', store, '--json']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('every command', () => {
  it('has a help that ends with an example', async () => {
    const { out } = await groundrail(['--help']);
    const names = [...out.matchAll(/^ {2}([a-z]+)[ |]/gm)]
      .map((match) => match[1] ?? '')
      .filter((name) => name !== 'help');
    expect(names).toEqual(
      expect.arrayContaining([
        'demo',
        'init',
        'index',
        'audit',
        'search',
        'bind',
        'describe',
        'validate',
        'call',
        'trace',
        'mock',
        'eval',
        'doctor',
      ]),
    );
    const helps = await Promise.all(
      ['init', 'index', 'audit', 'search', 'bind', 'describe', 'validate', 'call', 'mock', 'doctor'].map((name) =>
        groundrail([name, '--help']),
      ),
    );
    for (const help of helps)
      expect(help).toMatchObject({ code: 0, out: expect.stringMatching(/Example:\n {2}groundrail/) });
  });

  it.each([
    ['an unknown command', ['frobnicate'], /unknown command/],
    ['an unknown option', ['search', 'x', '--nope'], /unknown option/],
    [
      'a word where a number belongs',
      ['search', 'x', '-k', 'many'],
      /-k takes a whole number from 1 to 100, not "many"/,
    ],
    ['an unknown mode', ['search', 'x', '--mode', 'magic'], /--mode takes hybrid, dense, lexical, graph/],
    ['a folder without a landscape', ['index', tmpdir()], /There is no landscape\.yaml in .*groundrail init/],
    [
      'a search without an index',
      ['search', 'x', '-C', tmpdir(), '--store', '/nowhere/index.db'],
      /There is no index at .*groundrail index/,
    ],
    ['a call that is no JSON', ['validate', join(root, 'README.md'), '-C', demo], /README\.md is no JSON/],
    ['a target that is no address', ['ask', 'x', '--target', 'localhost'], /--target takes an address such as http/],
    ['a time that is none', ['trace', 'export', '--since', 'yesterday'], /--since takes a time in ISO 8601 such as/],
    ['an approval for real systems', ['ask', 'x', '--approve'], /--approve without a person needs --target/],
    ['nothing to do', ['ask', ' '], /Say what you want done, or name a run/],
    ['a call and a plan at once', ['call', 'x.json', '--plan', '1'], /either a file with a call or --plan/],
    [
      'an unknown target',
      ['describe', 'TWC_PURCHASING_SRV/PurRekSet', '-C', demo, '--store', '@'],
      /Did you mean TWC_PURCHASING_SRV\/PurReqSet/,
    ],
    [
      'an unknown service',
      ['describe', 'TWC_PURCHASE_SRV/PurReqSet', '-C', demo, '--store', '@'],
      /Did you mean TWC_PURCHASING_SRV/,
    ],
  ])('answers %s with one sentence and exit code 2', async (_, args, sentence) => {
    const { code, out, err } = await groundrail(args.map((arg) => (arg === '@' ? store : arg)));
    expect(out).toBe('');
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  });
});

describe('what others wrote', () => {
  it('says an error as one JSON document too where JSON is asked for', async () => {
    for (const args of [
      ['search', 'x', '-C', tmpdir(), '--store', '/nowhere/index.db'],
      ['search', 'x', '--nope'],
      ['search', 'x', '-k', 'many'],
      ['trace', 'show', 'none', '-C', demo, '--store', store],
      ['describe', 'Nope/None', '-C', demo, '--store', store],
    ]) {
      const { code, out, err } = await groundrail([...args, '--json']);
      expect(code).toBe(2);
      expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: expect.any(String) } });
      expect(err).not.toBe('');
    }
  });

  it('never steers the terminal', async () => {
    const own = join(folder, 'hostile');
    const steering = '\\u001b[2J\\u009b31m\\u202e';
    const names = `{"$Version":"4.0","$EntityContainer":"N.C","N":{"T":{"$Kind":"EntityType","$Key":["Id"],"Id":{"@com.sap.vocabularies.Common.v1.Label":"zebra${steering}"}},"C":{"$Kind":"EntityContainer","zebra${steering}":{"$Collection":true,"$Type":"N.T"}}}}`;
    await cp(join(demo, 'services', 'TWC_STOCK_SRV.edmx'), join(own, 'stock.edmx'));
    await writeFile(join(own, 'zebra.json'), names);
    await writeFile(join(own, 'odd\u001b[2J\u009b.edmx'), '<a');
    await writeFile(
      join(own, 'landscape.yaml'),
      `name: "n${steering}"\nservices:\n  - { id: Z, metadata: zebra.json, title: "zebra${steering}" }\n  - { id: "Y${steering}", metadata: zebra.json }\n  - { id: O, metadata: "odd\\e[2J\\x9b.edmx" }\n`,
    );
    for (const args of [
      ['index', own],
      ['index', own, '--json'],
      ['audit', own],
      ['search', 'zebra', '-C', own, '--explain'],
      ['search', 'zebra', '-C', own, '--json'],
      ['describe', 'Z/zebra\u001b[2J\u009b31m\u202e', '-C', own],
      ['describe', 'Z/\u001b[2J', '-C', own],
      ['bind', own],
      ['doctor', '-C', own],
    ]) {
      const { out, err } = await groundrail(args);
      expect(out + err, args.join(' ')).not.toMatch(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u);
    }
  }, 60_000);
});

describe('the main job', () => {
  it('searches with the reasons, as text and as JSON', async () => {
    const text = await groundrail([
      'search',
      "the vendor's bill is here",
      '-C',
      demo,
      '--store',
      store,
      '--explain',
      '-k',
      '3',
    ]);
    expect(text.out).toMatch(/1\. TWC_SUPLR_INVOICE_SRV\/SuplrInvcHdrSet/);
    expect(text.out).toMatch(/score .* =\n {6}\+/);
    const json = await groundrail([
      'search',
      "the vendor's bill is here",
      '-C',
      demo,
      '--store',
      store,
      '--json',
      '-k',
      '3',
    ]);
    const result = JSON.parse(json.out) as { hits: { score: number; contributions: { value: number }[] }[] };
    expect(result.hits).toHaveLength(3);
    for (const hit of result.hits) {
      const sum = hit.contributions.reduce((total, { value }) => total + value, 0);
      expect(sum).toBeCloseTo(hit.score, 3);
    }
  });

  it('writes a landscape for a folder of files, reads it and finds its sets', async () => {
    const own = join(folder, 'own');
    await cp(join(demo, 'services', 'TWC_STOCK_SRV.edmx'), join(own, 'stock.edmx'));
    await cp(join(demo, 'processes', 'parts-procurement.bpmn'), join(own, 'parts.bpmn'));
    expect(await groundrail(['init', own])).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 services, 1 processes'),
    });
    expect(await groundrail(['init', own])).toMatchObject({ code: 2, err: expect.stringContaining('--force') });
    expect(await groundrail(['index', own, '--json'])).toMatchObject({ code: 0 });
    const again = JSON.parse((await groundrail(['index', own, '--json'])).out) as { sources: { status: string }[] };
    expect(again.sources.map((source) => source.status)).toEqual(['unchanged', 'unchanged']);
    const found = await groundrail(['search', 'what lies in the store', '-C', own, '--json']);
    expect(found.out).toContain('StkBalSet');
    const bound = JSON.parse((await groundrail(['bind', own, '--json'])).out) as { proposals: object[] };
    expect(bound.proposals.length).toBeGreaterThan(3);
    expect((await groundrail(['bind', own, '--write'])).code).toBe(0);
    expect(await readFile(join(own, 'bindings.yaml'), 'utf8')).toMatch(/^bindings:\n {2}- \{ process: /);
  });

  it('validates, plans, refuses without approval, and executes an approved plan once', async () => {
    const { mockOptionsOf } = await import('../src/workspace/index.ts');
    const { startMock } = await import('../src/mock/index.ts');
    const mock = await startMock(await mockOptionsOf(demo));
    try {
      const file = join(folder, 'call.json');
      const payload = { Plant: 'TW01', Product: 'SDL-20', ReqQty: 200, DelivDate: '2026-09-14' };
      await writeFile(
        file,
        JSON.stringify({ service: 'TWC_PURCHASING_SRV', entitySet: 'PurReqSet', operation: 'create', payload }),
      );
      const where = ['-C', demo, '--store', store];
      expect(await groundrail(['validate', file, ...where])).toMatchObject({
        code: 0,
        out: expect.stringContaining('valid'),
      });
      const bad = await groundrail(
        ['validate', '-', ...where, '--json'],
        JSON.stringify({
          service: 'TWC_PURCHASING_SRV',
          entitySet: 'PurReqSet',
          operation: 'create',
          payload: { ...payload, Plant: 'X' },
        }),
      );
      expect(bad.code).toBe(1);
      expect(JSON.parse(bad.out)).toMatchObject({
        ok: false,
        findings: [{ severity: 'error', path: '/payload/Plant' }],
      });
      const refused = await groundrail(['call', file, ...where, '--target', mock.url, '--json']);
      expect(refused.code).toBe(1);
      expect(mock.calls()).toEqual([]);
      const planned = JSON.parse(
        (await groundrail(['call', file, ...where, '--target', mock.url, '--dry-run', '--json'])).out,
      ) as { plan: { id: string } };
      const plan = ['call', '--plan', planned.plan.id, '--approve', ...where, '--target', mock.url, '--json'];
      expect(JSON.parse((await groundrail(plan)).out)).toMatchObject({ ok: true, status: 201 });
      expect(await groundrail(plan)).toMatchObject({ code: 1, out: expect.stringContaining('used') });
      expect(mock.calls().filter((call) => call.method === 'POST')).toHaveLength(1);
      const traces = JSON.parse((await groundrail(['trace', 'list', ...where, '--json'])).out) as {
        items: { traceId: string }[];
      };
      expect(traces.items.length).toBeGreaterThan(1);
      const shown = await groundrail(['trace', 'show', traces.items[0]?.traceId ?? '', ...where]);
      expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('PurReqSet') });
      const exported = await groundrail(['trace', 'export', ...where]);
      const begins = await groundrail(['trace', 'show', traces.items[0]?.traceId.slice(0, 8) ?? '', ...where]);
      expect(begins).toEqual(shown);
      expect(await groundrail(['trace', 'show', '', ...where])).toMatchObject({
        code: 2,
        err: expect.stringMatching(/^\d+ traces begin with .*Give more of the id/),
      });
      expect(await groundrail(['trace', 'export', '--since', '2100-01-01', ...where])).toMatchObject({
        code: 0,
        out: '',
        err: expect.stringContaining('No record fits'),
      });
      const list = JSON.parse((await groundrail(['trace', 'export', '--json', ...where])).out) as unknown[];
      expect(list).toHaveLength(exported.out.trim().split('\n').length);
      expect(await groundrail(['mock', demo, '--port', String(mock.port)])).toMatchObject({
        code: 2,
        err: `Port ${mock.port} of 127.0.0.1 is taken; name another one with --port, or 0 for any free one.\n`,
      });
      for (const line of exported.out.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('attributes');
    } finally {
      await mock.close();
    }
  });

  it('lets the agent do it: shows what it does, or every event as a line of JSON', async () => {
    const { startMock } = await import('../src/mock/index.ts');
    const { mockOptionsOf } = await import('../src/workspace/index.ts');
    const mock = await startMock(await mockOptionsOf(demo));
    try {
      const task = 'Ask for 200 pieces of saddle SDL-20, needed at the Tarnwood works on 14 September 2026.';
      const where = ['-C', demo, '--store', store, '--target', mock.url];
      const asked = await groundrail(['ask', task, '--approve', ...where]);
      expect(asked).toMatchObject({ code: 0, err: '' });
      const shown = [...asked.out.matchAll(/^(search|describe|propose|submit|Done) /gm)].map(([, word]) => word);
      expect(shown).toEqual(['search', 'describe', 'propose', 'submit', 'Done']);
      const refused = await groundrail(['ask', task, '--events', ...where]);
      expect(refused.code).toBe(1);
      const events = refused.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { type: string });
      expect(events.at(0)?.type).toBe('started');
      expect(events.at(-1)?.type).toBe('ended');
      expect(mock.calls().filter((call) => call.method === 'POST')).toHaveLength(1);
    } finally {
      await mock.close();
    }
  });

  it('says that a system cannot be reached, with exit code 3', async () => {
    const read = JSON.stringify({
      service: 'TWC_PURCHASING_SRV',
      entitySet: 'PurReqSet',
      operation: 'read',
      query: { top: 1 },
    });
    const { code, out } = await groundrail(
      ['call', '-', '-C', demo, '--store', store, '--target', 'http://127.0.0.1:9', '--json'],
      read,
    );
    expect({
      code,
      rules: (JSON.parse(out) as { findings: { rule: string }[] }).findings.map(({ rule }) => rule),
    }).toEqual({ code: 3, rules: ['unreachable'] });
  });
});
