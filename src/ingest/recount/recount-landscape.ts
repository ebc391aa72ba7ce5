import { join, resolve } from 'node:path';
import { boundClasses, type Inventory } from '../../graph/index.ts';
import { append } from '../append.ts';
import type { Landscape } from '../landscape/index.ts';
import { bindingFacts, countValueHelp, serviceEntries } from './count-lists.ts';
import { countMetadata } from './count-metadata.ts';
import { countProcesses } from './count-processes.ts';
import { FactLists } from './fact-lists.ts';
import { jsonTags } from './json-tags.ts';
import { sourceText } from './source-text.ts';
import { below, scanTags } from './tags.ts';

const classes = [
  ...[
    'services',
    'servicesV2',
    'servicesV4',
    'entitySets',
    'singletons',
    'entityTypes',
    'complexTypes',
    'enumTypes',
    'properties',
  ],
  ...[
    'complexTypeProperties',
    'keyProperties',
    'navigationProperties',
    'navigationToMany',
    'navigationToOne',
    'navigationToZeroOrOne',
  ],
  ...[
    'complexTypeNavigationProperties',
    'associations',
    'associationSets',
    'functionImports',
    'actionImports',
    'actions',
    'functions',
  ],
  ...[
    'operations',
    'schemas',
    'entityContainers',
    'valueHelpLists',
    'valueHelpValues',
    'valueHelpServices',
    'processes',
  ],
  ...[
    'linearProcesses',
    'taskActivities',
    'task',
    'userTask',
    'serviceTask',
    'otherTasks',
    'taskActivitiesInSubProcess',
    'startEvents',
  ],
  ...[
    'startEventsInSubProcess',
    'endEvents',
    'endEventsInSubProcess',
    'intermediateEvents',
    'boundaryEvents',
    'callActivities',
  ],
  ...[
    'gateways',
    'exclusiveGateways',
    'parallelGateways',
    'otherGateways',
    'subProcesses',
    'sequenceFlows',
    'sequenceFlowsInSubProcess',
  ],
  ...['messageFlows', 'participants', 'bindings'],
];

/**
 * Counts what the sources of a landscape hold without the code that reads them: tags are scanned by hand, YAML is taken as plain text values.
 * Files are those that landscape.yaml names; its services are counted anew.
 */
export async function recountLandscape(landscape: Landscape): Promise<Inventory> {
  const lists = new FactLists(classes);
  const declaring = new Map<string, string>();
  for (const { id, metadata } of serviceEntries(await sourceText(join(landscape.folder, 'landscape.yaml')))) {
    const text = await sourceText(resolve(landscape.folder, metadata));
    const root = /^\s*\{/.test(text) ? jsonTags(text) : scanTags(text);
    const annotations = landscape.services.find((service) => service.id === id)?.annotations ?? [];
    const extra = await Promise.all(annotations.map(async ({ absolute }) => scanTags(await sourceText(absolute))));
    countMetadata(id, root, extra, lists);
    for (const tag of below(root)) {
      if (tag.name !== 'EntityType' && tag.name !== 'ComplexType') continue;
      const name = tag.attributes.get('Name') ?? '';
      const qualified = `${tag.parent?.attributes.get('Namespace') ?? ''}.${name}`.replace(/^\./, '');
      for (const spelling of [name, qualified])
        if (!declaring.has(`${id} ${spelling}`)) declaring.set(`${id} ${spelling}`, `${id}#${qualified}`);
    }
  }
  for (const { absolute } of landscape.processes) countProcesses(scanTags(await sourceText(absolute)), lists);
  const property = (service: string, type: string, name: string) =>
    `${declaring.get(`${service} ${type}`) ?? `${service}#${type}`}/${name}`;
  for (const { absolute } of landscape.valueHelp) countValueHelp(await sourceText(absolute), property, lists);
  for (const { absolute } of landscape.bindings) append(lists.of('bindings'), bindingFacts(await sourceText(absolute)));
  return new Map([...lists.lists, ...boundClasses(lists.of('bindings'))]);
}
