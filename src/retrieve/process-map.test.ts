import { describe, expect, it } from 'vitest';
import { procurementGraph } from '../../test/procurement-graph.ts';
import { edge, emptyPatch, MemoryGraph, node } from '../graph/index.ts';
import { buildUnits } from './build-units.ts';
import { layOutProcesses } from './process-layout.ts';
import { ProcessMap } from './process-map.ts';
import { createVocabulary } from './shipped-vocabulary.ts';

function mapOf(graph: MemoryGraph): { map: ProcessMap; names: (steps: readonly number[]) => string } {
  const units = buildUnits(graph, createVocabulary());
  const of = (kind: string) => units.filter((unit) => unit.kind === kind);
  const searched = [...of('EntitySet'), ...of('Operation')];
  const map = new ProcessMap(
    layOutProcesses(
      graph,
      of('Process'),
      of('Activity'),
      new Map(searched.map(({ kind, id }, at) => [`${kind} ${id}`, at])),
    ),
  );
  return { map, names: (steps) => steps.map((at) => map.activities[at]?.id.split('/')[1]).join(' ') };
}

describe('ProcessMap', () => {
  it('passes events and the borders of sub-processes, branches at boundary events, and never loops', () => {
    const { map, names } = mapOf(procurementGraph());
    const stretches = map.stretches(0).map(({ steps }) => names(steps));
    expect(stretches).toContain('Order Book Check Bill Unblock');
    expect(stretches).toContain('Order Remind');
    expect(stretches).toContain('Bill');
    expect(stretches.some((stretch) => /Start|End|Done|Receive|Late/.test(stretch))).toBe(false);
    expect(stretches.every((stretch) => new Set(stretch.split(' ')).size === stretch.split(' ').length)).toBe(true);
    expect(new Set(stretches).size).toBe(stretches.length);
    expect(map.stretches(0)).toBe(map.stretches(0));
  });

  it('names each unit of a stretch once and prefers the set to the operation behind a step', () => {
    const { map, names } = mapOf(procurementGraph());
    const stretch = map.stretches(0).find(({ steps }) => names(steps) === 'Bill Unblock');
    expect(stretch?.units).toHaveLength(1);
  });

  it('bounds the stretches of a large process with many ways', () => {
    const patch = emptyPatch();
    patch.nodes.push(
      node('Service', 'S', { protocol: 'odata' }),
      node('EntitySet', 'S/A', { name: 'A' }),
      node('Process', 'p', { name: 'Big' }),
    );
    patch.edges.push(edge('EXPOSES', { kind: 'Service', id: 'S' }, { kind: 'EntitySet', id: 'S/A' }, {}));
    const steps = Array.from({ length: 60 }, (_, at) => ({ kind: 'Activity' as const, id: `p/t${at}` }));
    for (const [at, step] of steps.entries()) {
      patch.nodes.push(node('Activity', step.id, { name: `Step ${at}`, type: 'userTask' }));
      patch.edges.push(
        edge('HAS_ACTIVITY', { kind: 'Process', id: 'p' }, step, {}),
        edge('INVOKES', step, { kind: 'EntitySet', id: 'S/A' }, { operation: 'read' }),
      );
      for (const next of steps) patch.edges.push(edge('HAS_NEXT', step, next, { flows: [] }));
    }
    const stretches = mapOf(MemoryGraph.from(patch)).map.stretches(0);
    expect(stretches.length).toBeLessThanOrEqual(660);
    expect(Math.max(...stretches.map((stretch) => stretch.steps.length))).toBeLessThanOrEqual(14);
  });

  it('joins link events of one name', () => {
    const patch = emptyPatch();
    patch.nodes.push(
      node('Service', 'S', { protocol: 'odata' }),
      node('EntitySet', 'S/A', { name: 'A' }),
      node('EntitySet', 'S/B', { name: 'B' }),
      node('Process', 'p', { name: 'Linked' }),
    );
    for (const id of ['S/A', 'S/B'])
      patch.edges.push(edge('EXPOSES', { kind: 'Service', id: 'S' }, { kind: 'EntitySet', id }, {}));
    const add = (id: string, type: string, more = {}) => {
      patch.nodes.push(node('Activity', `p/${id}`, { name: id, type, ...more }));
      patch.edges.push(edge('HAS_ACTIVITY', { kind: 'Process', id: 'p' }, { kind: 'Activity', id: `p/${id}` }, {}));
    };
    add('First', 'userTask');
    add('Out', 'intermediateThrowEvent', { link: 'x' });
    add('In', 'intermediateCatchEvent', { link: 'x' });
    add('Second', 'userTask');
    for (const [from, to] of [
      ['First', 'Out'],
      ['In', 'Second'],
    ]) {
      patch.edges.push(
        edge('HAS_NEXT', { kind: 'Activity', id: `p/${from}` }, { kind: 'Activity', id: `p/${to}` }, { flows: [] }),
      );
    }
    patch.edges.push(
      edge('INVOKES', { kind: 'Activity', id: 'p/First' }, { kind: 'EntitySet', id: 'S/A' }, { operation: 'read' }),
    );
    patch.edges.push(
      edge('INVOKES', { kind: 'Activity', id: 'p/Second' }, { kind: 'EntitySet', id: 'S/B' }, { operation: 'read' }),
    );
    const { map, names } = mapOf(MemoryGraph.from(patch));
    expect(map.stretches(0).map(({ steps }) => names(steps))).toContain('First Second');
  });
});
