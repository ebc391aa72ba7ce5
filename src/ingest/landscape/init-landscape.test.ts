import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { folderWith, orders, process } from './folder.fixture.ts';
import { initLandscape } from './init-landscape.ts';
import { readLandscape } from './read-landscape.ts';

const annotations = (target: string) =>
  `<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:Reference Uri="x"><edmx:Include Alias="Self" Namespace="N"/></edmx:Reference><edmx:DataServices><Schema Namespace="A" xmlns="http://docs.oasis-open.org/odata/ns/edm"><Annotations Target="${target}"/></Schema></edmx:DataServices></edmx:Edmx>`;

describe('initLandscape', () => {
  it('recognises what lies in a folder, and its proposal can be read at once', async () => {
    const folder = await folderWith({
      'services/orders.edmx': orders,
      'services/orders-ui.xml': annotations('Self.Order/Status'),
      'services/foreign-ui.xml': annotations('Other.Type'),
      'more services/$metadata.xml': orders.replace('Namespace="N"', 'Namespace="M"').replaceAll('N.', 'M.'),
      'json/csdl.json':
        '{ "$Version": "4.0", "$EntityContainer": "J.C", "J": { "C": { "$Kind": "EntityContainer" } } }',
      'api/openapi.json': '{ "openapi": "3.0.0" }',
      'processes/a.bpmn': process('a'),
      'processes/b.bpmn': process('b'),
      'bindings.yaml': 'bindings: []',
      'lists/v.yaml': 'valueHelp: []',
      'lists/w.yaml': 'vocabulary: []',
      'effects.yaml': 'effects: []',
      'other.yaml': 'something: else',
      'types.xml': '<Schema Namespace="T"><ComplexType Name="X"/></Schema>',
      'package.json': '{}',
    });
    const { yaml, services, processes, findings } = await initLandscape(folder);
    expect(parse(yaml)).toMatchObject({
      services: [
        { id: 'csdl', metadata: 'json/csdl.json' },
        { id: 'more_services', metadata: 'more services/$metadata.xml' },
        { id: 'orders', metadata: 'services/orders.edmx', annotations: ['services/orders-ui.xml'] },
      ],
      processes: 'processes/*.bpmn',
      bindings: 'bindings.yaml',
      valueHelp: 'lists/v.yaml',
      vocabulary: 'lists/w.yaml',
      effects: 'effects.yaml',
    });
    expect(services).toHaveLength(3);
    expect(processes).toEqual(['processes/a.bpmn', 'processes/b.bpmn']);
    expect(findings.map(({ severity, path }) => `${severity} ${path}`)).toEqual([
      'info other.yaml',
      'info types.xml',
      'warning api/openapi.json',
      'warning services/foreign-ui.xml',
    ]);
    await writeFile(join(folder, 'landscape.yaml'), yaml);
    const reading = await readLandscape(folder);
    expect(reading.findings).toEqual([]);
    expect(reading.graph.node('EntitySet', 'orders/Orders')).toMatchObject({ kind: 'EntitySet', id: 'orders/Orders' });
    expect(reading.graph.node('Process', 'b')).toMatchObject({ kind: 'Process', id: 'b' });
  });

  it('lists processes one by one where a glob would take others too, and keeps ids unique', async () => {
    const folder = await folderWith({
      'a.xml': process('a'),
      'b.xml': process('b'),
      'x/s.xml': orders,
      'y/s.xml': orders,
    });
    const proposal = parse((await initLandscape(folder)).yaml) as { processes: string[]; services: { id: string }[] };
    expect(proposal.processes).toBe('*.xml');
    expect(proposal.services.map(({ id }) => id)).toEqual(['s', 's_2']);
    const mixed = await folderWith({ 'a.xml': process('a'), 'b.xml': process('b'), 's.xml': orders });
    expect(parse((await initLandscape(mixed)).yaml)).toMatchObject({ processes: ['a.xml', 'b.xml'] });
  });

  it('says what to do where there is nothing', async () => {
    const { findings, services } = await initLandscape(await folderWith({ 'readme.xml': '<html/>' }));
    expect(services).toEqual([]);
    expect(findings.at(-1)?.message).toMatch(/put \.edmx and \.bpmn files into the folder/);
  });
});
