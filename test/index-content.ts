import { edge, type GraphPatch, MemoryGraph, node } from '../src/graph/index.ts';
import type { IndexContent, IndexedSource, StoredUnit } from '../src/store/index.ts';

/** A small landscape of two services, a process that calls both and a value-help file about both. */
export function smallContent(word = 'first'): IndexContent {
  return contentOf([
    source('services/orders.edmx', 'odata', servicePatch('ORDERS', 3, word)),
    source('services/stock.edmx', 'odata', servicePatch('STOCK', 2, word)),
    source('processes/buy.bpmn', 'bpmn', processPatch('buy', word)),
    source('value-help/codes.yaml', 'value-help', valueHelpPatch(['ORDERS', 'STOCK'])),
  ]);
}

/** A landscape of many services, big enough to be interrupted while it is written. */
export function largeContent(word: string, services = 40, sets = 30): IndexContent {
  const sources = Array.from({ length: services }, (_, index) =>
    source(`services/${index}.edmx`, 'odata', servicePatch(`SERVICE_${index}`, sets, word)),
  );
  return contentOf([...sources, source('processes/buy.bpmn', 'bpmn', processPatch('buy', word))]);
}

/** A source that was read now; its hash is made from what it says. */
export function source(path: string, kind: string, patch: GraphPatch): IndexedSource {
  const hash = String(JSON.stringify(patch).length) + (patch.nodes[0]?.id ?? '') + JSON.stringify(patch.nodes[0]);
  return { path, kind, hash, status: 'read', findings: [], patch };
}

/** What an index over the sources holds: one unit and one vector for each EntitySet. */
export function contentOf(sources: readonly IndexedSource[]): IndexContent {
  const graph = MemoryGraph.from(...sources.map(({ patch }) => patch));
  const units = [...graph.nodes('EntitySet')].map(
    ({ id, attributes }, index): StoredUnit => ({
      id,
      kind: 'EntitySet',
      service: id.split('/')[0] ?? '',
      label: attributes.label ?? id,
      text: `The set ${id}, "quoted" – ünïcode 🚆`,
      fields: { name: attributes.name, title: id },
      ...(index % 2 === 0 ? { attributes: { addressable: index % 4 === 0, rank: index } } : {}),
      hash: `hash of ${id}`,
    }),
  );
  return {
    landscape: { folder: '/somewhere/acme', name: 'acme', description: 'An estate.' },
    embedder: { name: 'static', dimensions: 3 },
    counts: graph.counts(),
    groundrail: '0.1.0',
    sources,
    units,
    vectors: { dimensions: 3, rows: units.map((_, index) => Float32Array.of(index, 0.1, -1 / 3)) },
    tables: Uint8Array.from({ length: 5 }, (_, index) => index * 50),
    vocabulary: [{ concept: 'supplier invoice', technical: ['incoming invoice'], phrases: ["the vendor's bill"] }],
    effects: [{ service: 'ORDERS', action: 'Release', set: { Open: false, Note: null } }],
  };
}

/** A service with sets, types and two properties each; `word` is its label everywhere, so that two versions can be told apart. */
export function servicePatch(service: string, sets: number, word: string): GraphPatch {
  const patch: GraphPatch = { nodes: [node('Service', service, { protocol: 'odata', title: word })], edges: [] };
  for (let index = 0; index < sets; index++) {
    const set = { kind: 'EntitySet', id: `${service}/Set${index}` } as const;
    const type = { kind: 'EntityType', id: `${service}#NS.Type${index}` } as const;
    patch.nodes.push(
      node('EntitySet', set.id, { name: `Set${index}`, label: word, insertable: index % 2 === 0 }),
      node('EntityType', type.id, { name: `Type${index}`, namespace: 'NS', keys: ['Id'] }),
    );
    patch.edges.push(edge('EXPOSES', { kind: 'Service', id: service }, set, {}), edge('OF_TYPE', set, type, {}));
    for (const name of ['Id', 'Status']) {
      const property = { kind: 'Property', id: `${type.id}/${name}` } as const;
      patch.nodes.push(node('Property', property.id, { name, type: 'Edm.String', nullable: false, label: word }));
      patch.edges.push(edge('HAS_PROPERTY', type, property, {}));
    }
  }
  return patch;
}

function processPatch(process: string, word: string): GraphPatch {
  const start = { kind: 'Activity', id: `${process}/order` } as const;
  const end = { kind: 'Activity', id: `${process}/receive` } as const;
  const parent = { kind: 'Process', id: process } as const;
  return {
    nodes: [
      node('Process', process, { name: word }),
      node('Activity', start.id, { type: 'userTask', name: 'Order goods' }),
      node('Activity', end.id, { type: 'serviceTask', name: 'Receive goods' }),
      node('Gateway', `${process}/split`, { type: 'exclusiveGateway' }),
    ],
    edges: [
      edge('HAS_ACTIVITY', parent, start, {}),
      edge('HAS_ACTIVITY', parent, end, {}),
      edge('HAS_NEXT', start, end, { flows: ['f1', 'f2'], via: [`${process}/split`], default: true }),
      edge('INVOKES', start, { kind: 'EntitySet', id: 'ORDERS/Set0' }, { operation: 'create' }),
      edge('INVOKES', end, { kind: 'EntitySet', id: 'STOCK/Set1' }, { operation: 'read' }),
    ],
  };
}

function valueHelpPatch(services: readonly string[]): GraphPatch {
  const patch: GraphPatch = { nodes: [], edges: [] };
  for (const service of services) {
    const property = { kind: 'Property', id: `${service}#NS.Type0/Status` } as const;
    const list = { kind: 'ValueHelp', id: `${property.id}@file` } as const;
    patch.nodes.push(
      node('ValueHelp', list.id, { origin: 'file', fixed: true, values: [{ code: 'A', text: 'Open' }] }),
    );
    patch.edges.push(edge('HAS_VALUE_HELP', property, list, { fixed: true, resolved: true }));
  }
  return patch;
}
