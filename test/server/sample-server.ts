import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { type MockServer, startMock } from '../../src/mock/index.ts';
import { type RunningServer, type ServeOptions, startServer } from '../../src/server/index.ts';
import { indexLandscape, mockOptionsOf } from '../../src/workspace/index.ts';

/** The demo landscape, indexed in a folder of its own, with a mock for its systems. */
export interface SampleLandscape {
  readonly landscape: string;
  readonly store: string;
  readonly mock: MockServer;
  /** Starts a server whose calls reach the mock. */
  serve(options?: Partial<ServeOptions>): Promise<RunningServer>;
  close(): Promise<void>;
}

/** A write that the mock accepts. */
export const notification = {
  service: 'TWC_PURCHASING_SRV',
  entitySet: 'PurReqSet',
  operation: 'create',
  payload: { Product: 'SDL-20', ReqQty: '200', DelivDate: '2026-09-14', Plant: 'TW01' },
};

/** Indexes the demo landscape and starts its mock. */
export async function openSample(): Promise<SampleLandscape> {
  const folder = await mkdtemp(join(tmpdir(), 'groundrail-server-'));
  const landscape = resolve(import.meta.dirname, '../../landscapes/demo');
  const store = join(folder, 'index.db');
  await indexLandscape(landscape, { store });
  const mock = await startMock(await mockOptionsOf(landscape));
  const servers: RunningServer[] = [];
  return {
    landscape,
    store,
    mock,
    async serve(options = {}) {
      const server = await startServer({
        landscape,
        store,
        target: mock.url,
        port: 0,
        user: 'ann',
        log: pino({ level: 'silent' }),
        ...options,
      });
      servers.push(server);
      return server;
    },
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      await mock.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
