import { expect, it } from 'vitest';
import { actionScore, stepScore } from './score-action.ts';
import { nameWords } from './words.ts';

const order = new Set(nameWords('PurchaseOrder'));

it('scores an action by its own words', () => {
  expect(actionScore('ReleasePurchaseOrder', order, 'release the order')).toBe(1);
  expect(actionScore('ReleasePurchaseOrder', order, 'read the order')).toBe(0);
});

it('scores a step of the process by its label, without the words of the entity', () => {
  expect(stepScore({ name: 'Countersign the order' }, order, 'then countersign it')).toBe(1);
  expect(stepScore({ name: 'Countersign the order' }, order, 'enter the order')).toBe(0);
  expect(stepScore({ name: 'The order' }, order, 'enter the order')).toBe(0);
  expect(stepScore({}, order, 'enter the order')).toBe(0);
});
