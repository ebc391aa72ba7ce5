import { pairedBootstrap, permutationTest } from '../retrieval/statistics.ts';
import type { RunResult } from './run-task.ts';

/** Figures of a set of runs; means are over runs. */
export interface AgentFigures {
  readonly runs: number;
  /** Share of runs in which everything expected was accepted, in order, and nothing else was written. */
  readonly completion: number;
  /** Mean share of a task's expected calls that were accepted in order. */
  readonly partial: number;
  /** Share of all expected calls that were accepted in order. */
  readonly callsAccepted: number;
  readonly callsPerRun: number;
  readonly invalidCallsPerRun: number;
  /** Share of runs with at least one call that the mock refused. */
  readonly runsWithInvalidCall: number;
  /** Codes of no list that reached the mock, in all runs. */
  readonly inventedCodes: number;
  readonly wrongCodes: number;
  /** Names that do not exist, or must not or have to be given, in all runs. */
  readonly invalidKeys: number;
  /** Calls that were stopped before sending, per run. */
  readonly blockedBeforeSending: number;
  readonly blockedByRule: Readonly<Record<string, number>>;
  readonly tokensPerRun: number;
  readonly secondsPerRun: number;
  readonly stepsPerRun: number;
}

/** A comparison of two conditions on the same tasks; `difference` is mean(a) - mean(b). */
export interface ConditionTest {
  readonly metric: string;
  readonly a: string;
  readonly b: string;
  readonly difference: number;
  readonly ci95: readonly [number, number];
  /** Paired bootstrap over tasks. */
  readonly p: number;
  /** Paired permutation test over tasks. */
  readonly pPermutation: number;
}

/** The JSON of `groundrail eval agent`. */
export interface AgentReport {
  readonly n: number;
  readonly seed: number;
  readonly conditions: Readonly<
    Record<string, AgentFigures & { readonly byKind: Readonly<Record<string, AgentFigures>> }>
  >;
  readonly tests: readonly ConditionTest[];
  /** One line a run, with the trace that holds its transcript. */
  readonly results: readonly RunResult[];
}

/** Codes of writes under one condition, in all runs. */
export interface ElicitationFigures {
  readonly runs: number;
  readonly codes: number;
  readonly right: number;
  readonly wrong: number;
  readonly invented: number;
  readonly missing: number;
  /** Share of the expected codes that were right. */
  readonly accuracy: number;
  readonly runsWithInventedCode: number;
  readonly invalidKeys: number;
  readonly runsWithInvalidKey: number;
}

/** The JSON of `groundrail eval elicitation`. */
export interface ElicitationReport {
  readonly n: number;
  readonly seed: number;
  readonly conditions: Readonly<Record<string, ElicitationFigures>>;
  readonly tests: readonly ConditionTest[];
}

/** Sums up the runs of an evaluation and compares every condition with the first. */
export function reportAgent(
  n: number,
  conditions: readonly string[],
  results: readonly RunResult[],
  seed: number,
): AgentReport {
  const kinds = [...new Set(results.map(({ kind }) => kind))].sort();
  const byCondition = conditions.map((condition) => {
    const own = results.filter((result) => result.condition === condition);
    const byKind = kinds.map((kind) => [kind, figuresOf(own.filter((result) => result.kind === kind))] as const);
    return [condition, { ...figuresOf(own), byKind: Object.fromEntries(byKind) }] as const;
  });
  const metrics = {
    completion: ({ completed }: RunResult) => Number(completed),
    partial: shareMet,
    invalidCalls: ({ invalidCalls }: RunResult) => invalidCalls,
  };
  return {
    n,
    seed,
    conditions: Object.fromEntries(byCondition),
    tests: testsOf(conditions, results, metrics, seed),
    results: [...results].sort((a, b) => (orderOf(a, conditions) < orderOf(b, conditions) ? -1 : 1)),
  };
}

