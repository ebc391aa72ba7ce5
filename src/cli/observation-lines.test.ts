import { describe, expect, it } from 'vitest';
import { observationLines } from './observation-lines.ts';

type Observation = Parameters<typeof observationLines>[0];

const styles = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');

function lines(observation: Partial<Observation>, width = 80): string[] {
  const whole: Observation = {
    callId: 'c',
    tool: 'read',
    effect: 'read',
    input: {},
    ok: true,
    text: '',
    findings: [],
    durationMs: 1,
    ...observation,
  };
  return observationLines(whole, width).map((line) => line.replace(styles, ''));
}

describe('what came of a call', () => {
  it('is a table of the rows of a read, bounded in rows and width', () => {
    const rows = Array.from({ length: 14 }, (_, index) => ({
      Order: `45000000${index + 10}`,
      Supplier: '20014',
      Text: 'x'.repeat(200),
      Items: [{ Item: '10' }],
    }));
    const input = { service: 'SRV', entitySet: 'Orders', filter: [{ property: 'Supplier', op: 'eq', value: '20014' }] };
    const shown = lines({ input, data: { rows, nextSkip: 14 } });
    expect(shown[0]).toBe('read     SRV/Orders where Supplier eq "20014"');
    expect(shown[1]?.trim().split(/\s+/)).toEqual(['Order', 'Supplier', 'Text']);
    expect(shown[2]).toContain('4500000010  20014');
    expect(shown).toHaveLength(13);
    expect(shown.at(-1)?.trim()).toBe('10 of 14 or more rows');
    expect(Math.max(...shown.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(lines({ input, data: { rows } }, 40)[1]?.trim().split(/\s+/)).toEqual(['Order', 'Supplier']);
  });

  it('is the fields of a single row, or that there is none', () => {
    const input = { service: 'SRV', entitySet: 'Orders', key: { Order: '1' } };
    expect(lines({ input, data: { rows: [{ '@odata.etag': 'W/"1"', Order: '1', Note: '' }] } })).toEqual([
      'read     SRV/Orders (Order 1)',
      '         Order  1',
    ]);
    expect(lines({ input, data: { rows: [] } }).at(-1)).toBe('         no rows fit');
  });

  it('is the best hits of a search, with their place in the process', () => {
    const hits = ['seed', 'after', 'seed', 'seed'].map((role, index) => ({ id: `SRV/S${index}`, role }));
    expect(lines({ tool: 'search', input: { query: 'buy' }, data: { hits } })).toEqual([
      'search   "buy"',
      '         SRV/S0, SRV/S1 (after), SRV/S2 and 1 more',
    ]);
  });

  it('is what a write carries, then what the system answered and what comes next', () => {
    const input = { service: 'SRV', entitySet: 'Orders', operation: 'create', payload: { Qty: 3, Items: [{ A: 1 }] } };
    expect(lines({ tool: 'propose_call', effect: 'propose', input })).toEqual([
      'propose  create SRV/Orders',
      '         Qty    3',
      '         Items  {"A":1}',
      '         checked, nothing is sent yet',
    ]);
    const position = { process: 'P', step: 'Order', next: [{ step: 'Sign', target: 'SRV/Orders' }] };
    const data = { outcome: 'done', status: 201, body: { Order: '45' } };
    expect(lines({ tool: 'submit', effect: 'submit', input: { plan: 'p1' }, data, position })).toEqual([
      'submit   plan p1',
      '         done (201)',
      '         Order  45',
      '         the process goes on with: Sign (SRV/Orders)',
    ]);
  });

  it('is why a call was refused, without what could steer a terminal', () => {
    const finding = { rule: 'r', severity: 'error', path: '/payload/A', message: 'no\u001b[2J\nsuch' } as const;
    const shown = lines({ tool: 'propose_call', ok: false, findings: [{ ...finding, suggestion: 'B' }], input: {} });
    expect(shown[1]).toBe('         error /payload/A: no [2J such (most likely B)');
    expect(lines({ ok: false, text: 'It broke.' })[1]).toBe('         It broke.');
  });

  it('is nothing for the end of the task, and one line for what it does not know', () => {
    expect(lines({ tool: 'finish', effect: 'finish' })).toEqual([]);
    expect(lines({ tool: 'other', input: { a: 1 }, text: 'first\nsecond' })).toEqual([
      'other    {"a":1}',
      '         first',
    ]);
  });
});
