import { describe, expect, it } from 'vitest';
import { checkIntegrity } from './integrity.ts';
import { MemoryGraph } from './memory-graph.ts';
import { edge, node } from './patch.ts';

const set = node('EntitySet', 'S/Set', { name: 'Set' });
const activity = node('Activity', 'p/a', { type: 'task' });

describe('checkIntegrity', () => {
  it('says nothing about a whole graph', () => {
    const graph = MemoryGraph.from({
      nodes: [set, activity],
      edges: [edge('INVOKES', activity, set, { operation: 'read' })],
    });
    expect(checkIntegrity(graph)).toEqual([]);
  });

  it('reports each missing end of an edge', () => {
    const lost = edge(
      'INVOKES',
      { kind: 'Activity', id: 'p/x' },
      { kind: 'EntitySet', id: 'S/Gone' },
      { operation: 'read' },
    );
    const findings = checkIntegrity(MemoryGraph.from({ nodes: [set, activity], edges: [lost] }));
    expect(findings.map(({ rule, severity, message }) => [rule, severity, message])).toEqual([
      ['dangling-edge', 'error', 'The Activity p/x at an end of this edge does not exist.'],
      ['dangling-edge', 'error', 'The EntitySet S/Gone at an end of this edge does not exist.'],
    ]);
  });

  it('does not take a node of another kind for the end', () => {
    const edges = [edge('INVOKES', activity, { kind: 'Operation', id: 'S/Set' }, { operation: 'action:Set' })];
    expect(checkIntegrity(MemoryGraph.from({ nodes: [set, activity], edges }))).toHaveLength(1);
  });
});
