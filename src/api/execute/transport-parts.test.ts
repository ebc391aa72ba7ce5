import { describe, expect, it } from 'vitest';
import { mayRepeat, pauseBefore, retryAfterMs } from './backoff.ts';
import { CircuitBreaker } from './circuit.ts';
import { HostLanes } from './host-lanes.ts';
import { hashOf } from './plan.ts';
import { Redactor } from './redactor.ts';

describe('pauses', () => {
  const limits = { attempts: 4, baseMs: 100, maxMs: 1000 };
  it('grow, with full jitter, up to the limit', () => {
    const longest = [1, 2, 3, 4, 5, 6].map((attempt) => pauseBefore(attempt, null, limits, 0, () => 1));
    expect(longest).toEqual([100, 200, 400, 800, 1000, 1000]);
    expect(pauseBefore(3, null, limits, 0, () => 0)).toBe(0);
  });
  it('are what the server asks for, unless it asks for too much', () => {
    expect(pauseBefore(1, '1', limits, 0, () => 1)).toBe(1000);
    expect(pauseBefore(1, '2', limits, 0, () => 1)).toBeUndefined();
    const now = Date.parse('2026-03-01T10:00:00Z');
    expect(retryAfterMs('Sun, 01 Mar 2026 10:00:05 GMT', now)).toBe(5000);
    expect(retryAfterMs('Sun, 01 Mar 2026 09:00:00 GMT', now)).toBe(0);
    expect(retryAfterMs('soon', now)).toBeUndefined();
  });
  it('are made only for statuses that say nothing was done', () => {
    expect([200, 400, 401, 408, 409, 425, 429, 500, 501, 502, 503, 504].filter(mayRepeat)).toEqual([
      429, 502, 503, 504,
    ]);
  });
});

describe('a circuit', () => {
  it('opens after failures in a row, lets one try after the pause, and closes with it', () => {
    let now = 0;
    const circuit = new CircuitBreaker({ failures: 3, openMs: 100 }, () => now);
    circuit.note('a', 'failed');
    circuit.note('a', 'failed');
    circuit.note('a', 'answered');
    for (let index = 0; index < 3; index++) {
      expect(circuit.waitFor('a')).toBe(0);
      circuit.note('a', 'failed');
    }
    expect(circuit.waitFor('a')).toBe(100);
    expect(circuit.waitFor('b')).toBe(0);
    now = 100;
    expect(circuit.waitFor('a')).toBe(0);
    expect(circuit.waitFor('a')).toBeGreaterThan(0);
    circuit.note('a', 'failed');
    expect(circuit.waitFor('a')).toBe(100);
    now = 200;
    expect(circuit.waitFor('a')).toBe(0);
    circuit.note('a', 'cancelled');
    expect(circuit.waitFor('a')).toBe(0);
    circuit.note('a', 'answered');
    expect(circuit.waitFor('a')).toBe(0);
    expect(circuit.waitFor('a')).toBe(0);
  });
});

describe('the redactor', () => {
  const secret = 'p"ä/ s+%';
  const redactor = new Redactor();
  redactor.add(secret);
  redactor.add('ab');

  it.each([
    ['as it is', secret],
    ['percent-encoded', encodeURIComponent(secret)],
    ['form-encoded', new URLSearchParams({ v: secret }).toString()],
    ['in JSON', JSON.stringify({ v: secret })],
    ['in base64', Buffer.from(secret).toString('base64')],
  ])('takes a secret out %s', (_, text) => {
    expect(redactor.text(`x${text}y`)).toContain('[redacted]');
    expect(redactor.text(`x${text}y`)).not.toContain(text);
  });

  it('cleans values, keys and secret headers, and leaves what is no secret', () => {
    expect(redactor.value({ a: [{ [secret]: secret }], b: 1, c: null, d: 'abc' })).toEqual({
      a: [{ '[redacted]': '[redacted]' }],
      b: 1,
      c: null,
      d: 'abc',
    });
    expect(redactor.headers({ Authorization: 'x', Cookie: 'y', 'X-CSRF-Token': 'z', Accept: `a ${secret}` })).toEqual({
      authorization: '[redacted]',
      cookie: '[redacted]',
      'x-csrf-token': '[redacted]',
      accept: 'a [redacted]',
    });
  });
});

it('the hash of a plan covers method, address, headers and body, whatever the order of headers', () => {
  const request = { method: 'POST', url: 'https://erp.example/a', headers: { b: '1', a: '2' }, body: '{}' };
  const base = hashOf([request]);
  expect(hashOf([{ ...request, headers: { A: '2', b: '1' } }])).toBe(base);
  const others = [{ method: 'PUT' }, { url: 'https://erp.example/b' }, { headers: { b: '1' } }, { body: '{ }' }];
  expect(
    new Set([base, ...others.map((other) => hashOf([{ ...request, ...other }])), hashOf([request, request])]).size,
  ).toBe(6);
});

it('lanes keep the number of requests to a host, in order', async () => {
  const lanes = new HostLanes(2);
  const order: number[] = [];
  let busy = 0;
  let most = 0;
  const task = (index: number) => async (): Promise<number> => {
    most = Math.max(most, ++busy);
    await Promise.resolve();
    busy -= 1;
    order.push(index);
    if (index === 1) throw new Error('one fails');
    return index;
  };
  const results = await Promise.allSettled([0, 1, 2, 3, 4].map((index) => lanes.run('a', task(index))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
  expect(await lanes.run('a', async () => 'free')).toBe('free');
});
