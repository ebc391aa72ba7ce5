import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeWithShared } from '../../../test/shared.ts';
import { compareFacts, inventory, MemoryGraph } from '../../graph/index.ts';
import { readBpmnDocument } from '../bpmn/index.ts';
import { folderWith } from '../landscape/folder.fixture.ts';
import { readLandscape } from '../landscape/index.ts';
import { auditLandscape } from './audit-landscape.ts';
import { countProcesses } from './count-processes.ts';
import { FactLists } from './fact-lists.ts';
import { sourceText } from './source-text.ts';
import { scanTags } from './tags.ts';

describeWithShared('readers and recount, two independent ways through the same files', (shared) => {
  it('agree on all S/4 metadata', async () => {
    const folder = join(shared, 'data/odata/sap-s4');
    const files = readdirSync(folder).filter((file) => file.endsWith('.edmx'));
    const services = files.map((file) => `  - { id: "${file.slice(0, -5)}", metadata: "${join(folder, file)}" }`);
    const reading = await readLandscape(await folderWith({ 'landscape.yaml': `services:\n${services.join('\n')}\n` }));
    const { classes, findings } = await auditLandscape(reading);
    expect(findings).toEqual([]);
    expect(classes.services).toEqual({ source: files.length, graph: files.length, coverage: 1, exactness: 1 });
    expect(classes.properties?.source).toBeGreaterThan(30_000);
  });

  it('agree on the processes but for flows that join no two activities', async () => {
    const folder = join(shared, 'data/bpmn');
    const differing: string[] = [];
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.bpmn'))) {
      const { patch, refused } = await readBpmnDocument({ file, content: readFileSync(join(folder, file)) });
      if (refused) continue;
      const counted = inventory(MemoryGraph.from(patch));
      const lists = new FactLists([...counted.keys()]);
      countProcesses(scanTags(await sourceText(join(folder, file))), lists);
      const { findings } = compareFacts(lists.lists, counted);
      for (const { rule } of findings) expect(rule, file).toMatch(/^audit-sequenceFlows/);
      if (findings.length > 0) differing.push(file);
    }
    // Gateways that nothing leads to, flows without an end, and one id for two flows.
    expect(differing).toEqual([
      'bpmnjs-kitchen-sink.bpmn',
      'miwg-bonita-C.1.0.bpmn',
      'miwg-igrafx-B.2.0.bpmn',
      'research-01-Dispatch-of-goods-student33.bpmn',
    ]);
  });
});
