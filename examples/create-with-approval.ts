/**
 * Search, read the specification, show the exact request to somebody, and execute: against a mock of the demo landscape.
 * Run it in a checkout after `npm run build`: node --import tsx examples/create-with-approval.ts [url of a mock or system]
 */
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { indexLandscape, openWorkspace } from 'groundrail';

const landscape = dirname(createRequire(import.meta.url).resolve('groundrail/landscapes/demo/landscape.yaml'));
const target = process.argv[2];
if (target === undefined) throw new Error('Name the address of a mock: groundrail mock landscapes/demo --port 4004');

const store = join(await mkdtemp(join(tmpdir(), 'groundrail-example-')), 'index.db');
await indexLandscape(landscape, { store });
const workspace = await openWorkspace({
  landscape,
  store,
  target,
  ask: async ({ requests }) => {
    for (const { method, url, body } of requests) console.log(`approving ${method} ${url} ${body ?? ''}`);
    return { approved: true, by: 'example' };
  },
});

const { hits } = await workspace.search('we need more saddles');
const [best] = hits;
if (best === undefined) throw new Error('Nothing was found.');
const spec = await workspace.spec(best.id);
console.log(spec.text);

const payload = { Plant: 'TW01', Product: 'SDL-20', ReqQty: 200, DelivDate: '2026-09-14' };
const result = await workspace.call({
  service: spec.service,
  entitySet: spec.entitySet,
  operation: 'create',
  payload,
});
console.log(result.status, JSON.stringify(result.body));
await workspace.close();
if (!result.ok) process.exitCode = 1;
