import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MockServer, startMock } from '../src/mock/index.ts';
import { mockOptionsOf } from '../src/workspace/index.ts';

const root = resolve(import.meta.dirname, '..');
let mock: MockServer;

beforeAll(async () => {
  mock = await startMock(await mockOptionsOf(join(root, 'landscapes', 'demo')));
});

afterAll(() => mock.close());

it('create-with-approval creates one purchase requisition, as a user of the built package', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', join(root, 'examples', 'create-with-approval.ts'), mock.url],
    { cwd: root },
  );
  expect(stdout).toMatch(/approving POST .*PurReqSet/);
  expect(stdout).toMatch(/^201 /m);
  expect(mock.calls().filter(({ method, accepted }) => method === 'POST' && accepted)).toHaveLength(1);
});
