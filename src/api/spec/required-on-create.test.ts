import { describe, expect, it } from 'vitest';
import { edge, emptyPatch, type GraphPatch, MemoryGraph, node, type PropertyAttributes } from '../../graph/index.ts';
import { nullabilityCounts } from './required-on-create.ts';
import { specify } from './specify.ts';

/** A type with one key and the given properties. */
function typeOf(properties: Partial<PropertyAttributes>[], complex = false): GraphPatch {
  const patch = emptyPatch();
  const name = complex ? 'C' : 'T';
  const type = { kind: 'EntityType' as const, id: `S#N.${name}` };
  patch.nodes.push(node('EntityType', type.id, { name, namespace: 'N', keys: complex ? [] : ['Id'] }));
  const key = { name: 'Id', nullable: false };
  for (const [index, facts] of [...(complex ? [] : [key]), ...properties].entries()) {
    const attributes = { name: `P${index}`, type: 'Edm.String', nullable: true, ...facts };
    const id = `${type.id}/${attributes.name}`;
    patch.nodes.push(node('Property', id, attributes));
    patch.edges.push(edge('HAS_PROPERTY', type, { kind: 'Property', id }, {}));
  }
  return patch;
}

function many(count: number, facts: Partial<PropertyAttributes>): Partial<PropertyAttributes>[] {
  return Array.from({ length: count }, () => ({ ...facts }));
}

const notNull = { nullable: false };

describe('nullabilityCounts', () => {
  const counts = (...patches: GraphPatch[]): boolean =>
    nullabilityCounts(MemoryGraph.from(...patches), ['S#N.T', 'S#N.C']);

  it('counts in a small document, however much is marked', () => {
    expect(counts(typeOf(many(39, notNull)))).toBe(true);
  });

  it('says nothing from 40 properties on where over half are not nullable', () => {
    expect(counts(typeOf([...many(21, notNull), ...many(19, {})]))).toBe(false);
    expect(counts(typeOf([...many(20, notNull), ...many(20, {})]))).toBe(true);
  });

  it('leaves keys out and takes complex types in', () => {
    expect(counts(typeOf([...many(15, notNull), ...many(10, {})]), typeOf(many(15, notNull), true))).toBe(false);
  });

  it('does not take what has a default', () => {
    expect(counts(typeOf([...many(20, notNull), ...many(20, { ...notNull, defaultValue: 'x' })]))).toBe(true);
  });

  it('is settled by the landscape', () => {
    const graph = MemoryGraph.from(typeOf(many(50, notNull)));
    expect(nullabilityCounts(graph, ['S#N.T'], 'nullable')).toBe(true);
    expect(nullabilityCounts(graph, ['S#N.T'], 'annotated')).toBe(false);
  });
});

describe('required', () => {
  const required = (
    properties: Partial<PropertyAttributes>[],
    setting: 'auto' | 'nullable' | 'annotated' = 'auto',
  ): string[] => {
    const patch = emptyPatch();
    const service = { kind: 'Service' as const, id: 'S' };
    const set = { kind: 'EntitySet' as const, id: 'S/Set' };
    patch.nodes.push(
      node('Service', 'S', { protocol: 'odata', version: '4.0', required: setting }),
      node('EntitySet', 'S/Set', { name: 'Set' }),
    );
    patch.edges.push(edge('EXPOSES', service, set, {}), edge('OF_TYPE', set, { kind: 'EntityType', id: 'S#N.T' }, {}));
    return specify(MemoryGraph.from(patch, typeOf(properties)), 'S/Set').required;
  };

  it('is what is not nullable, unless a default, computed, read-only, not creatable or a list', () => {
    const names = ['default', 'computed', 'readOnly', 'creatable', 'list', 'plain'].map((name) => ({
      name,
      ...notNull,
    }));
    const [byDefault, computed, readOnly, notCreatable, list, plain] = names;
    expect(
      required([
        { ...byDefault, defaultValue: '' },
        { ...computed, computed: true },
        { ...readOnly, readOnly: true },
        { ...notCreatable, creatable: false },
        { ...list, collection: true },
        { ...plain },
      ]),
    ).toEqual(['plain']);
  });

  it('is only what is annotated where nullability says nothing', () => {
    const annotated = { name: 'Annotated', required: true };
    expect(required([...many(40, notNull), annotated])).toEqual(['Annotated']);
    expect(required([{ name: 'Plain', ...notNull }, annotated], 'annotated')).toEqual(['Annotated']);
    expect(required([...many(40, notNull), annotated], 'nullable')).toHaveLength(41);
  });

  it('never holds a key', () => expect(required([])).toEqual([]));
});
