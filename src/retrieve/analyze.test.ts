import { describe, expect, it } from 'vitest';
import { analyze, contentWords, termOf, words } from './analyze.ts';

describe('words', () => {
  it('lowers, strips accents and possessives, and keeps G/L together', () => {
    expect(words("The vendor's G/L-Konto, Zürich (2x)")).toEqual(['the', 'vendor', 'gl', 'konto', 'zurich', '2x']);
  });
});

describe('analyze', () => {
  it('drops words without meaning and stems the rest, in order and with repetitions', () => {
    expect(analyze('Post the invoices of the invoice list')).toEqual(['post', 'invoic', 'invoic', 'list']);
  });

  it('lets forms of one word meet', () => {
    expect(analyze('bought buys buying')).toEqual(['bui', 'bui', 'bui']);
    expect(termOf('organisation')).toBe(termOf('organization'));
    expect(termOf('centres')).toBe(termOf('center'));
    expect(termOf('colour')).toBe(termOf('color'));
    expect(termOf('capitalised')).toBe(termOf('capitalized'));
    expect(termOf('raise')).toBe(termOf('raised'));
  });
});

describe('contentWords', () => {
  it('gives distinct words as they stand, without numbers', () => {
    expect(contentWords('Order 4711: the order of 3 pumps')).toEqual(['order', 'pumps']);
  });
});
