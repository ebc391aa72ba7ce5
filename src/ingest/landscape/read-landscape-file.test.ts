import { describe, expect, it } from 'vitest';
import { isGroundrailError } from '../../base/index.ts';
import { folderWith } from './folder.fixture.ts';
import { readLandscapeFile } from './read-landscape-file.ts';

const files = { 's.edmx': '', 'a/one.xml': '', 'p/x.bpmn': '', 'p/y.bpmn': '', 'list.yaml': '' };

async function read(yaml: string) {
  return readLandscapeFile(await folderWith({ ...files, 'landscape.yaml': yaml }));
}

async function failure(promise: Promise<unknown>): Promise<[string | undefined, string]> {
  try {
    await promise;
  } catch (error) {
    if (isGroundrailError(error)) return [error.code, error.message];
    throw error;
  }
  return [undefined, ''];
}

describe('readLandscapeFile', () => {
  it('reads every key', async () => {
    const { landscape, findings } = await read(`
name: acme
description: What this is for.
services:
  - id: SRV
    metadata: s.edmx
    annotations: [a/*.xml]
    title: Title
    description: Text
    domain: procurement
    url: https://host.example/sap/SRV
    auth: { kind: basic, user: \${ERP_USER}, password: \${ERP_PASSWORD} }
    required: annotated
    order: error
    requests: { csrf: false, language: EN, client: 100, pageSize: 500, prefer: minimal, batchFormat: json, projection: specification }
    allow: [create A_Order, "action:Release", POST /orders]
processes: p/*.bpmn
bindings: [list.yaml]
valueHelp: list.yaml
vocabulary: list.yaml
effects: list.yaml
policies: list.yaml
library: ["a/**/*.xml"]
`);
    expect(findings).toEqual([]);
    const paths = (list: readonly { path: string }[]) => list.map(({ path }) => path);
    expect(landscape.services).toMatchObject([
      {
        id: 'SRV',
        metadata: { path: 's.edmx' },
        annotations: [{ path: 'a/one.xml' }],
        auth: { kind: 'basic', user: `\${ERP_USER}`, password: `\${ERP_PASSWORD}` },
        required: 'annotated',
        order: 'error',
        requests: {
          csrf: false,
          language: 'EN',
          client: '100',
          pageSize: 500,
          prefer: 'minimal',
          batchFormat: 'json',
          projection: 'specification',
        },
        allow: ['create A_Order', 'action:Release', 'POST /orders'],
      },
    ]);
    expect([landscape.name, landscape.description]).toEqual(['acme', 'What this is for.']);
    expect([paths(landscape.processes), paths(landscape.library), paths(landscape.effects)]).toEqual([
      ['p/x.bpmn', 'p/y.bpmn'],
      ['a/one.xml'],
      ['list.yaml'],
    ]);
  });

  it('warns about unknown keys with line and the key that is meant', async () => {
    const { findings } = await read(
      'name: x\nproceses: p/*.bpmn\nservices:\n  - id: S\n    metdata: s.edmx\n    metadata: s.edmx\n',
    );
    expect(findings).toMatchObject([
      { rule: 'unknown-key', severity: 'warning', line: 2, suggestion: 'processes' },
      { rule: 'unknown-key', severity: 'warning', line: 5, suggestion: 'metadata' },
    ]);
  });

  it.each([
    ['basic', 'kind: basic, user: joe, password: secret1', 'password'],
    ['bearer', 'kind: bearer, token: secret1', 'token'],
    ['apiKey', 'kind: apiKey, in: header, name: X-Key, value: secret1', 'value'],
    ['oauth2', 'kind: oauth2, tokenUrl: "https://t.example", clientId: me, clientSecret: secret1', 'clientSecret'],
    ['half a reference', `kind: bearer, token: "secret1\${X}"`, 'token'],
  ])('refuses a literal secret of %s without repeating it', async (_, auth, key) => {
    const { landscape, findings } = await read(`services:\n  - id: S\n    metadata: s.edmx\n    auth: { ${auth} }\n`);
    expect(findings).toMatchObject([{ rule: 'literal-secret', severity: 'error', line: 4 }]);
    expect(findings[0]?.message).toContain(key);
    expect(JSON.stringify([findings, landscape])).not.toContain('secret1');
    expect(landscape.services[0]?.auth).toBeUndefined();
  });

  it.each([
    `kind: bearer, token: "Bearer \${T}"`,
    `kind: apiKey, in: query, name: k, value: \${K}`,
    `kind: oauth2, tokenUrl: u, clientId: c, clientSecret: \${S}, scope: all`,
  ])('keeps { %s } as it stands', async (auth) => {
    const { landscape, findings } = await read(`services:\n  - id: S\n    metadata: s.edmx\n    auth: { ${auth} }\n`);
    expect(findings).toEqual([]);
    expect(Object.values(landscape.services[0]?.auth ?? {}).join(' ')).toContain(`\${`);
  });

  it.each([
    ['an unknown kind', '{ kind: magic }', /magic; it can be basic, bearer, apiKey, oauth2/],
    ['no kind', '{ user: x }', /no kind/],
    ['a missing key', '{ kind: basic, user: x }', /needs password/],
    ['a wrong place', `{ kind: apiKey, in: body, name: n, value: \${V} }`, /in is body/],
    ['no map', 'basic', /auth has to be a map/],
  ])('reports auth with %s', async (_, auth, message) => {
    const { landscape, findings } = await read(`services:\n  - id: S\n    metadata: s.edmx\n    auth: ${auth}\n`);
    expect(findings.some((finding) => finding.severity === 'error' && message.test(finding.message))).toBe(true);
    expect(landscape.services[0]?.auth).toBeUndefined();
  });

  it.each([
    ['ftp://host', 'wrong-value'],
    ['not an address', 'wrong-value'],
    ['https://joe:secret1@host.example/x', 'literal-secret'],
  ])('does not take %s for an address', async (url, rule) => {
    const { landscape, findings } = await read(`services:\n  - { id: S, metadata: s.edmx, url: "${url}" }\n`);
    expect(findings).toMatchObject([{ rule, severity: 'error' }]);
    expect(landscape.services[0]?.url).toBeUndefined();
    expect(JSON.stringify(findings)).not.toContain('secret1');
  });

  it.each([
    ['duplicate service ids', '[{ id: S, metadata: s.edmx }, { id: S, metadata: s.edmx }]', 'duplicate-service', 1],
    ['no id', '[{ metadata: s.edmx }]', 'missing-key', 0],
    ['an id that breaks ids', '[{ id: "a/b", metadata: s.edmx }]', 'wrong-value', 0],
    ['no metadata', '[{ id: S }]', 'missing-key', 0],
    ['missing metadata', '[{ id: S, metadata: gone.edmx }]', 'path', 0],
    ['several metadata', '[{ id: S, metadata: "p/*" }]', 'path', 0],
    ['a service that is no map', '[S]', 'wrong-value', 0],
    ['services that are no list', '{ S: s.edmx }', 'wrong-value', 0],
    [
      'a language that would end a header',
      '[{ id: S, metadata: s.edmx, requests: { language: "E N" } }]',
      'wrong-value',
      1,
    ],
    ['a page of nothing', '[{ id: S, metadata: s.edmx, requests: { pageSize: 0 } }]', 'wrong-value', 1],
    ['a token that is no boolean', '[{ id: S, metadata: s.edmx, requests: { csrf: sometimes } }]', 'wrong-value', 1],
    ['an unknown batch format', '[{ id: S, metadata: s.edmx, requests: { batchFormat: xml } }]', 'wrong-value', 1],
    ['a strange order', '[{ id: S, metadata: s.edmx, order: maybe }]', 'wrong-value', 1],
    ['a strange write', '[{ id: S, metadata: s.edmx, allow: [everything] }]', 'wrong-value', 1],
    ['a title that is a list', '[{ id: S, metadata: s.edmx, title: [x] }]', 'wrong-value', 1],
  ])('reports %s and keeps the rest', async (_, services, rule, left) => {
    const { landscape, findings } = await read(`services: ${services}\nprocesses: p/x.bpmn\n`);
    expect(findings).toMatchObject([{ rule, severity: 'error', line: 1 }]);
    expect(landscape.services).toHaveLength(left);
    expect(landscape.processes).toHaveLength(1);
  });

  it('reports paths with the line where they stand, and a glob without files as a warning', async () => {
    const { findings } = await read('services: []\nprocesses:\n  - gone.bpmn\n  - q/*.bpmn\n  - ../*.bpmn\n  - [x]\n');
    expect(findings.map(({ severity, rule, line }) => `${severity} ${rule} ${line}`)).toEqual([
      'error wrong-value 6',
      'error path 3',
      'warning path 4',
      'error path 5',
      'warning empty-landscape 1',
    ]);
  });

  it('takes a file once where several globs match it', async () => {
    const { landscape } = await read('processes: [p/*.bpmn, p/x.bpmn]\n');
    expect(landscape.processes.map(({ path }) => path)).toEqual(['p/x.bpmn', 'p/y.bpmn']);
  });

  it('throws where there is nothing to read', async () => {
    const empty = await folderWith({});
    expect(await failure(readLandscapeFile(empty))).toEqual([
      'landscape-missing',
      `There is no landscape.yaml in ${empty}. Run "groundrail init ${empty}" to write one from the files found there.`,
    ]);
    expect((await failure(readLandscapeFile(`${empty}/gone`)))[0]).toBe('path-unreadable');
    const file = await folderWith({ x: '' });
    expect((await failure(readLandscapeFile(`${file}/x`)))[0]).toBe('path-unreadable');
  });

  it.each([
    ['a list', '- a\n- b\n'],
    ['nothing', ''],
    ['no YAML', 'a: [\n'],
  ])('throws where landscape.yaml is %s', async (_, yaml) => {
    const [code, message] = await failure(read(yaml));
    expect(code).toBe('landscape-invalid');
    expect(message).toMatch(/landscape\.yaml:\d+: [^\n]+\.$/);
  });
});
