import { describe, expect, it } from 'vitest';
import { sampleLandscape } from '../sample-landscape.ts';
import { rankValues, searchValues } from './search-values.ts';

const graph = sampleLandscape();

describe('searchValues', () => {
  it('finds codes by the words of their texts', () => {
    const found = searchValues(graph, 'ORDER_SRV/Orders', 'Kind', 'stock transfer');
    expect(found).toEqual({
      property: 'Kind',
      fixed: true,
      count: 3,
      values: [{ code: 'UB', text: 'Stock transfer order' }],
    });
  });

  it('gives all values without a text, and the EntitySet where none are known', () => {
    expect(searchValues(graph, 'ORDER_SRV/Orders', 'Kind').values).toHaveLength(3);
    expect(searchValues(graph, 'ORDER_SRV/Orders', 'Region')).toMatchObject({
      fixed: false,
      count: 0,
      entitySet: 'Regions',
    });
  });

  it('names the nearest property where there is none', () => {
    expect(() => searchValues(graph, 'ORDER_SRV/Orders', 'Knid')).toThrow('Kind');
  });
});

describe('rankValues', () => {
  const values = [
    { code: '101', text: 'Goods receipt for a purchase order' },
    { code: '201', text: 'Goods issue for a cost centre' },
    { code: 'NB', text: 'Transfer of standard stock between plants' },
    { code: 'ZN', text: 'Standard order' },
  ];

  it.each([
    ['201', '201'],
    ['goods receipt', '101'],
    ['standard', 'ZN'],
    ['receipts', '101'],
    ['20', '201'],
  ])('leads %j to %s', (find, code) => expect(rankValues(values, find)[0]?.code).toBe(code));

  it('finds nothing for words that occur nowhere', () => expect(rankValues(values, 'banana')).toEqual([]));
});
