import { join } from 'node:path';
import { collect } from './collect.ts';
import { teach } from './teacher.ts';

const shared = process.env.GROUNDRAIL_SHARED ?? join(import.meta.dirname, '../../../shared');
const texts = collect(join(shared, 'data')).texts();
for (const source of ['odata', 'odata-type', 'openapi', 'bpmn', 'wordnet', 'docs', 'wordnet-example']) {
  const t = texts.filter((t) => t.source === source).map(({ text }) => text);
  console.error(source, t.length);
  await teach(join(shared, 'models/all-minilm-l6-v2'), t, '/tmp/groundrail-distill');
}
