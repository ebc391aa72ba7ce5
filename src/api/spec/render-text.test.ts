import { describe, expect, it } from 'vitest';
import { sampleLandscape } from '../sample-landscape.ts';
import { estimateTokens } from './render-text.ts';
import { specify } from './specify.ts';

const graph = sampleLandscape();
const id = 'ORDER_SRV/Orders';

describe('renderText', () => {
  it('puts keys, required and coded properties first', () => {
    const { text } = specify(graph, id);
    const lines = text.split('\n');
    const at = (start: string): number => lines.findIndex((line) => line.startsWith(start));
    expect(at('Order String(10)')).toBeGreaterThan(0);
    expect(at('Kind! String(4) "Order type" = NB Standard purchase order | UB')).toBeGreaterThan(
      at('Order String(10)'),
    );
    expect(at('Currency')).toBeLessThan(at('Days'));
    expect(text).toContain('Total Decimal(13,2) (read-only, unit in Currency)');
    expect(text).toContain('to_Items * OrderItems, deep insert (each needs Material, Quantity)');
    expect(text).toContain('action:Release(Order! String(10), Kind String)');
    expect(text).toContain(
      'Buying: "Order it" does create; before it create TICKET_SRV/Tickets; after it action:Release ORDER_SRV/Orders',
    );
  });

  it('keeps to a budget and says what it left out and how to get it', () => {
    const { text, tokens } = specify(graph, id, { tokens: 200 });
    expect(tokens.count).toBeLessThanOrEqual(200);
    expect(tokens.tokenizer).toContain('estimate');
    expect(text).toMatch(/Left out: \d+ properties.*detail "full"/);
    expect(text).toContain('Kind!');
  });

  it('leaves nothing out at the full level', () => {
    const { text, properties } = specify(graph, id, { detail: 'full', tokens: 10 });
    expect(text).not.toContain('Left out');
    for (const { name } of properties) expect(text).toContain(`\n${name}`);
  });

  it('takes what fits the query before the rest', () => {
    const plain = specify(graph, id, { tokens: 160 }).text;
    const wanted = specify(graph, id, { tokens: 160, query: 'with the discount we agreed' }).text;
    expect(plain).not.toContain('Discount');
    expect(wanted).toContain('Discount');
  });
});

describe('estimateTokens', () => {
  it.each([
    ['', 0],
    ['order', 1],
    ['PurchaseOrder', 3],
    ['4500000001', 4],
    ['a, b', 3],
  ])('counts %j as %i', (text, count) => expect(estimateTokens(text)).toBe(count));
});
