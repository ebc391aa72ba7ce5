import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as runtime from 'onnxruntime-node';
import { createEmbedder, type Embedder, loadOnnxEmbedder, loadStaticEmbedder } from '../../src/models/index.ts';
import { splitIdentifier, unescapeXml } from './corpus/text.ts';

/*
 * Dense retrieval over one text per EntitySet of s4-proc with the development queries, for the teacher and for tables. Only for the record
 * in README.md: nothing is chosen by it. usage: evaluate [table.bin ...]
 */
interface Query {
  query: string;
  type: string;
  gold: (Place | { anyOf: Place[] })[];
}
interface Place {
  service: string;
  entitySet: string;
}

const shared = process.env.GROUNDRAIL_SHARED ?? join(import.meta.dirname, '../../../shared');
const landscape = join(shared, 'data/landscapes/s4-proc');

const sets = new Map<string, string>();
for (const [, id = '', rest = ''] of readFileSync(join(landscape, 'landscape.yaml'), 'utf8').matchAll(
  /- id: (\S+)\n([\s\S]*?)(?=\n {2}- id:|\nprocesses:)/g,
)) {
  const field = (name: string) => new RegExp(`${name}: "?([^"\\n]*)`).exec(rest)?.[1] ?? '';
  const document = readFileSync(join(landscape, field('metadata')), 'utf8');
  const labels = new Map<string, string>();
  for (const [, type = '', tag = ''] of document.matchAll(/<EntityType Name="([^"]+)"([^>]*)/g)) {
    labels.set(type, unescapeXml(/sap:label="([^"]*)"/.exec(tag)?.[1] ?? ''));
  }
  for (const [, name = '', type = ''] of document.matchAll(/<EntitySet Name="([^"]+)" EntityType="([^"]+)"/g)) {
    const label = labels.get(type.split('.').at(-1) ?? '') ?? '';
    sets.set(`${id}/${name}`, [field('title'), splitIdentifier(name), label].filter((part) => part !== '').join(': '));
  }
}
const queries: Query[] = readFileSync(join(landscape, 'queries.dev.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const ids = [...sets.keys()];

const embedders: Embedder[] = [
  await loadOnnxEmbedder(join(shared, 'models/all-minilm-l6-v2'), { runtime: runtime.default ?? runtime, threads: 1 }),
  ...(process.argv.length > 2
    ? await Promise.all(process.argv.slice(2).map((path) => loadStaticEmbedder(path)))
    : [await createEmbedder('static')]),
];
for (const embedder of embedders) {
  const rows = await embedder.embed([...sets.values()]);
  const asked = await embedder.embed(queries.map(({ query }) => query));
  const recall = (k: number, chosen = queries) => {
    let sum = 0;
    for (const query of chosen) {
      const row = asked[queries.indexOf(query)] ?? new Float32Array();
      const scored = rows.map((other, i) => ({
        id: ids[i],
        score: other.reduce((total, value, c) => total + value * (row[c] ?? 0), 0),
      }));
      const top = new Set(
        scored
          .sort((a, b) => b.score - a.score)
          .slice(0, k)
          .map(({ id }) => id),
      );
      const found = query.gold.filter((gold) =>
        ('anyOf' in gold ? gold.anyOf : [gold]).some(({ service, entitySet }) => top.has(`${service}/${entitySet}`)),
      );
      sum += found.length / query.gold.length;
    }
    return (sum / chosen.length).toFixed(3);
  };
  const types = [...new Set(queries.map(({ type }) => type))];
  console.log(
    embedder.name,
    embedder.revision ?? '',
    `sets ${ids.length} queries ${queries.length} R@3 ${recall(3)} R@10 ${recall(10)}`,
    types
      .map(
        (type) =>
          `${type} ${recall(
            3,
            queries.filter((query) => query.type === type),
          )}`,
      )
      .join(' '),
  );
}
