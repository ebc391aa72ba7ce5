import {
  type CallResult,
  createExecutor,
  type Executor,
  type ServiceSettings,
  type SingleCall,
} from '../../src/api/index.ts';
import { Catalog, type CatalogService, type CatalogSet } from '../../src/api/spec/catalog.ts';
import { type Graph, MemoryGraph } from '../../src/graph/index.ts';
import { readODataDocument } from '../../src/ingest/index.ts';
import { MemoryRecords } from '../../src/record/index.ts';

type Row = Readonly<Record<string, unknown>>;

/** A system under test, known by its root address and what its own `$metadata` says. */
export class ClientSystem {
  readonly graph: Graph;
  readonly service: CatalogService;
  readonly executor: Executor;

  private constructor(graph: Graph, service: CatalogService, executor: Executor) {
    this.graph = graph;
    this.service = service;
    this.executor = executor;
  }

  /** Reads the metadata of a service root and makes an executor that approves every write. */
  static async at(root: string, settings: ServiceSettings = {}): Promise<ClientSystem> {
    const url = root.endsWith('/') ? root : `${root}/`;
    const response = await fetch(`${url}$metadata`, { headers: { 'accept-language': 'en' } });
    if (!response.ok) throw new Error(`${url}$metadata answered ${response.status}`);
    const content = await response.text();
    const reading = readODataDocument({ service: { id: 'SYS', url }, file: '$metadata', content });
    if (reading.refused) throw new Error(reading.findings[0]?.message);
    const graph = MemoryGraph.from(reading.patch);
    const service = Catalog.of(graph).service('SYS');
    if (service === undefined) throw new Error('the metadata declares no service');
    const ask = async () => ({ approved: true, by: 'suite' });
    return new ClientSystem(
      graph,
      service,
      createExecutor({ graph, record: new MemoryRecords(), ask, settings: { SYS: settings } }),
    );
  }

  /** The first sets that the metadata lets list and the system lists; what it refuses is said. */
  async sets(limit = 10): Promise<CatalogSet[]> {
    const listed: CatalogSet[] = [];
    for (const name of this.service.entitySetNames()) {
      const set = this.service.entitySet(name);
      if (set === undefined || listed.length >= limit || !isListable(set)) continue;
      const { ok, findings } = await this.executor.execute({
        service: 'SYS',
        entitySet: name,
        operation: 'read',
        query: { top: 1 },
      });
      if (ok) listed.push(set);
      else console.warn(`LEFT OUT ${name}: ${findings[0]?.message}`);
    }
    return listed;
  }

  /** Makes a call on a set; the outcome must be as expected, and says why where it is not. */
  async call(given: Omit<SingleCall, 'service'>, ok = true): Promise<CallResult> {
    const result = await this.executor.execute({ service: 'SYS', ...given });
    if (result.ok !== ok)
      throw new Error(`${given.operation} ${given.entitySet}: ${JSON.stringify({ ...result, call: given }, null, 1)}`);
    return result;
  }

  async rows(set: CatalogSet, query: SingleCall['query'] = { top: 3 }): Promise<Row[]> {
    const result = await this.call({ entitySet: set.name, operation: 'read', query });
    const { value } = result.body as { value?: Row[] };
    if (value === undefined) throw new Error(`the list of ${set.name} is no list: ${JSON.stringify(result.body)}`);
    return value;
  }
}

/** The key of a row, by the key properties of its set. */
export function keyOf(set: CatalogSet, row: Row): Record<string, unknown> {
  return Object.fromEntries(
    set.type.keys.map(({ name, path }) => [
      name,
      path.split('/').reduce<unknown>((value, part) => (value as Row | undefined)?.[part], row),
    ]),
  );
}

function isListable({ attributes }: CatalogSet): boolean {
  const { addressable, readable, singleton, requiresFilter, pageable } = attributes;
  return (
    addressable !== false && readable !== false && singleton !== true && requiresFilter !== true && pageable !== false
  );
}
