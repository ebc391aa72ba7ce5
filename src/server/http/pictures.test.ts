import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexLandscape, openWorkspace } from '../../workspace/index.ts';
import { type RunningServer, startServer } from '../start-server.ts';
import { graphOverviewSchema } from './schemas/graph.ts';
import { processSchema } from './schemas/landscape.ts';

interface Proposals {
  items: { process: string; activity: string; name: string; candidates: { service: string; confidence: number }[] }[];
  next?: string;
}

let landscape: string;
let server: RunningServer;

beforeAll(async () => {
  landscape = await mkdtemp(join(tmpdir(), 'groundrail-pictures-'));
  await cp(resolve(import.meta.dirname, '../../../landscapes/demo'), landscape, {
    recursive: true,
    filter: (path) => !path.includes('.groundrail'),
  });
  await indexLandscape(landscape);
  server = await startServer({ landscape, port: 0, user: 'ann', log: pino({ level: 'silent' }), models: ['planner'] });
});
afterAll(async () => {
  await server.close();
  await rm(landscape, { recursive: true, force: true });
});

const get = (path: string) => fetch(`${server.url}/api/v1/${path}`);

describe('the diagram of a process', () => {
  it('is the file of the landscape, which a browser that opens it runs nothing of', async () => {
    const response = await get('processes/parts-procurement/diagram');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const xml = await response.text();
    const process = processSchema.parse(await (await get('processes/parts-procurement')).json());
    for (const { id } of process.activities) expect(xml).toContain(`id="${id.split('/')[1]}"`);
  });

  it('is nothing but the file of a process: no path leads elsewhere', async () => {
    for (const name of ['nobody', '..%2F..%2Flandscape.yaml', 'processes%2Fparts-procurement.bpmn', '%00'])
      expect((await get(`processes/${name}/diagram`)).status, name).toBe(404);
  });

  it('is not given where the file has become dangerous or has gone', async () => {
    const file = join(landscape, 'processes/bike-order.bpmn');
    await writeFile(file, '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>');
    const refused = await get('processes/bike-order/diagram');
    expect([refused.status, await refused.json()]).toMatchObject([
      404,
      { code: 'not-found', detail: expect.stringContaining('document type') },
    ]);
    await rm(file);
    expect((await get('processes/bike-order/diagram')).status).toBe(404);
  });
});

describe('proposals for a process', () => {
  it('are those of bind for its steps, page by page', async () => {
    const workspace = await openWorkspace({ landscape });
    const all = (await workspace.proposeBindings()).proposals;
    const own = all.filter(({ process }) => process === 'parts-procurement');
    await workspace.close();
    const read = async (path: string) => (await (await get(path)).json()) as Proposals;
    expect((await read('processes/parts-procurement/proposals')).items).toEqual(own);
    const [process = ''] = all.map((one) => one.process);
    const first = await read(`processes/${process}/proposals?limit=1`);
    expect(first.items).toEqual(all.filter((one) => one.process === process).slice(0, 1));
    expect((await get('processes/nobody/proposals')).status).toBe(404);
  });
});

describe('the graph as a whole', () => {
  const overview = async (query: string) =>
    graphOverviewSchema.parse(await (await get(`graph/overview?${query}`)).json());

  it('holds every node of the wanted kinds and every edge between them', async () => {
    const all = await overview('');
    expect(all.truncated).toBe(false);
    expect([all.nodes.length, all.edges.length]).toEqual([all.total.nodes, all.total.edges]);
    const kindOf = ([kind]: (typeof all.nodes)[number]) => all.nodeKinds[kind];
    for (const node of all.nodes.filter((one) => kindOf(one) === 'EntitySet')) {
      const owner = all.nodes[node[1]];
      expect(owner && kindOf(owner)).toBe('Service');
      expect(node[2].startsWith(owner?.[2] ?? '?')).toBe(true);
    }
    const ends = all.edges.map(([kind, from, to]) => [all.edgeKinds[kind], all.nodes[from]?.[2], all.nodes[to]?.[2]]);
    expect(ends).toContainEqual(['EXPOSES', 'TWC_PURCHASING_SRV', 'TWC_PURCHASING_SRV/PurReqSet']);
    const sets = await overview('kinds=EntitySet,Service');
    expect(new Set(sets.nodes.map(kindOf))).toEqual(new Set(['Service', 'EntitySet']));
    expect(new Set(sets.edges.map(([kind]) => sets.edgeKinds[kind]))).toEqual(new Set(['EXPOSES', 'BINDS']));
  });

  it('says when something is left out, and is the same for the same index', async () => {
    const few = await overview('limit=100');
    expect(few.truncated).toBe(true);
    expect(few.nodes.length + few.edges.length).toBeLessThanOrEqual(100);
    expect(few.nodes.length).toBeGreaterThan(20);
    expect(few.edges.every(([, from, to]) => from < few.nodes.length && to < few.nodes.length)).toBe(true);
    expect(await overview('limit=100')).toEqual(few);
    for (const wrong of ['limit=50001', 'limit=0', 'kinds=Sets', 'kind=EntitySet'])
      expect((await get(`graph/overview?${wrong}`)).status, wrong).toBe(400);
  });
});

describe('the models', () => {
  it('are those that the server was started with', async () => {
    expect(await (await get('models')).json()).toEqual({ items: [{ name: 'planner' }] });
  });
});
