import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeWithShared } from '../../../test/shared.ts';
import { Diagnostics } from './diagnostics.ts';
import type { CsdlElement } from './element.ts';
import { scanPlainXml } from './plain-xml.ts';
import { Refusal } from './refusal.ts';
import { SourceText } from './source-text.ts';
import { parseStrictly } from './strict-xml.ts';
import { TreeBuilder } from './tree-builder.ts';
import { parseXml } from './xml.ts';

/** An element as plain data, to compare. */
function plain({ name, attributes, sap, children, text, offset }: CsdlElement): unknown {
  return { name, attributes: { ...attributes }, sap, text, offset, children: children.map(plain) };
}

/** What the fast scanner makes of a text; undefined where it leaves it to the strict parser. */
function scanned(text: string): unknown {
  const builder = new TreeBuilder(new SourceText('f', text));
  const diagnostics = new Diagnostics();
  try {
    if (!scanPlainXml(text, builder)) return undefined;
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.rule, offset: error.offset };
    throw error;
  }
  builder.report(diagnostics);
  return { root: builder.root && plain(builder.root), findings: diagnostics.finish() };
}

function strictly(text: string): unknown {
  const source = new SourceText('f', text);
  const builder = new TreeBuilder(source);
  const diagnostics = new Diagnostics();
  try {
    parseStrictly(source, builder, diagnostics);
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.rule, offset: error.offset };
    throw error;
  }
  builder.report(diagnostics);
  return { root: builder.root && plain(builder.root), findings: diagnostics.finish() };
}

/** Whatever the fast scanner accepts, the strict parser accepts as well and sees the same in it. */
function expectAgreement(text: string): void {
  const fast = scanned(text);
  if (fast !== undefined) expect(fast).toEqual(strictly(text));
}

const schema = (content: string) =>
  `<Schema Namespace="N" xmlns="http://docs.oasis-open.org/odata/ns/edm" xmlns:sap="http://www.sap.com/Protocols/SAPData">${content}</Schema>`;

