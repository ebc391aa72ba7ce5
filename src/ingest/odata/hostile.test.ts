import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSample, v4 } from '../../../test/sample-metadata.ts';
import { describeWithShared } from '../../../test/shared.ts';

const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

describe('hostile metadata is refused with one sentence', () => {
  it.each<[string, () => string | Uint8Array, string]>([
    ['an entity bomb', () => `<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><Schema>&b;</Schema>`, 'doctype'],
    ['100,000 levels', () => `<Schema>${'<a>'.repeat(100_000)}`, 'too-deep'],
    ['200 MB', () => new Uint8Array(200 * 1024 * 1024), 'too-large'],
    ['a million elements', () => v4('<EntityType/>'.repeat(1_000_001)), 'too-many-elements'],
    ['bytes of no text', () => new Uint8Array(1000).map((_, index) => (index * 7919) % 256), 'not-well-formed'],
    ['100,000 levels of JSON', () => `{"$Version":${'['.repeat(100_000)}`, 'not-well-formed'],
  ])('%s', (_, make, rule) => {
    const { refused, findings, graph } = readSample(make());
    expect(refused).toBe(true);
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([{ rule }]);
    expect(graph.counts().nodes).toEqual({});
  });
});

describe('hostile metadata does not multiply', () => {
  it.each<[string, () => string, readonly string[]]>([
    [
      'a circle of base types',
      () => repeat(20_000, (i) => `<EntityType Name="T${i}" BaseType="N.T${(i + 1) % 20_000}"/>`),
      ['cyclic-base-type'],
    ],
    [
      'a long line of base types',
      () => repeat(20_000, (i) => `<EntityType Name="T${i}" BaseType="N.T${i + 1}"/>`),
      ['long-base-types', 'unknown-type'],
    ],
    [
      'a long line of containers',
      () => repeat(20_000, (i) => `<EntityContainer Name="C${i}" Extends="N.C${i + 1}"/>`),
      ['long-extends'],
    ],
    ['one name many times', () => repeat(50_000, () => '<EntityType Name="T"/>'), ['duplicate-type']],
    [
      'members of an enumeration times properties',
      () =>
        `<EnumType Name="E">${repeat(20_000, (i) => `<Member Name="M${i}"/>`)}</EnumType><EntityType Name="T">${repeat(20_000, (i) => `<Property Name="P${i}" Type="N.E"/>`)}</EntityType>`,
      ['too-many-codes'],
    ],
    [
      'overloads times annotations',
      () =>
        repeat(
          5000,
          (i) =>
            `<Action Name="A" IsBound="true"><Parameter Name="p" Type="Edm.String"/><Parameter Name="q${i}" Type="Edm.String"/></Action>`,
        ) +
        repeat(
          5000,
          () => '<Annotations Target="N.A(Edm.String)"><Annotation Term="Core.Description" String="x"/></Annotations>',
        ),
      ['too-many-overloads'],
    ],
    [
      'overloads times imports',
      () =>
        `${repeat(2000, (i) => `<Function Name="A"><Parameter Name="q${i}" Type="Edm.String"/></Function>`)}<EntityContainer Name="C">${repeat(500, (i) => `<FunctionImport Name="I${i}" Function="N.A"/>`)}</EntityContainer>`,
      ['too-many-overloads'],
    ],
    [
      'sets times concurrency properties',
      () =>
        `<EntityType Name="T">${repeat(20_000, (i) => `<Property Name="P${i}" Type="Edm.String" ConcurrencyMode="Fixed"/>`)}</EntityType><EntityContainer Name="C">${repeat(20_000, (i) => `<EntitySet Name="S${i}" EntityType="N.T"/>`)}</EntityContainer>`,
      [],
    ],
  ])('%s', (_, make, rules) => {
    const { refused, findings } = readSample(v4(make()));
    expect(refused).toBe(false);
    for (const rule of rules) expect(findings.map((finding) => finding.rule)).toContain(rule);
    expect(findings.length).toBeLessThan(2000);
  });
});

