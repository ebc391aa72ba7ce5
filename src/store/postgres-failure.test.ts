import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallContent } from '../../test/index-content.ts';
import { openForWriting, openStore } from './index.ts';

const address = process.env.GROUNDRAIL_TEST_POSTGRES;
if (!address) console.warn('SKIPPED "a failing PostgreSQL": GROUNDRAIL_TEST_POSTGRES holds no address.');

describe.skipIf(!address)('a failing PostgreSQL', () => {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  const guest = `${schema}_guest`;
  const admin = new pg.Client({ connectionString: address });
  const place = new URL(address ?? 'postgres://nowhere');
  place.searchParams.set('schema', schema);

  beforeAll(async () => {
    await admin.connect();
    const store = await openStore(place.href, 'write');
    await store.rebuild(smallContent('old'));
    await store.close();
  });
  afterAll(async () => {
    await admin.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
    await admin.query(`DROP SCHEMA IF EXISTS "${schema}_records" CASCADE`);
    await admin.query(`DROP ROLE IF EXISTS "${guest}"`);
    await admin.end();
  });

  it('leaves the old index whole where the connection breaks before the commit', async () => {
    const store = await openStore(place.href, 'write');
    await breakConnections();
    await expect(store.rebuild(smallContent('new'))).rejects.toMatchObject({ code: 'unreachable' });
    await store.close();
    expect(await title()).toBe('old');
  });

  it('tells a reader whose connection broke, and serves the next one', async () => {
    const store = await openStore(place.href, 'read');
    await breakConnections();
    await expect(store.units()).rejects.toMatchObject({ code: 'unreachable' });
    await store.close();
    expect(await title()).toBe('old');
  });

  it('connects again for records, where every statement stands alone', async () => {
    const session = await openForWriting(place.href, { purpose: 'records', migrations: [] });
    await breakConnections();
    await expect
      .poll(() => session.all('SELECT 1 AS one').catch((error: unknown) => error), { timeout: 10_000 })
      .toEqual([{ one: 1 }]);
    await session.close();
  });

  it('refuses a writer that may only read', async () => {
    await admin.query(`CREATE ROLE "${guest}" LOGIN PASSWORD 'guest'`);
    await admin.query(`GRANT USAGE ON SCHEMA "${schema}" TO "${guest}"`);
    await admin.query(`GRANT SELECT ON ALL TABLES IN SCHEMA "${schema}" TO "${guest}"`);
    const asGuest = new URL(place);
    asGuest.username = guest;
    asGuest.password = 'guest';
    const reader = await openStore(asGuest.href, 'read');
    expect((await reader.meta())?.landscape.name).toBe('acme');
    await reader.close();
    const writer = await openStore(asGuest.href, 'write');
    await expect(writer.rebuild(smallContent('new'))).rejects.toMatchObject({ code: 'storage-unwritable' });
    await writer.close();
    asGuest.searchParams.set('schema', `${schema}_records`);
    await expect(openStore(asGuest.href, 'write')).rejects.toMatchObject({ code: 'storage-unwritable' });
    await admin.query(`DROP OWNED BY "${guest}"`);
    expect(await title()).toBe('old');
  });

  async function title(): Promise<string | undefined> {
    const store = await openStore(place.href, 'read');
    const graph = await store.graph({ services: ['ORDERS'] });
    await store.close();
    return graph.node('Service', 'ORDERS')?.attributes.title;
  }

  /** Connections of other tests that run at the same time are left alone: the schema stands in the name of the application. */
  async function breakConnections(): Promise<void> {
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE $1 AND pid <> pg_backend_pid()`,
      [`groundrail ${schema}%`],
    );
  }
});