/** Sums up what became of codes. */
export function reportElicitation(
  n: number,
  conditions: readonly string[],
  results: readonly RunResult[],
  seed: number,
): ElicitationReport {
  const byCondition = conditions.map((condition) => {
    const own = results.filter((result) => result.condition === condition);
    const total = (read: (result: RunResult) => number): number => own.reduce((sum, result) => sum + read(result), 0);
    const codes = total(({ elicitation }) => elicitation.expected);
    const right = total(({ elicitation }) => elicitation.right);
    const figures: ElicitationFigures = {
      runs: own.length,
      codes,
      right,
      wrong: total(({ elicitation }) => elicitation.wrong),
      invented: total(({ elicitation }) => elicitation.invented),
      missing: total(({ elicitation }) => elicitation.missing),
      accuracy: codes === 0 ? 0 : right / codes,
      runsWithInventedCode: mean(own.map(({ inventedCodes }) => Number(inventedCodes > 0))),
      invalidKeys: total(({ invalidKeys }) => invalidKeys),
      runsWithInvalidKey: mean(own.map(({ invalidKeys }) => Number(invalidKeys > 0))),
    };
    return [condition, figures] as const;
  });
  const metrics = {
    accuracy: ({ elicitation: { right, expected } }: RunResult) => (expected === 0 ? 0 : right / expected),
    inventedCodes: ({ inventedCodes }: RunResult) => inventedCodes,
    invalidKeys: ({ invalidKeys }: RunResult) => invalidKeys,
  };
  return { n, seed, conditions: Object.fromEntries(byCondition), tests: testsOf(conditions, results, metrics, seed) };
}

function figuresOf(runs: readonly RunResult[]): AgentFigures {
  const blockedByRule: Record<string, number> = {};
  for (const { blocked } of runs)
    for (const [rule, times] of Object.entries(blocked)) blockedByRule[rule] = (blockedByRule[rule] ?? 0) + times;
  const expected = runs.reduce((sum, { met }) => sum + met.length, 0);
  const met = runs.reduce((sum, result) => sum + result.met.filter(Boolean).length, 0);
  return {
    runs: runs.length,
    completion: mean(runs.map(({ completed }) => Number(completed))),
    partial: mean(runs.map(shareMet)),
    callsAccepted: expected === 0 ? 0 : met / expected,
    callsPerRun: mean(runs.map(({ calls }) => calls)),
    invalidCallsPerRun: mean(runs.map(({ invalidCalls }) => invalidCalls)),
    runsWithInvalidCall: mean(runs.map(({ invalidCalls }) => Number(invalidCalls > 0))),
    inventedCodes: runs.reduce((sum, { inventedCodes }) => sum + inventedCodes, 0),
    wrongCodes: runs.reduce((sum, { wrongCodes }) => sum + wrongCodes, 0),
    invalidKeys: runs.reduce((sum, { invalidKeys }) => sum + invalidKeys, 0),
    blockedBeforeSending: mean(
      runs.map(({ blocked }) => Object.values(blocked).reduce((sum, times) => sum + times, 0)),
    ),
    blockedByRule,
    tokensPerRun: mean(runs.map(({ tokens }) => tokens)),
    secondsPerRun: mean(runs.map(({ seconds }) => seconds)),
    stepsPerRun: mean(runs.map(({ steps }) => steps)),
  };
}

function testsOf(
  conditions: readonly string[],
  results: readonly RunResult[],
  metrics: Readonly<Record<string, (result: RunResult) => number>>,
  seed: number,
): ConditionTest[] {
  const [first, ...others] = conditions;
  if (first === undefined) return [];
  return others.flatMap((other) =>
    Object.entries(metrics).map(([metric, read]): ConditionTest => {
      const [a, b] = pairedByTask(results, first, other, read);
      const { difference, ci95, p } = pairedBootstrap(a, b, seed);
      return { metric, a: first, b: other, difference, ci95, p, pPermutation: permutationTest(a, b, seed) };
    }),
  );
}

/** Means over the runs of every task that both conditions ran, in the same order. */
function pairedByTask(
  results: readonly RunResult[],
  a: string,
  b: string,
  read: (result: RunResult) => number,
): [number[], number[]] {
  const of = (condition: string, task: string): number[] =>
    results.filter((result) => result.condition === condition && result.task === task).map(read);
  const tasks = [...new Set(results.map(({ task }) => task))].sort();
  const both = tasks
    .map((task) => [of(a, task), of(b, task)] as const)
    .filter(([x, y]) => x.length > 0 && y.length > 0);
  return [both.map(([x]) => mean(x)), both.map(([, y]) => mean(y))];
}

function shareMet({ met }: RunResult): number {
  return met.length === 0 ? 0 : met.filter(Boolean).length / met.length;
}

function orderOf({ condition, task, run }: RunResult, conditions: readonly string[]): string {
  return `${String(conditions.indexOf(condition)).padStart(3, '0')} ${task} ${String(run).padStart(4, '0')}`;
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
