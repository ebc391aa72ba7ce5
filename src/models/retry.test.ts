import { describe, expect, it } from 'vitest';
import { type RetryPolicy, retry, retryAfterMs, TransientError } from './retry.ts';

function policy(random = 1) {
  const slept: number[] = [];
  const value: RetryPolicy = {
    attempts: 4,
    firstDelayMs: 100,
    longestDelayMs: 1_000,
    sleep: async (ms) => {
      slept.push(ms);
    },
    random: () => random,
  };
  return { slept, value };
}

/** Fails `failures` times, then returns the number of the attempt. */
function failing(failures: number, error: () => Error) {
  let attempts = 0;
  return async () => {
    attempts++;
    if (attempts <= failures) throw error();
    return attempts;
  };
}

describe('retry', () => {
  it('repeats with doubled pauses', async () => {
    const { slept, value } = policy();
    expect(
      await retry(
        failing(3, () => new TransientError('busy')),
        value,
      ),
    ).toBe(4);
    expect(slept).toEqual([100, 200, 400]);
  });

  it('leaves out a random half of each pause', async () => {
    const { slept, value } = policy(0);
    await retry(
      failing(2, () => new TransientError('busy')),
      value,
    );
    expect(slept).toEqual([50, 100]);
  });

  it('waits at least as long as the server asked for, but no longer than the longest pause', async () => {
    const { slept, value } = policy();
    await retry(
      failing(2, () => new TransientError('busy', { afterMs: 850 })),
      value,
    );
    expect(slept).toEqual([950, 1_000]);
  });

  it('does not wait for a server that asks for too much', async () => {
    const { slept, value } = policy();
    await expect(
      retry(
        failing(1, () => new TransientError('busy', { afterMs: 3_600_000 })),
        value,
      ),
    ).rejects.toThrow('busy');
    expect(slept).toEqual([]);
  });

  it('throws the last error when the attempts are used up', async () => {
    const { slept, value } = policy();
    let number = 0;
    await expect(
      retry(
        failing(9, () => new TransientError(`failure ${++number}`)),
        value,
      ),
    ).rejects.toThrow('failure 4');
    expect(slept).toHaveLength(3);
  });

  it('never repeats another error', async () => {
    const { slept, value } = policy();
    await expect(
      retry(
        failing(1, () => new Error('wrong')),
        value,
      ),
    ).rejects.toThrow('wrong');
    expect(slept).toEqual([]);
  });
});

describe('retryAfterMs', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    [null, undefined],
    ['', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['0', 0],
    ['120', 120_000],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ])('reads %j as %s', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});