describe('the fast scanner', () => {
  it.each([
    '<EntityType Name="A"/>',
    "<EntityType Name='A' \n\tAbstract = 'true' ></EntityType >",
    '<!-- a comment --><EntityType Name="&lt;&amp;&quot;&apos;&gt;&#65;&#x42;"/>',
    '<EntityType Name="two\nlines\r\nand\ttab"/>',
    '<EntityType Name="T" sap:label="L" sap:x=""/>',
    '<foreign:x xmlns:foreign="urn:x" foreign:y="1">text</foreign:x>',
    '<EntityType Name="T"><Documentation><Summary> a &amp; b\r\nc </Summary></Documentation></EntityType>',
    'stray &amp; text<EntityType Name="T"/>',
    '<EntityType Name="Über 😀"/>',
    '<Annotation Term="UI.LineItem"><Collection><Record a="1"><x:y xmlns:x="u"/></Record></Collection></Annotation>',
  ])('sees the same as the strict parser in %s', (content) => {
    const text = schema(content);
    expect(scanned(text)).toBeDefined();
    expectAgreement(text);
  });

  it.each([
    '<EntityType Name="A" Name="B"/>',
    '<EntityType Name="A"Abstract="true"/>',
    '<EntityType Name=A/>',
    '<EntityType Name/>',
    '<EntityType Name="a<b"/>',
    '<EntityType Name="&unknown;"/>',
    '<EntityType Name="a & b"/>',
    '<EntityType Name="&#0;"/>',
    '<EntityType Name="&#xD800;"/>',
    '<EntityType></entitytype>',
    '<EntityType>',
    '</EntityType>',
    '<EntityType Name="a',
    '<EntityType /a>',
    '<1 Name="a"/>',
    '< EntityType/>',
    '<!-- a -- b -->',
    '<!-- open',
    '<!ELEMENT a>',
    '<![CDATA[x]]>',
    '<?pi x?>',
    ']]>',
    '\u0000',
    '\ufffe',
    '\ud800',
    '<Ünicode/>',
    '<EntityType Ünicode="x"/>',
    '&amp',
  ])('leaves %j to the strict parser', (content) => {
    expect(scanned(schema(content))).toBeUndefined();
  });

  it.each([
    '',
    ' ',
    'text',
    '<Schema/><Schema/>',
    '<Schema/>text',
    'text<Schema/>',
    '<?xml version="1.1"?><Schema/>',
    ' <?xml version="1.0"?><Schema/>',
  ])('leaves the document %j to the strict parser', (text) => expect(scanned(text)).toBeUndefined());

  it('never accepts what the strict parser refuses, nor sees anything else in it', () => {
    const piece = fc.constantFrom(
      ...[
        '<EntityType Name="T">',
        '</EntityType>',
        '<Property Name="P" Type="Edm.String"/>',
        '<',
        '>',
        '/>',
        '</',
        '"',
        "'",
        '=',
      ],
      ...[
        ' ',
        '\n',
        '\r\n',
        '\t',
        'Name',
        'sap:label="x"',
        ' x="1"',
        '&amp;',
        '&#10;',
        '&',
        ';',
        '<!--',
        '-->',
        '--',
        ']]>',
        '<![CDATA[',
      ],
      ...[
        '<?xml version="1.0"?>',
        '<?',
        '?>',
        'text',
        'é',
        '😀',
        '\u0001',
        '<Key>',
        '</Key>',
        '<a:b xmlns:a="u">',
        '</a:b>',
        '<s:t>',
        '</s:t>',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), fc.boolean(), (pieces, wrapped) => {
        expectAgreement(wrapped ? schema(pieces.join('')) : pieces.join(''));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('reading XML', () => {
  const parse = (text: string) => {
    const diagnostics = new Diagnostics();
    const root = parseXml(new SourceText('f.xml', text), diagnostics);
    return { root, findings: diagnostics.finish() };
  };

  it.each([
    ['an unclosed element', '<Schema>\n<EntityType>\n', 'not-well-formed', 2],
    ['a wrong end tag', '<Schema>\n<EntityType>\n</Schema>', 'not-well-formed', 3],
    ['an unknown entity', '<Schema>\n&nbsp;</Schema>', 'not-well-formed', 2],
    ['an attribute twice', '<Schema a="1"\n a="2"/>', 'not-well-formed', 2],
    ['a document type', '<!-- x -->\n<!DOCTYPE a [<!ENTITY b "c">]>\n<Schema/>', 'doctype', 2],
    ['nothing', '', 'not-well-formed', 1],
    ['another document', '\n<html/>', 'no-metadata', 2],
    ['nesting without end', `<Schema>${'<Annotation>'.repeat(300)}`, 'too-deep', 1],
  ])('refuses %s with its line', (_, text, rule, line) => {
    const { root, findings } = parse(text);
    expect(root).toBeUndefined();
    expect(findings).toMatchObject([
      { severity: 'error', rule, line, path: 'f.xml', effect: 'Nothing is loaded from this file.' },
    ]);
  });

  it('names the column', () => {
    expect(parse('<Schema><EntityType Name="a" Name="b"/></Schema>').findings[0]?.column).toBeGreaterThan(30);
    expect(parse(schema('<Bogus/>')).findings).toMatchObject([
      { rule: 'unexpected-element', line: 1, column: schema('').indexOf('</Schema>') + 1 },
    ]);
  });

  it('forgives a declaration at another place, also a second one', () => {
    const { root, findings } = parse(
      `<?xml version="1.0"?>\n<!-- x -->\n<?xml version="1.0" encoding="utf-8"?>${schema('<EntityType Name="T"/>')}`,
    );
    expect(root?.children).toHaveLength(1);
    expect(findings).toMatchObject([{ rule: 'misplaced-xml-declaration', severity: 'warning', line: 3, column: 1 }]);
  });

  it('forgives unbound prefixes, one warning each', () => {
    const { root, findings } = parse(
      '<edmx:Edmx>\n<edmx:DataServices m:DataServiceVersion="2.0">\n<Schema sap:a="1" sap:b="2" zz:c="3"><zz:x/></Schema></edmx:DataServices></edmx:Edmx>',
    );
    expect(root?.children[0]?.attributes).toEqual({ 'm:DataServiceVersion': '2.0' });
    expect(root?.children[0]?.children[0]?.sap).toEqual(['a', '1', 'b', '2']);
    expect(findings.map(({ message, line }) => `${line} ${message.split('"')[1]}`)).toEqual([
      '1 edmx',
      '2 m',
      '3 sap',
      '3 zz',
    ]);
  });

  it('resolves prefixes by their namespace, whatever they are called, and scopes them', () => {
    const { root } = parse(
      `<e:Edmx xmlns:e="http://docs.oasis-open.org/odata/ns/edmx"><e:DataServices>
      <s:Schema xmlns:s="http://docs.oasis-open.org/odata/ns/edm" xmlns:meta="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" xmlns:label="http://www.sap.com/Protocols/SAPData">
      <s:EntityType Name="T" meta:HasStream="true" label:label="L"/></s:Schema><s:Schema xmlns:s="urn:other"/></e:DataServices></e:Edmx>`,
    );
    const schemas = root?.children[0]?.children ?? [];
    expect(schemas).toHaveLength(1);
    expect(schemas[0]?.children[0]?.attributes).toEqual({ Name: 'T', 'm:HasStream': 'true' });
    expect(schemas[0]?.children[0]?.sap).toEqual(['label', 'L']);
  });

  it('reads text of CDATA and comments in between', () => {
    const { root } = parse(
      schema(
        '<EntityType Name="T"><Documentation><Summary>a<![CDATA[<b>]]><!-- x -->c</Summary></Documentation></EntityType>',
      ),
    );
    expect(root?.children[0]?.children[0]?.children[0]?.text).toBe('a<b>c');
  });

  it('says where stray text begins, behind a comment too', () => {
    const { findings } = parse(schema('\n<!-- x -->\n  stray<EntityType Name="T"/>'));
    expect(findings).toMatchObject([{ rule: 'stray-text', line: 3, column: 3 }]);
  });

  it('counts findings that nobody wants to read one by one', () => {
    const { findings } = parse(schema('<Bogus/>'.repeat(700)));
    expect(findings).toHaveLength(501);
    expect(findings.at(-1)?.message).toContain('200 more');
  });
});

describeWithShared('real metadata', (shared) => {
  const files = ['sap-s4', 'other']
    .map((folder) => join(shared, 'data/odata', folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((name) => name.endsWith('.edmx'));

  it('looks the same to the fast scanner and the strict parser', () => {
    let plainFiles = 0;
    for (const file of files) {
      const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
      if (text.length > 100_000) continue;
      if (scanned(text) !== undefined) plainFiles++;
      expectAgreement(text);
    }
    expect(plainFiles).toBeGreaterThan(120);
  });
});
