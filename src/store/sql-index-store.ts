import { GroundrailError } from '../base/index.ts';
import { type GraphEdge, type GraphNode, type GraphPatch, MemoryGraph } from '../graph/index.ts';
import type {
  IndexContent,
  IndexMeta,
  SourceRecord,
  StoredEffect,
  StoredUnit,
  StoredVectors,
  StoredVocabularyEntry,
} from './index-content.ts';
import { type IndexSchema, indexDescription } from './index-schema.ts';
import type { GraphSelection, IndexStore } from './index-store.ts';
import { migrate } from './migrate.ts';
import type { Session } from './session.ts';
import { processScope } from './slicing.ts';
import { unusable } from './storage-error.ts';
import { writeIndex } from './write-index.ts';

const slicesPerQuery = 64;

/** An index in a database; without a session it is the index that is not there. */
export class SqlIndexStore implements IndexStore {
  readonly location: string;
  readonly #session: Session | undefined;
  /** Writing, and holding the lock. */
  #holdsLock: boolean;
  readonly #writes: boolean;

  constructor(location: string, session: Session | undefined, writes: boolean) {
    this.location = location;
    this.#session = session;
    this.#writes = writes;
    this.#holdsLock = writes;
  }

  async meta(): Promise<IndexMeta | undefined> {
    const session = this.#session;
    if (!session) return undefined;
    const [row] = await session.all<IndexSchema['meta']>(
      'SELECT landscape, embedder, counts, created_at, groundrail FROM meta',
    );
    if (!row) return undefined;
    return {
      schema: indexDescription.migrations.length,
      landscape: this.#parse(row.landscape),
      embedder: this.#parse(row.embedder),
      counts: this.#parse(row.counts),
      createdAt: row.created_at,
      groundrail: row.groundrail,
    };
  }

  async sources(): Promise<SourceRecord[]> {
    if (!this.#session) return [];
    const rows = await this.#session.all<IndexSchema['source']>(
      'SELECT path, kind, hash, status, findings FROM source ORDER BY position',
    );
    return rows.map(({ path, kind, hash, status, findings }) => ({
      path,
      kind,
      hash,
      status: status as SourceRecord['status'],
      findings: this.#parse(findings),
    }));
  }

