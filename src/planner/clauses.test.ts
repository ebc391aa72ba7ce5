import { describe, expect, it } from 'vitest';
import { findIntents } from './clauses.ts';

const intents = (task: string) => findIntents(task).map(({ wish, lead, clause }) => ({ wish, lead, clause }));

describe('what a task asks for', () => {
  it('is an imperative each, with what was said before it', () => {
    expect(intents('Plant 10 needs steel. Order 5 pieces of it, and then receive them into location A1.')).toEqual([
      { wish: 'create', lead: 'Plant 10 needs steel.', clause: 'Order 5 pieces of it' },
      { wish: 'create', lead: '', clause: 'then receive them into location A1.' },
    ]);
  });

  it('tells reads, changes and actions apart', () => {
    const wishes = (task: string) => findIntents(task).map(({ wish }) => wish);
    expect(wishes('Look up the order. Raise its priority to high. Release it.')).toEqual(['read', 'change', 'act']);
  });

  it('may begin with a verb of the landscape itself', () => {
    const task = 'Enter the order, then countersign the order.';
    expect(intents(task)).toHaveLength(1);
    const own = new Map([['countersign', 'act' as const]]);
    expect(findIntents(task, own).map(({ wish, clause }) => ({ wish, clause }))).toEqual([
      { wish: 'create', clause: 'Enter the order' },
      { wish: 'act', clause: 'then countersign the order.' },
    ]);
  });

  it('does not take nouns in lists for imperatives', () => {
    expect(intents('Create a request for plant 10, order 4711, text "Note it, then".')).toHaveLength(1);
  });

  it('may be a statement', () => {
    expect(intents('New article X-1: trading goods.')).toMatchObject([{ wish: 'create' }]);
    expect(intents('How much of X-1 is there?')).toMatchObject([{ wish: 'read' }]);
    expect(intents('Supplier 1000 shall be usable for organisation 1710.')).toMatchObject([{ wish: 'create' }]);
  });

  it('is said further by what follows', () => {
    const [only, ...others] = intents("Enter the bill 'R-1' of vendor 1000. There is no order behind it.");
    expect(others).toEqual([]);
    expect(only?.clause).toContain('There is no order behind it.');
  });

  it('is one thing where it is said how to book it', () => {
    expect(intents('Throw away 7 litres; book it as a scrapping issue.')).toHaveLength(1);
  });
});
