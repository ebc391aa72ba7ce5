/**
 * Latency and memory of search at about 50, 1,000 and 10,000 services, against minisearch over the same texts, in one run.
 * The landscape is s4-proc; larger ones are made of copies with renamed services and processes. Each engine and size has a process of its own.
 *
 *   npx tsx bench/search.ts [--sizes 50,1000,10000] [--queries 40]
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import {
  type EdgeKind,
  emptyPatch,
  type Graph,
  type GraphPatch,
  MemoryGraph,
  type NodeKind,
} from '../src/graph/index.ts';
import { readLandscape } from '../src/ingest/index.ts';
import { createEmbedder } from '../src/models/index.ts';
import { buildUnits, createRetriever, createVocabulary, type Unit } from '../src/retrieve/index.ts';
import { sharedFolder } from '../test/shared.ts';

interface Measured {
  readonly units: number;
  readonly services: number;
  readonly buildMs: number;
  readonly p50: number;
  readonly p95: number;
  readonly megabytes: number;
}

const engines = ['groundrail', 'minisearch'] as const;
type Engine = (typeof engines)[number];

const shared = sharedFolder();
if (shared === undefined) throw new Error('This benchmark needs the shared material; set GROUNDRAIL_SHARED.');
const folder = join(shared, 'data/landscapes/s4-proc');

const [engine, size, count] = process.argv[2] === '--child' ? process.argv.slice(3) : [];
if (engine !== undefined) {
  process.stdout.write(JSON.stringify(await measure(engine as Engine, Number(size), Number(count))));
} else {
  const sizes = option('--sizes', '50,1000,10000').split(',').map(Number);
  const queryCount = option('--queries', '40');
  console.log('services     units  engine       build s   p50 ms   p95 ms   memory MB');
  for (const services of sizes) {
    const p50: Partial<Record<Engine, number>> = {};
    for (const name of engines) {
      const argv = [
        '--max-old-space-size=12000',
        '--import',
        'tsx',
        import.meta.filename,
        '--child',
        name,
        String(services),
        queryCount,
      ];
      const result: Measured = JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8', maxBuffer: 1e8 }));
      p50[name] = result.p50;
      console.log(
        [
          String(result.services).padStart(8),
          String(result.units).padStart(9),
          ` ${name.padEnd(11)}`,
          (result.buildMs / 1000).toFixed(1).padStart(8),
          result.p50.toFixed(2).padStart(8),
          result.p95.toFixed(2).padStart(8),
          result.megabytes.toFixed(0).padStart(11),
        ].join(' '),
      );
    }
    console.log(
      `${' '.repeat(20)}hybrid search costs ${((p50.groundrail ?? 0) / (p50.minisearch ?? 1)).toFixed(2)} times minisearch`,
    );
  }
}

async function measure(name: Engine, services: number, queries: number): Promise<Measured> {
  const reading = await readLandscape(folder);
  const vocabulary = createVocabulary(reading.vocabulary);
  const own = buildUnits(reading.graph, vocabulary);
  const embedder = await createEmbedder('static');
  const rows = await embedder.embed(own.map(({ text }) => text));
  const serviceCount = own.filter(({ kind }) => kind === 'Service').length;
  const copies = Math.max(1, Math.round(services / serviceCount));
  const units = Array.from({ length: copies }, (_, copy) => own.map((unit) => renamed(unit, copy))).flat();
  const searched = units.filter(({ kind }) => kind === 'EntitySet' || kind === 'Operation');
  const texts = readFileSync(join(folder, 'queries.dev.jsonl'), 'utf8').trim().split('\n');
  const all = texts.map((line) => String(JSON.parse(line).query));
  const requests = all.slice(-queries);
  const warmUp = all.slice(0, Math.min(60, all.length - queries));
  global.gc?.();
  const before = process.memoryUsage().rss;
  const started = performance.now();
  let search: (query: string) => Promise<unknown>;
  if (name === 'groundrail') {
    const vectors = Array.from({ length: copies }, () => rows).flat();
    const retriever = await createRetriever({
      units,
      vectors,
      processes: copiesOf(reading.graph, copies),
      embedder,
      vocabulary,
    });
    search = (query) => retriever.search(query);
  } else {
    const index = new MiniSearch({ fields: ['text'], idField: 'id' });
    index.addAll(searched.map(({ id, kind, text }) => ({ id: `${kind} ${id}`, text })));
    search = async (query) => index.search(query).slice(0, 10);
  }
  const buildMs = performance.now() - started;
  for (const query of warmUp) await search(query);
  const times: number[] = [];
  for (const query of requests) {
    const start = performance.now();
    await search(query);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
  return {
    units: searched.length,
    services: serviceCount * copies,
    buildMs,
    p50: at(0.5),
    p95: at(0.95),
    megabytes: (process.memoryUsage().rss - before) / 1e6,
  };
}

/** A copy of a unit whose service or process has another name. */
function renamed(unit: Unit, copy: number): Unit {
  if (copy === 0) return unit;
  const { entitySet, links, ...rest } = unit.attributes;
  return {
    ...unit,
    id: rename(unit.id, copy),
    service: unit.service === '' ? '' : rename(unit.service, copy),
    attributes: {
      ...rest,
      ...(entitySet === undefined ? {} : { entitySet: rename(entitySet, copy) }),
      ...(links === undefined ? {} : { links: links.map((link) => ({ ...link, to: rename(link.to, copy) })) }),
    },
  };
}

/** Puts the number of the copy behind the service or process that an id begins with. */
function rename(id: string, copy: number): string {
  return copy === 0 ? id : id.replace(/^[^/#]+/, (name) => `${name}_${copy}`);
}

/** The processes of a graph, copied as often as the services. */
function copiesOf(graph: Graph, copies: number): MemoryGraph {
  const nodeKinds: readonly NodeKind[] = ['Process', 'Activity'];
  const edgeKinds: readonly EdgeKind[] = ['HAS_ACTIVITY', 'HAS_NEXT', 'INVOKES'];
  const patches: GraphPatch[] = [];
  for (let copy = 0; copy < copies; copy++) {
    const patch = emptyPatch();
    for (const kind of nodeKinds) {
      for (const node of graph.nodes(kind)) {
        const attributes = { ...node.attributes } as Record<string, unknown>;
        for (const key of ['parent', 'attachedTo']) {
          const value = attributes[key];
          if (typeof value === 'string' && value.includes('/')) attributes[key] = rename(value, copy);
        }
        patch.nodes.push({ ...node, id: rename(node.id, copy), attributes } as GraphPatch['nodes'][number]);
      }
    }
    for (const kind of edgeKinds) {
      for (const edge of graph.edges(kind)) {
        if (nodeKinds.includes(edge.fromKind))
          patch.edges.push({
            ...edge,
            from: rename(edge.from, copy),
            to: rename(edge.to, copy),
          } as GraphPatch['edges'][number]);
      }
    }
    patches.push(patch);
  }
  return MemoryGraph.from(...patches);
}

function option(name: string, fallback: string): string {
  const at = process.argv.indexOf(name);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
}