describe('encodings', () => {
  const source = '<EntityType Name="Größe"/>';
  const withDeclaration = (encoding: string) => v4(source).replace('utf-8', encoding);

  it.each<[string, () => Uint8Array]>([
    ['UTF-16 with a byte order mark', () => Buffer.from(`\uFEFF${v4(source)}`, 'utf16le')],
    ['ISO-8859-1 as declared', () => Buffer.from(withDeclaration('ISO-8859-1'), 'latin1')],
    ['UTF-8 with a byte order mark', () => Buffer.from(`\uFEFF${v4(source)}`)],
  ])('reads %s', (_, make) => {
    const { graph, rules } = readSample(new Uint8Array(make()));
    expect(graph.node('EntityType', 'S#N.Größe')).toMatchObject({ kind: 'EntityType', id: 'S#N.Größe' });
    expect(rules).toEqual([]);
  });

  it('warns where the bytes are not what the file says', () => {
    const { graph, findings } = readSample(new Uint8Array(Buffer.from(v4(source), 'latin1')));
    expect(graph.node('EntityType', 'S#N.Größe')).toMatchObject({ kind: 'EntityType', id: 'S#N.Größe' });
    expect(findings[0]).toMatchObject({ rule: 'encoding', severity: 'warning' });
  });
});

describeWithShared('mutated real metadata', (shared) => {
  const files = ['sap-s4', 'other']
    .flatMap((folder) =>
      readdirSync(join(shared, 'data/odata', folder)).map((name) => join(shared, 'data/odata', folder, name)),
    )
    .filter((name) => name.endsWith('.edmx') && statSync(name).size < 40_000);
  const texts = files.map((file) => readFileSync(file, 'utf8'));

  const mutation = fc.oneof(
    fc.record({
      kind: fc.constant('cut' as const),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(400),
    }),
    fc.record({
      kind: fc.constant('repeat' as const),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(400),
    }),
    fc.record({
      kind: fc.constant('insert' as const),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      text: fc.constantFrom(
        '<',
        '>',
        '"',
        '&',
        ' x="1"',
        '<Key/>',
        '<!--',
        ']]>',
        '\u0000',
        '<Property Name="X"/>',
        'Collection(',
        '..',
        '/',
      ),
    }),
    fc.record({
      kind: fc.constant('swap' as const),
      word: fc.constantFrom(
        'Name',
        'Type',
        'Property',
        'EntityType',
        'Edm.String',
        'Multiplicity',
        'Role',
        'Target',
        'Nullable',
        '"true"',
        'Record',
      ),
      by: fc.constantFrom('', 'Name', 'x', '"', 'EntityType', '-1', '"N.N"', 'Annotation', 'Schema'),
    }),
  );

  it('never crashes the reader, and what is read is sound', () => {
    fc.assert(
      fc.property(fc.nat(texts.length - 1), fc.array(mutation, { minLength: 1, maxLength: 4 }), (index, mutations) => {
        let text = texts[index] ?? '';
        for (const one of mutations) {
          if (one.kind === 'swap') {
            text = text.replaceAll(one.word, one.by);
            continue;
          }
          const at = Math.floor(one.from * text.length);
          if (one.kind === 'cut') text = text.slice(0, at) + text.slice(at + one.length);
          else if (one.kind === 'insert') text = text.slice(0, at) + one.text + text.slice(at);
          else text = text.slice(0, at + one.length) + text.slice(at);
        }
        const { refused, findings, graph } = readSample(text);
        expect(refused).toBe(findings.some(({ severity }) => severity === 'error'));
        if (!refused) expect(graph.counts().nodes.Service).toBe(1);
        for (const { line, column, message, effect } of findings) {
          expect(line).toBeGreaterThan(0);
          expect(column).toBeGreaterThan(0);
          expect(message && effect).toBeTruthy();
        }
      }),
      { numRuns: 400 },
    );
  });
});
