import type { CompiledQuery, Insertable, Kysely } from 'kysely';
import type { IndexSchema } from './index-schema.ts';

const rowsPerStatement = 250;

/** Inserts rows many at a time; the statement for a full buffer is compiled once, so every row must have the same keys in the same order. */
export class RowBuffer<Table extends keyof IndexSchema> {
  readonly #builder: Kysely<IndexSchema>;
  readonly #table: Table;
  #rows: IndexSchema[Table][] = [];
  #full: CompiledQuery | undefined;

  constructor(builder: Kysely<IndexSchema>, table: Table) {
    this.#builder = builder;
    this.#table = table;
  }

  async add(row: IndexSchema[Table]): Promise<void> {
    this.#rows.push(row);
    if (this.#rows.length === rowsPerStatement) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = this.#rows;
    if (rows.length === 0) return;
    this.#rows = [];
    if (this.#full && rows.length === rowsPerStatement) {
      await this.#builder.executeQuery({ ...this.#full, parameters: rows.flatMap((row) => Object.values(row)) });
      return;
    }
    const query = this.#builder
      .insertInto(this.#table)
      .values(rows as Insertable<IndexSchema[Table]>[])
      .compile();
    if (rows.length === rowsPerStatement) this.#full = query;
    await this.#builder.executeQuery(query);
  }
}
