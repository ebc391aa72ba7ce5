import type { Step } from './driver.ts';

/** What a stop condition looks at. After a resume the figures are those since then, so that a stopped run can go on. */
export interface Progress {
  readonly steps: readonly Step[];
  readonly tokens: number;
  readonly elapsedMs: number;
}

/** Why a run was stopped; `sentence` is for people. */
export interface Stop {
  readonly reason: string;
  readonly sentence: string;
}

/** A predicate that is asked before every turn: a stop ends the run there, undefined lets it go on. Pure. */
export type StopCondition = (progress: Progress) => Stop | undefined;

/** Stops after so many turns. */
export function maxSteps(most: number): StopCondition {
  return ({ steps }) => (steps.length < most ? undefined : stop('steps', `${most} turns were not enough`));
}

/** Stops once turns have used so many tokens, input and output together. */
export function maxTokens(most: number): StopCondition {
  return ({ tokens }) =>
    tokens < most ? undefined : stop('tokens', `${tokens} tokens were used, ${most} are allowed`);
}

/** Stops after so long; a turn or call under way is not interrupted by it. */
export function maxTime(mostMs: number): StopCondition {
  return ({ elapsedMs }) =>
    elapsedMs < mostMs ? undefined : stop('time', `it took longer than ${Math.round(mostMs / 1000)} seconds`);
}

/** Stops once the same call was made so many times in a row, other calls of the same turns left aside. */
export function repeatedCall(times: number): StopCondition {
  return ({ steps }) => {
    const last = steps.slice(-(times - 1));
    if (last.length < times - 1) return undefined;
    const circling = last.every(
      ({ observations }) => observations.length > 0 && observations.every(({ repeats }) => repeats !== undefined),
    );
    return circling ? stop('repeated-call', `the same calls were made ${times} times`) : undefined;
  };
}

/** Stops after so many turns in a row of which nothing new came: no call, or only failed and repeated ones. */
export function noProgress(turns: number): StopCondition {
  return ({ steps }) => {
    const last = steps.slice(-turns);
    if (last.length < turns) return undefined;
    const idle = last.every(({ observations }) =>
      observations.every(({ ok, repeats }) => !ok || repeats !== undefined),
    );
    return idle ? stop('no-progress', `the last ${turns} turns brought nothing new`) : undefined;
  };
}

/** The conditions of a run that was given none. */
export const defaultStopConditions: readonly StopCondition[] = [
  maxSteps(40),
  maxTokens(1_000_000),
  maxTime(30 * 60_000),
  repeatedCall(4),
  noProgress(6),
];

/** The first stop that a condition asks for. */
export function firstStop(conditions: readonly StopCondition[], progress: Progress): Stop | undefined {
  for (const condition of conditions) {
    const found = condition(progress);
    if (found !== undefined) return found;
  }
  return undefined;
}

function stop(reason: string, clause: string): Stop {
  return { reason, sentence: `The run was stopped: ${clause}.` };
}
