import { createExecutor, type Executor, type ExecutorOptions } from '../../src/api/index.ts';
import type { TraceRecord } from '../../src/base/index.ts';
import type { MemoryGraph } from '../../src/graph/index.ts';
import { MemoryRecords } from '../../src/record/index.ts';
import { sampleGraph } from './sample-service.ts';

/** A small service with items, for tests of execution. */
export function itemService(
  version: '2.0' | '4.0' | '4.01',
  url: string,
  more: Record<string, unknown> = {},
): MemoryGraph {
  return sampleGraph({
    version,
    service: { url, ...more },
    types: {
      Item: {
        keys: ['ItemNo'],
        properties: {
          ItemNo: 'Edm.String',
          Title: 'Edm.String',
          Price: 'Edm.Decimal',
          On: version === '2.0' ? 'Edm.DateTime' : 'Edm.DateTimeOffset',
        },
        navigation: { Parts: 'Item*' },
      },
    },
    sets: { Items: { type: 'Item' } },
    operations: [
      {
        name: 'Release',
        operationType: version === '2.0' ? 'FunctionImport' : 'Action',
        method: 'POST',
        boundTo: version === '2.0' ? { set: 'Items' } : { type: 'Item' },
        parameters: version === '2.0' ? [{ name: 'ItemNo', type: 'Edm.String' }] : [],
      },
    ],
  });
}

/** An executor with a record in memory that lets every call through its check and approves every write. */
export function itemExecutor(
  graph: MemoryGraph,
  options: Partial<ExecutorOptions> = {},
): { executor: Executor; record: MemoryRecords } {
  const record = new MemoryRecords();
  const executor = createExecutor({
    graph,
    record,
    check: () => [],
    ask: async () => ({ approved: true, by: 'test' }),
    sleep: async () => undefined,
    environment: () => undefined,
    ...options,
  });
  return { executor, record };
}

/** Every trace record, in order. */
export async function recordsOf(record: MemoryRecords): Promise<TraceRecord[]> {
  const records: TraceRecord[] = [];
  for await (const one of record.records()) records.push(one);
  return records;
}
