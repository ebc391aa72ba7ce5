import { describe, expect, it } from 'vitest';
import { analyze } from './analyze.ts';
import { createVocabulary } from './shipped-vocabulary.ts';
import { Vocabulary } from './vocabulary.ts';

const vocabulary = new Vocabulary([
  { concept: 'supplier invoice', technical: ['incoming invoice'], phrases: ["the vendor's bill", 'bill'] },
  {
    concept: 'goods receipt',
    technical: ['material document'],
    phrases: ['goods arrived', 'put the goods into stock'],
  },
  { concept: 'billing document', technical: ['customer invoice'], phrases: ['bill', 'charge the client'] },
]);
const found = (text: string) => {
  const terms = analyze(text);
  return vocabulary
    .match(terms)
    .map(({ concept, positions }) =>
      [vocabulary.entries[concept]?.concept, ...positions.map((at) => terms[at])].join(' '),
    );
};

describe('Vocabulary.match', () => {
  it('matches by stem, in order, with small gaps', () => {
    expect(found('The goods have just arrived')).toEqual(['goods receipt good arriv']);
    expect(found('They charged our best client')).toEqual(['billing document charg client']);
    expect(found('arrived goods')).toEqual([]);
    expect(found('goods that we ordered from many places once arrived')).toEqual([]);
  });

  it('prefers the longest match', () => {
    expect(found("where is the vendor's bill")).toEqual(['supplier invoice vendor bill']);
  });

  it('trusts a phrase that one concept owns more than one that several share', () => {
    const strength = (text: string) => vocabulary.match(analyze(text))[0]?.strength ?? 0;
    expect(strength("vendor's bill")).toBeGreaterThan(strength('bill'));
    expect(vocabulary.match(analyze('bill'))).toHaveLength(2);
  });

  it('finds concepts by technical words as index terms', () => {
    expect(vocabulary.conceptTerms(analyze('Incoming invoices'))).toEqual(['~supplier-invoice']);
  });
});

describe('Vocabulary', () => {
  it('fits a text by all words of a concept', () => {
    const scores = vocabulary.concepts.fit(
      analyze('stock arrived').map((term) => ({ term: vocabulary.terms.id(term), weight: 1 })),
    );
    expect(scores.indexOf(Math.max(...scores))).toBe(1);
  });

  it('gives technical words, the first names most', () => {
    const weighted = vocabulary.concepts
      .technicalTerms(1)
      .map(({ term, weight }) => [vocabulary.terms.texts[term], weight]);
    expect(weighted).toEqual([
      ['materi', 1],
      ['document', 1],
    ]);
    expect(vocabulary.concepts.technicalTerms(99)).toEqual([]);
  });

  it('ships several hundred concepts and takes a landscape’s own words on top', () => {
    const own = { concept: 'supplier invoice', technical: [], phrases: ['zog slip'] };
    const extended = createVocabulary([own, { concept: 'moon dust', technical: ['regolith'], phrases: [] }]);
    expect(extended.entries.length).toBe(createVocabulary().entries.length + 1);
    expect(extended.entries.length).toBeGreaterThan(400);
    const names = extended.match(analyze('the zog slip')).map(({ concept }) => extended.entries[concept]?.concept);
    expect(names).toContain('supplier invoice');
  });
});
