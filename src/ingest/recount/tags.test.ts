import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { below, scanTags, type Tag } from './tags.ts';

const outline = (tag: Tag): string =>
  `${tag.name}${tag.children.length > 0 ? `(${tag.children.map(outline).join(' ')})` : ''}`;

describe('scanTags', () => {
  it('builds the tree of elements, whatever stands between them', () => {
    const root = scanTags('<?xml version="1.0"?><!DOCTYPE a><!-- <x> --><a><b/>text<c><![CDATA[<d>]]></c ></a>');
    expect(outline(root)).toBe('(a(b c))');
    expect(root.children[0]?.children[1]?.text).toBe('<d>');
  });

  it('reads attributes as they are written, entities decoded, the first of two', () => {
    const [tag] = scanTags(
      `<p:a one="1 &gt; 0" two='"' one="2" three = "a > b" sap:label="&#228;&#xDF;&amp;&unknown;"/>`,
    ).children;
    expect(tag?.prefix).toBe('p');
    expect(Object.fromEntries(tag?.attributes ?? [])).toEqual({
      one: '1 > 0',
      two: '"',
      three: 'a > b',
      'sap:label': 'äß&&unknown;',
    });
  });

  it('closes the nearest tag of a name, and ends where the text does', () => {
    expect(outline(scanTags('<a><b><c></b><d></a><e'))).toBe('(a(b(c) d) e)');
    expect(outline(scanTags('</x><a><!-- never closed'))).toBe('(a)');
  });

  it('walks in document order', () => {
    expect([...below(scanTags('<a><b><c/></b><d/></a>'))].map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('stays linear where tags are nested without end and closed by names that were never open', () => {
    const root = scanTags('<a>'.repeat(50_000) + '</b>'.repeat(50_000) + '</a>'.repeat(10));
    expect([...below(root)]).toHaveLength(50_000);
  });

  it('takes a hundred thousand brackets and any text', () => {
    expect(outline(scanTags('<'.repeat(100_000))).length).toBeGreaterThan(0);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '/', 'a', ' ', '"', '=', '!', '-', '&', ';') }),
        (text) => {
          expect([...below(scanTags(text))].length).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });
});
