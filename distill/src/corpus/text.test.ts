import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentences, shuffled, splitIdentifier, unescapeXml } from './text.ts';

test('identifiers are split into words', () => {
  assert.equal(splitIdentifier('A_PurOrdPricingElementType'), 'Pur Ord Pricing Element Type');
  assert.equal(splitIdentifier('to_PurchaseOrder'), 'to Purchase Order');
  assert.equal(splitIdentifier('SAPDescription2'), 'SAP Description2');
});

test('markup and character references become text', () => {
  assert.equal(unescapeXml('a &lt;b&gt;  &amp;amp; &#65;'), 'a &amp; A');
});

test('sentences have 4 to 40 words and no markup', () => {
  assert.deepEqual(sentences('# Short\n\nSee [the policy](http://x.y) before you travel. Yes.'), [
    'See the policy before you travel.',
  ]);
});

test('the shuffled order depends on the texts alone', () => {
  const items = ['a', 'b', 'c', 'd', 'e'];
  const order = shuffled(items, (item) => item);
  assert.deepEqual(
    shuffled([...items].reverse(), (item) => item),
    order,
  );
  assert.deepEqual([...order].sort(), items);
});
