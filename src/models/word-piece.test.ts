import { describe, expect, it } from 'vitest';
import { WordPiece } from './word-piece.ts';

const pieces = [
  '[UNK]',
  'purchase',
  'order',
  '##s',
  '##der',
  'or',
  'un',
  '##able',
  'strasse',
  'uber',
  '.',
  "'",
  '$',
  '采',
  '购',
  '4',
  '##50',
  'PO',
];
const ids = new Map(pieces.map((piece, id) => [piece, id]));
const tokenizer = new WordPiece(ids);
const encoded = (text: string, limit = 50) => tokenizer.encode(text, limit).map((id) => pieces[id]);

describe('WordPiece', () => {
  it.each([
    ['splits at white space of any kind', 'purchase\t order\u00a0\n order', ['purchase', 'order', 'order']],
    ['takes the longest match first', 'orders', ['order', '##s']],
    ['marks continuations', 'unable 450', ['un', '##able', '4', '##50']],
    ['makes a word unknown as a whole where a rest has no match', 'orderx unable', ['[UNK]', 'un', '##able']],
    ['lower-cases', 'PURCHASE Order', ['purchase', 'order']],
    ['strips accents', 'über ÜBER u\u0308ber', ['uber', 'uber', 'uber']],
    ['does not fold letters that only look alike', 'straße', ['[UNK]']],
    ['splits at punctuation and symbols of ASCII', "order's.$4", ['order', "'", '[UNK]', '.', '$', '4']],
    ['splits at punctuation beyond ASCII', 'order…purchase', ['order', '[UNK]', 'purchase']],
    ['takes ideographs one by one', '采购order', ['采', '购', 'order']],
    ['drops invisible characters', 'or\u0000der pur\u200bchase\ufffd', ['order', 'purchase']],
    ['has no pieces for an empty text', ' \n', []],
  ])('%s', (_, text, expected) => {
    expect(encoded(text)).toEqual(expected);
  });

  it('makes a word of more than 100 characters unknown', () => {
    expect(encoded(`or${'s'.repeat(98)}`, 200)).toHaveLength(99);
    expect(encoded(`or${'s'.repeat(99)}`)).toEqual(['[UNK]']);
  });

  it('stops at the limit', () => {
    expect(encoded('orders '.repeat(1_000_000), 3)).toEqual(['order', '##s', 'order']);
  });

  it('keeps case and accents where it is told to', () => {
    const cased = new WordPiece(ids, { lowerCase: false });
    expect(cased.encode('PO po über', 9)).toEqual([17, 0, 0]);
  });

  it('needs a piece for unknown words', () => {
    expect(() => new WordPiece(new Map([['a', 0]]))).toThrow('no piece for unknown words');
  });
});
