import { expect, it } from 'vitest';
import { answerOf } from './approval-prompt.ts';

it.each(['y', 'Y', 'yes', ' Yes '])('%j approves', (text) => {
  expect(answerOf(text)).toMatchObject({ approved: true });
});

it.each([
  ['', undefined],
  ['n', undefined],
  ['no', undefined],
  ['no, too many', 'too many'],
  ['No: wrong plant', 'wrong plant'],
  ['yes but only ten', 'yes but only ten'],
  ['wrong supplier', 'wrong supplier'],
  ['nobody asked for it', 'nobody asked for it'],
])('%j does not, with the reason %j', (text, reason) => {
  const answer = answerOf(text);
  expect(answer.approved).toBe(false);
  expect(answer.reason).toBe(reason);
});
