import { describe, expect, it } from 'vitest';
import { compareFacts, type Fact } from './compare-facts.ts';

const inventory = (...facts: Fact[]) => new Map([['things', facts]]);
const thing = (id: string, facts: Fact['facts'] = {}): Fact => ({ id, facts });

describe('compareFacts', () => {
  it('gives 1 for what is whole, and for what is not there at all', () => {
    expect(compareFacts(inventory(thing('a'), thing('b')), inventory(thing('b'), thing('a')))).toEqual({
      classes: { things: { source: 2, graph: 2, coverage: 1, exactness: 1 } },
      findings: [],
    });
    expect(compareFacts(inventory(), inventory()).classes.things).toEqual({
      source: 0,
      graph: 0,
      coverage: 1,
      exactness: 1,
    });
  });

  it('lowers coverage for what the graph lacks', () => {
    const { classes, findings } = compareFacts(
      inventory(thing('a'), thing('b'), thing('c'), thing('d')),
      inventory(thing('a')),
    );
    expect(classes.things).toEqual({ source: 4, graph: 1, coverage: 0.25, exactness: 1 });
    expect(findings.map(({ path, severity }) => [path, severity])).toEqual([
      ['b', 'error'],
      ['c', 'error'],
      ['d', 'error'],
    ]);
  });

  it('lowers exactness for what differs and names the fact with both values', () => {
    const { classes, findings } = compareFacts(
      inventory(thing('a', { n: 1, same: true })),
      inventory(thing('a', { n: 2, same: true })),
    );
    expect(classes.things).toEqual({ source: 1, graph: 1, coverage: 1, exactness: 0 });
    expect(findings[0]?.message).toBe('The graph differs from the sources in n (2 instead of 1).');
  });

  it('lowers exactness for what only the graph has', () => {
    const { classes } = compareFacts(inventory(thing('a')), inventory(thing('a'), thing('made up')));
    expect(classes.things).toEqual({ source: 1, graph: 2, coverage: 1, exactness: 0.5 });
  });

  it('counts an id that occurs twice twice, and pairs equal ones', () => {
    const twice = [thing('a', { n: 1 }), thing('a', { n: 2 })];
    expect(compareFacts(inventory(...twice), inventory(...twice.toReversed())).classes.things?.exactness).toBe(1);
    expect(compareFacts(inventory(...twice), inventory(thing('a', { n: 2 }))).classes.things).toMatchObject({
      coverage: 0.5,
    });
  });

  it('takes an undefined fact for an absent one', () => {
    expect(compareFacts(inventory(thing('a', { label: undefined })), inventory(thing('a'))).findings).toEqual([]);
  });

  it('gives a row to a class of one side only, and lists at most twenty differences of a class', () => {
    const many = Array.from({ length: 30 }, (_, index) => thing(`t${index}`));
    const { classes, findings } = compareFacts(new Map(), inventory(...many));
    expect(classes.things).toEqual({ source: 0, graph: 30, coverage: 1, exactness: 0 });
    expect(findings).toHaveLength(21);
    expect(findings.at(-1)?.message).toContain('10 more');
  });
});
