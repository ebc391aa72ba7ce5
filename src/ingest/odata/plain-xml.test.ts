import { expect, it } from 'vitest';
import { readODataDocument } from './index.ts';

it('reads a tag with very many attributes in time that grows with their number', () => {
  const attributes = Array.from({ length: 40_000 }, (_, index) => `a${index}="x"`).join(' ');
  const content = `<Schema Namespace="N" xmlns="http://docs.oasis-open.org/odata/ns/edm"><EntityType Name="E" ${attributes}/></Schema>`;
  const { patch, refused } = readODataDocument({ service: { id: 'S' }, file: 'f.xml', content });
  expect(refused).toBe(false);
  expect(patch.nodes.map(({ id }) => id)).toContain('S#N.E');
});
