import type { Kysely } from 'kysely';
import type { GraphPatch } from '../graph/index.ts';
import type { IndexContent, IndexedSource } from './index-content.ts';
import type { IndexSchema } from './index-schema.ts';
import { RowBuffer } from './row-buffer.ts';
import { slicesOf } from './slicing.ts';

const vectorsPerRow = 1024;
const tableBytesPerRow = 64 * 1024 * 1024;

type Builder = Kysely<IndexSchema>;

/** Writes the content of an index; sources that are unchanged keep their rows. The caller holds the transaction. */
export async function writeIndex(builder: Builder, content: IndexContent, createdAt: string): Promise<void> {
  await writeSources(builder, content.sources);
  for (const table of ['unit', 'vectors', 'search_tables', 'vocabulary', 'effect', 'meta'] as const) {
    await builder.deleteFrom(table).execute();
  }
  await insertAll(
    builder,
    'unit',
    content.units.map((unit, position) => ({
      position,
      kind: unit.kind,
      id: unit.id,
      service: unit.service,
      label: unit.label,
      text: unit.text,
      fields: JSON.stringify(unit.fields),
      attributes: unit.attributes === undefined ? null : JSON.stringify(unit.attributes),
      hash: unit.hash,
    })),
  );
  await writeVectors(builder, content.vectors.dimensions, content.vectors.rows);
  for (let start = 0; start < content.tables.length; start += tableBytesPerRow) {
    const data = content.tables.subarray(start, start + tableBytesPerRow);
    await builder.insertInto('search_tables').values({ position: start, data }).execute();
  }
  await insertAll(
    builder,
    'vocabulary',
    content.vocabulary.map((entry, position) => ({ position, entry: JSON.stringify(entry) })),
  );
  await insertAll(
    builder,
    'effect',
    content.effects.map((effect, position) => ({ position, effect: JSON.stringify(effect) })),
  );
  await insertAll(builder, 'meta', [
    {
      landscape: JSON.stringify(content.landscape),
      embedder: JSON.stringify(content.embedder),
      counts: JSON.stringify(content.counts),
      created_at: createdAt,
      groundrail: content.groundrail,
    },
  ]);
}

async function writeSources(builder: Builder, sources: readonly IndexedSource[]): Promise<void> {
  const stored = await builder.selectFrom('source').select(['id', 'path', 'kind', 'hash']).execute();
  const byKey = new Map(stored.map((row) => [keyOf(row), row]));
  const isKept = (source: IndexedSource) =>
    source.status === 'unchanged' && byKey.get(keyOf(source))?.hash === source.hash;
  const kept = new Set(sources.filter(isKept).map(keyOf));
  await removeSources(
    builder,
    stored.filter((row) => !kept.has(keyOf(row))).map((row) => row.id),
  );
  await builder.deleteFrom('source').execute();
  const lastSlice = await builder.selectFrom('slice').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const writer = new PatchWriter(builder, servicesOf(sources), lastSlice?.id ?? 0);
  const rows = new RowBuffer(builder, 'source');
  let lastSource = Math.max(0, ...stored.map((row) => row.id));
  for (const [position, source] of sources.entries()) {
    const keptId = kept.has(keyOf(source)) ? byKey.get(keyOf(source))?.id : undefined;
    const id = keptId ?? ++lastSource;
    const { path, kind, hash, status, findings } = source;
    await rows.add({ id, position, path, kind, hash, status, findings: JSON.stringify(findings) });
    if (keptId === undefined) await writer.write(source.patch, id);
  }
  await rows.flush();
  await writer.flush();
}

function keyOf(source: { path: string; kind: string }): string {
  return `${source.kind} ${source.path}`;
}

function servicesOf(sources: readonly IndexedSource[]): Set<string> {
  const services = new Set<string>();
  for (const { patch } of sources) {
    for (const node of patch.nodes) if (node.kind === 'Service') services.add(node.id);
  }
  return services;
}

class PatchWriter {
  readonly #services: ReadonlySet<string>;
  readonly #slices: RowBuffer<'slice'>;
  readonly #nodes: RowBuffer<'node'>;
  readonly #edges: RowBuffer<'edge'>;
  #lastSlice: number;

  constructor(builder: Builder, services: ReadonlySet<string>, lastSlice: number) {
    this.#services = services;
    this.#slices = new RowBuffer(builder, 'slice');
    this.#nodes = new RowBuffer(builder, 'node');
    this.#edges = new RowBuffer(builder, 'edge');
    this.#lastSlice = lastSlice;
  }

  async write(patch: GraphPatch, source: number): Promise<void> {
    for (const { scope, nodes, edges } of slicesOf(patch, this.#services)) {
      const slice = ++this.#lastSlice;
      await this.#slices.add({ id: slice, source, scope });
      for (const [ordinal, { kind, id, attributes }] of nodes.entries()) {
        await this.#nodes.add({ slice, ordinal, kind, id, attributes: JSON.stringify(attributes) });
      }
      for (const [ordinal, edge] of edges.entries()) {
        const attributes = JSON.stringify(edge.attributes);
        await this.#edges.add({
          slice,
          ordinal,
          kind: edge.kind,
          from_kind: edge.fromKind,
          from_id: edge.from,
          to_kind: edge.toKind,
          to_id: edge.to,
          attributes: attributes === '{}' ? null : attributes,
        });
      }
    }
  }

  async flush(): Promise<void> {
    await this.#slices.flush();
    await this.#nodes.flush();
    await this.#edges.flush();
  }
}

async function removeSources(builder: Builder, sources: readonly number[]): Promise<void> {
  for (const source of sources) {
    const slices = builder.selectFrom('slice').select('id').where('source', '=', source);
    await builder.deleteFrom('node').where('slice', 'in', slices).execute();
    await builder.deleteFrom('edge').where('slice', 'in', slices).execute();
    await builder.deleteFrom('slice').where('source', '=', source).execute();
  }
}

async function writeVectors(builder: Builder, dimensions: number, rows: readonly Float32Array[]): Promise<void> {
  for (let start = 0; start < rows.length; start += vectorsPerRow) {
    const some = rows.slice(start, start + vectorsPerRow);
    const packed = new Float32Array(some.length * dimensions);
    for (const [index, row] of some.entries()) packed.set(row, index * dimensions);
    await builder
      .insertInto('vectors')
      .values({ position: start, data: new Uint8Array(packed.buffer) })
      .execute();
  }
}

async function insertAll<Table extends keyof IndexSchema>(
  builder: Builder,
  table: Table,
  rows: readonly IndexSchema[Table][],
): Promise<void> {
  const buffer = new RowBuffer(builder, table);
  for (const row of rows) await buffer.add(row);
  await buffer.flush();
}
