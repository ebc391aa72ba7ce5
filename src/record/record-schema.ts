import type { DatabaseDescription, Migration, Session } from '../store/index.ts';

type Tables = Readonly<Record<string, readonly string[]>>;
type Builder = Parameters<Migration>[0];

const tables = {
  trace: ['id', 'trace_id', 'at', 'case_id'],
  plan: ['id'],
  plan_claim: ['plan_id', 'at'],
  plan_outcome: ['plan_id'],
  approval: ['plan_id'],
  session_event: ['session_id'],
} as const;

const accessTables = {
  token: ['id'],
  token_revocation: ['token_id'],
  access_refusal: ['at'],
} as const;

/** Tables whose rows are found by an id of their own, so that none is written twice. */
const unique = new Set<string>(['trace.id', 'plan.id', 'plan_claim.plan_id', 'token.id', 'token_revocation.token_id']);

/**
 * Every table has a rising `seq`, text columns to find a row by, and the whole record as JSON. Rows are only ever added: what
 * happens to a plan (claim, approval, outcome) is a row of its own, and a trigger refuses every update and deletion.
 */
const createTables: Migration = async (builder, session) => {
  await addTables(tables, builder, session);
  if (session.dialect === 'postgres') {
    await session.all(`CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'records are only ever added'; END $$`);
  }
  await refuseChanges(tables, session);
  const { schema } = builder;
  await schema.createIndex('trace_by_trace_id').on('trace').columns(['trace_id', 'seq']).execute();
  await schema.createIndex('trace_by_case').on('trace').columns(['case_id', 'seq']).execute();
  await schema.createIndex('plan_outcome_by_plan').on('plan_outcome').column('plan_id').execute();
  await schema.createIndex('approval_by_plan').on('approval').column('plan_id').execute();
  await schema.createIndex('session_event_by_session').on('session_event').columns(['session_id', 'seq']).execute();
};

/** Access tokens by their hash, their revocations, and every access that was refused. */
const createAccessTables: Migration = async (builder, session) => {
  await addTables(accessTables, builder, session);
  await refuseChanges(accessTables, session);
};

async function addTables(added: Tables, { schema }: Builder, { dialect }: Session): Promise<void> {
  for (const [table, columns] of Object.entries(added)) {
    let creation = schema
      .createTable(table)
      .addColumn('seq', dialect === 'sqlite' ? 'integer' : 'bigserial', (column) =>
        dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      );
    for (const name of columns) {
      creation = creation.addColumn(name, 'text', (column) =>
        unique.has(`${table}.${name}`) ? column.notNull().unique() : column.notNull(),
      );
    }
    if (table !== 'plan_claim') creation = creation.addColumn('record', 'text', (column) => column.notNull());
    await creation.execute();
  }
}

async function refuseChanges(added: Tables, session: Session): Promise<void> {
  for (const table of Object.keys(added)) {
    for (const change of ['UPDATE', 'DELETE']) {
      const head = `CREATE TRIGGER ${table}_refuses_${change.toLowerCase()} BEFORE ${change} ON ${table}`;
      await session.all(
        session.dialect === 'sqlite'
          ? `${head} BEGIN SELECT RAISE(ABORT, 'records are only ever added'); END`
          : `${head} EXECUTE FUNCTION refuse_change()`,
      );
    }
  }
}

/** What the database of the records must look like. */
export const recordsDescription: DatabaseDescription = {
  purpose: 'records',
  migrations: [createTables, createAccessTables],
};
