import { describe, expect, it } from 'vitest';
import type { Observation, Step } from './driver.ts';
import { firstStop, maxSteps, maxTime, maxTokens, noProgress, type Progress, repeatedCall } from './stop-condition.ts';

type Seen = Pick<Observation, 'ok'> & { repeats?: number };

function progress(steps: Seen[][], rest: Partial<Progress> = {}): Progress {
  const observed = (seen: Seen): Observation => ({
    ...seen,
    callId: 'c',
    tool: 't',
    input: {},
    text: '',
    findings: [],
    durationMs: 0,
  });
  return {
    steps: steps.map(
      (seen, index): Step => ({ number: index + 1, turn: { text: '', calls: [] }, observations: seen.map(observed) }),
    ),
    tokens: 0,
    elapsedMs: 0,
    ...rest,
  };
}

const good = { ok: true };
const bad = { ok: false };
const again = { ok: true, repeats: 1 };

describe('stop conditions', () => {
  it('stop at their limit and not before', () => {
    expect(maxSteps(2)(progress([[good]]))).toBeUndefined();
    expect(maxSteps(2)(progress([[good], [good]]))?.reason).toBe('steps');
    expect(maxTokens(100)(progress([], { tokens: 99 }))).toBeUndefined();
    expect(maxTokens(100)(progress([], { tokens: 120 }))).toEqual({
      reason: 'tokens',
      sentence: 'The run was stopped: 120 tokens were used, 100 are allowed.',
    });
    expect(maxTime(1000)(progress([], { elapsedMs: 999 }))).toBeUndefined();
    expect(maxTime(1000)(progress([], { elapsedMs: 1000 }))?.reason).toBe('time');
  });

  it.each([
    ['fewer steps than asked for', [[again], [again]], undefined],
    ['only repeated calls', [[good], [again], [again], [again]], 'repeated-call'],
    ['something new in between', [[again], [good, again], [again]], undefined],
    ['a turn without a call', [[again], [], [again]], undefined],
  ])('see circles: %s', (_, steps, reason) => {
    expect(repeatedCall(4)(progress(steps))?.reason).toBe(reason);
  });

  it.each([
    ['failures', [[good], [bad], [bad, bad]], 'no-progress'],
    ['failures and repeated calls', [[bad], [again]], 'no-progress'],
    ['turns without a call', [[], []], 'no-progress'],
    ['a success among failures', [[bad], [bad, good]], undefined],
    ['too few turns', [[bad]], undefined],
  ])('see that nothing new comes: %s', (_, steps, reason) => {
    expect(noProgress(2)(progress(steps))?.reason).toBe(reason);
  });

  it('are asked in order, the first stop counts', () => {
    const both = progress([[bad], [bad]], { tokens: 5 });
    expect(firstStop([maxTokens(10), maxSteps(2), noProgress(2)], both)?.reason).toBe('steps');
    expect(firstStop([], both)).toBeUndefined();
  });
});