  async patchOf(path: string, kind?: string): Promise<GraphPatch> {
    const rows = await this.#present().all<{ id: number }>(
      `SELECT slice.id FROM slice JOIN source ON source.id = slice.source
       WHERE source.path = ? AND (source.kind = ? OR ? = '') ORDER BY source.position, slice.id`,
      [path, kind ?? '', kind ?? ''],
    );
    return this.#patch(rows.map((row) => row.id));
  }

  async graph({ services = [], processes = false }: GraphSelection): Promise<MemoryGraph> {
    const scopes = [...(services === 'all' ? [] : services), ...(processes ? [processScope] : [])];
    const conditions = [
      ...(services === 'all' ? [`slice.scope <> '${processScope}'`] : []),
      ...(scopes.length > 0 ? [`slice.scope IN (${placeholders(scopes)})`] : []),
    ];
    if (conditions.length === 0) return new MemoryGraph();
    const rows = await this.#present().all<{ id: number }>(
      `SELECT slice.id FROM slice JOIN source ON source.id = slice.source
       WHERE ${conditions.join(' OR ')} ORDER BY source.position, slice.id`,
      scopes,
    );
    return MemoryGraph.from(await this.#patch(rows.map((row) => row.id)));
  }

  async units(): Promise<StoredUnit[]> {
    const rows = await this.#present().all<IndexSchema['unit']>(
      'SELECT kind, id, service, label, text, fields, attributes, hash FROM unit ORDER BY position',
    );
    const fields = this.#parseAll<StoredUnit['fields']>(rows.map((row) => row.fields));
    const attributes = this.#parseAll<NonNullable<StoredUnit['attributes']> | null>(rows.map((row) => row.attributes));
    return rows.map(({ kind, id, service, label, text, hash }, index) => {
      const extra = attributes[index];
      const unit = { id, kind: kind as StoredUnit['kind'], service, label, text, fields: fields[index] ?? {}, hash };
      return extra ? { ...unit, attributes: extra } : unit;
    });
  }

  async vectors(): Promise<StoredVectors> {
    const meta = await this.meta();
    const dimensions = meta?.embedder.dimensions ?? 0;
    const blocks = await this.#present().all<{ data: Uint8Array }>('SELECT data FROM vectors ORDER BY position');
    const rows: Float32Array[] = [];
    for (const { data } of blocks) {
      if (dimensions === 0 || data.byteLength % (4 * dimensions) !== 0) {
        throw unusable(this.#present(), 'a block of vectors has a wrong length');
      }
      const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
      const packed = new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
      for (let start = 0; start < packed.length; start += dimensions) {
        rows.push(packed.subarray(start, start + dimensions));
      }
    }
    const [units] = await this.#present().all<{ count: number }>('SELECT count(*) AS count FROM unit');
    if (Number(units?.count) !== rows.length) {
      throw unusable(this.#present(), `it has ${units?.count} units and ${rows.length} vectors`);
    }
    return { dimensions, rows };
  }

  async tables(): Promise<Uint8Array | undefined> {
    const rows = await this.#present().all<{ data: Uint8Array }>('SELECT data FROM search_tables ORDER BY position');
    const [first] = rows;
    if (first === undefined || rows.length === 1) return first && new Uint8Array(first.data);
    return new Uint8Array(Buffer.concat(rows.map(({ data }) => new Uint8Array(data))));
  }

  async vocabulary(): Promise<StoredVocabularyEntry[]> {
    const rows = await this.#present().all<{ entry: string }>('SELECT entry FROM vocabulary ORDER BY position');
    return this.#parseAll(rows.map((row) => row.entry));
  }

  async effects(): Promise<StoredEffect[]> {
    const rows = await this.#present().all<{ effect: string }>('SELECT effect FROM effect ORDER BY position');
    return this.#parseAll(rows.map((row) => row.effect));
  }

  async rebuild(content: IndexContent): Promise<void> {
    checkContent(content);
    const session = this.#present();
    if (!this.#writes) throw new GroundrailError('usage', { problem: `${this.location} was opened for reading only.` });
    if (!this.#holdsLock) await session.begin('exclusive');
    this.#holdsLock = false;
    try {
      await migrate(session, indexDescription.migrations);
      await writeIndex(await session.builder<IndexSchema>(), content, new Date().toISOString());
      await session.commit();
    } catch (error) {
      await session.rollback();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#session?.close();
  }

  #present(): Session {
    if (this.#session) return this.#session;
    throw new GroundrailError('index-missing', { store: this.location, landscape: '<landscape>' });
  }

  async #patch(slices: readonly number[]): Promise<GraphPatch> {
    const patch: GraphPatch = { nodes: [], edges: [] };
    for (let start = 0; start < slices.length; start += slicesPerQuery) {
      const some = slices.slice(start, start + slicesPerQuery);
      for (const node of await this.#nodesOf(some)) patch.nodes.push(node);
      for (const edge of await this.#edgesOf(some)) patch.edges.push(edge);
    }
    return patch;
  }

  async #nodesOf(slices: readonly number[]): Promise<GraphNode[]> {
    const rows = await this.#present().all<IndexSchema['node']>(
      `SELECT slice, kind, id, attributes FROM node WHERE slice IN (${placeholders(slices)}) ORDER BY slice, ordinal`,
      slices,
    );
    const attributes = this.#parseAll(rows.map((row) => row.attributes));
    const nodes = rows.map(({ kind, id }, index) => ({ kind, id, attributes: attributes[index] }) as GraphNode);
    return inOrderOf(slices, rows, nodes);
  }

  async #edgesOf(slices: readonly number[]): Promise<GraphEdge[]> {
    const rows = await this.#present().all<IndexSchema['edge']>(
      `SELECT slice, kind, from_kind, from_id, to_kind, to_id, attributes FROM edge
       WHERE slice IN (${placeholders(slices)}) ORDER BY slice, ordinal`,
      slices,
    );
    const attributes = this.#parseAll(rows.map((row) => row.attributes));
    const edges = rows.map(
      (row, index) =>
        ({
          kind: row.kind,
          fromKind: row.from_kind,
          from: row.from_id,
          toKind: row.to_kind,
          to: row.to_id,
          attributes: attributes[index] ?? {},
        }) as GraphEdge,
    );
    return inOrderOf(slices, rows, edges);
  }

  /** One parse for many small texts is several times faster than one for each. */
  #parseAll<Value>(texts: readonly (string | null)[]): Value[] {
    return this.#parse(`[${texts.map((text) => text ?? 'null').join(',')}]`);
  }

  #parse<Value>(text: string): Value {
    try {
      return JSON.parse(text) as Value;
    } catch (error) {
      throw unusable(this.#present(), 'a row holds no valid JSON', error);
    }
  }
}

function placeholders(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

/** Rows come by ascending slice; the order in which patches apply differs from that once a source was replaced. */
function inOrderOf<Item>(
  slices: readonly number[],
  rows: readonly { slice: number }[],
  items: readonly Item[],
): Item[] {
  const bySlice = new Map<number, Item[]>(slices.map((slice) => [slice, []]));
  for (const [index, item] of items.entries()) bySlice.get(rows[index]?.slice ?? -1)?.push(item);
  return [...bySlice.values()].flat();
}

function checkContent({ units, vectors, embedder, sources }: IndexContent): void {
  if (vectors.rows.length !== units.length) {
    throw new RangeError(`${units.length} units need as many vectors, not ${vectors.rows.length}.`);
  }
  if (vectors.dimensions !== embedder.dimensions || vectors.rows.some((row) => row.length !== embedder.dimensions)) {
    throw new RangeError(`Every vector must have the ${embedder.dimensions} dimensions of the embedder.`);
  }
  const keys = new Set(sources.map((source) => `${source.kind} ${source.path}`));
  if (keys.size !== sources.length) throw new RangeError('A source stands twice in the content of the index.');
}
