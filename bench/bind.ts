/**
 * Accuracy of proposed bindings: every binding of a landscape is removed, proposals are made, and the removed ones are the truth.
 * Baseline in the same run: plain dense search for the name of the activity.
 * Run: npx tsx bench/bind.ts <landscape>
 */
import { MemoryGraph } from '../src/graph/index.ts';
import { readLandscape } from '../src/ingest/index.ts';
import { createEmbedder } from '../src/models/index.ts';
import { buildUnits, createRetriever, createVocabulary } from '../src/retrieve/index.ts';
import { proposeBindings } from '../src/workspace/index.ts';

const landscape = process.argv[2];
if (landscape === undefined) throw new Error('Name a landscape: npx tsx bench/bind.ts <landscape>');

const reading = await readLandscape(landscape);
const bare = MemoryGraph.from(
  ...reading.sources.map(({ patch }) => ({
    nodes: patch.nodes,
    edges: patch.edges.filter(({ kind }) => kind !== 'INVOKES'),
  })),
);
const truth = new Map<string, { sets: Set<string>; operations: Set<string> }>();
for (const edge of reading.graph.edges('INVOKES')) {
  const known = truth.get(edge.from) ?? { sets: new Set(), operations: new Set() };
  if (edge.toKind === 'EntitySet') known.sets.add(edge.to);
  known.operations.add(edge.attributes.operation);
  truth.set(edge.from, known);
}

const embedder = await createEmbedder('static');
const vocabulary = createVocabulary(reading.vocabulary);
const units = buildUnits(bare, vocabulary);
const vectors = await embedder.embed(units.map((unit) => unit.text));
const retriever = await createRetriever({ units, vectors, processes: bare, embedder, vocabulary });
const { proposals } = await proposeBindings(bare, retriever);

let n = 0;
const right = { first: 0, three: 0, service: 0, operation: 0, dense: 0 };
const confident = { n: 0, right: 0 };
for (const { process, activity, name, candidates } of proposals) {
  const known = truth.get(`${process}/${activity}`);
  if (!known || known.sets.size === 0) continue;
  n++;
  const ids = candidates.map(({ service, entitySet }) => `${service}/${entitySet}`);
  const isRight = known.sets.has(ids[0] ?? '');
  if (isRight) right.first++;
  if (ids.slice(0, 3).some((id) => known.sets.has(id))) right.three++;
  if ([...known.sets].some((id) => id.startsWith(`${candidates[0]?.service}/`))) right.service++;
  if (known.operations.has(candidates[0]?.operation ?? '')) right.operation++;
  if ((candidates[0]?.confidence ?? 0) >= 0.35) {
    confident.n++;
    if (isRight) confident.right++;
  }
  const dense = await retriever.search(name, { k: 1, mode: 'dense' });
  const hit = dense.hits[0];
  if (hit?.entitySet !== undefined && known.sets.has(`${hit.service}/${hit.entitySet}`)) right.dense++;
}
const share = (count: number, of = n) => `${((100 * count) / of).toFixed(1)} %`;
console.log(`${reading.landscape.name}: n = ${n} activities whose bindings were removed`);
console.log(
  `entity set right: first ${share(right.first)}, among three ${share(right.three)}; service right ${share(right.service)}; operation right ${share(right.operation)}`,
);
console.log(
  `with confidence of at least 0.35, which are written: n = ${confident.n}, right ${share(confident.right, confident.n)}`,
);
console.log(`baseline, dense search for the name: first ${share(right.dense)}`);
