import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';

/** A case of a conformance suite: it gets the location of a database that does not exist yet. */
export type DatabaseCase = (location: string) => Promise<void>;

/**
 * Runs every case against every kind of database: SQLite always, PostgreSQL where GROUNDRAIL_TEST_POSTGRES holds an address. Without one it is
 * skipped and says so; where GROUNDRAIL_REQUIRE contains "postgres" that is a failure.
 */
export function describeDatabases(name: string, cases: Readonly<Record<string, DatabaseCase>>): void {
  describe(`${name} on SQLite`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'groundrail-database-'));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    for (const [title, run] of Object.entries(cases)) {
      it(title, () => run(join(folder, randomBytes(4).toString('hex'), 'index.db')));
    }
  });
  const address = process.env.GROUNDRAIL_TEST_POSTGRES;
  if (address) {
    describe(`${name} on PostgreSQL`, () => {
      const schemas: string[] = [];
      afterAll(() => dropSchemas(address, schemas));
      for (const [title, run] of Object.entries(cases)) {
        it(title, () => {
          const schema = `test_${randomBytes(6).toString('hex')}`;
          schemas.push(schema, `${schema}_records`);
          const url = new URL(address);
          url.searchParams.set('schema', schema);
          return run(url.toString());
        });
      }
    });
  } else if (process.env.GROUNDRAIL_REQUIRE?.includes('postgres')) {
    it(`${name} on PostgreSQL`, () => {
      expect.fail('GROUNDRAIL_REQUIRE asks for PostgreSQL and GROUNDRAIL_TEST_POSTGRES holds no address.');
    });
  } else {
    console.warn(
      `SKIPPED "${name} on PostgreSQL": set GROUNDRAIL_TEST_POSTGRES, for instance to what .ci/postgres prints.`,
    );
    describe.skip(`${name} on PostgreSQL`, () => {
      for (const title of Object.keys(cases)) it(title, () => undefined);
    });
  }
}

async function dropSchemas(address: string, schemas: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query("SET lock_timeout = '5s'");
  for (const schema of schemas) await client.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
  await client.end();
}
