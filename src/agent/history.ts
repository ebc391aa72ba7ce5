import type { Finding } from '../base/index.ts';
import type { Observation, Step } from './driver.ts';

/** The same arguments give the same text, whatever the order of their names. */
export function signatureOf(tool: string, input: unknown): string {
  return `${tool} ${JSON.stringify(sorted(input))}`;
}

/** What was opened and not closed since: plans to submit, writes whose outcome is unknown. */
export function openMatters(observations: readonly Observation[]): string[] {
  const open = new Set<string>();
  for (const { opens, closes } of observations) {
    if (closes !== undefined) open.delete(closes);
    if (opens !== undefined) open.add(opens);
  }
  return [...open];
}

/** A call that was made before, and the step in which it really ran. */
export interface EarlierCall {
  readonly step: number;
  readonly observation: Observation;
}

/**
 * The last observation of the same call that still tells the truth: a read is out of date once something was submitted after it; of a
 * submit, one that succeeded counts before those that failed.
 */
export function earlierCall(
  steps: readonly Pick<Step, 'number' | 'observations'>[],
  effect: Observation['effect'],
  signature: string,
): EarlierCall | undefined {
  let failed: EarlierCall | undefined;
  for (const { number, observations } of [...steps].reverse()) {
    for (const observation of [...observations].reverse()) {
      if (observation.refused === true) continue;
      if (effect !== 'submit' && observation.effect === 'submit') return failed;
      if (observation.effect !== effect || signatureOf(observation.tool, observation.input) !== signature) continue;
      const found = { step: observation.repeats ?? number, observation };
      if (observation.ok || effect !== 'submit') return found;
      failed ??= found;
    }
  }
  return failed;
}

/**
 * Why the task should not be finished yet; undefined where nothing speaks against it. A driver that insists is let through, since
 * only it knows what it cannot do.
 */
export function finishObstacle(steps: readonly Step[]): Finding | undefined {
  const observations = steps.flatMap((step) => step.observations);
  const insists = steps.at(-1)?.observations.at(-1);
  if (insists?.effect === 'finish' && insists.refused === true) return undefined;
  const done = observations.filter(({ ok, effect }) => ok && effect !== 'finish');
  if (done.length === 0) return obstacle('Nothing was looked up or done yet. Work on the task first');
  const open = openMatters(observations);
  if (open.length > 0) return obstacle(`This is not settled: ${open.slice(0, 10).join(', ')}. Settle it`);
  const writes = observations.filter(({ effect }) => effect === 'propose' || effect === 'submit');
  const last = writes.at(-1);
  if (last === undefined || last.ok) return undefined;
  const why = last.findings.find(({ severity }) => severity === 'error')?.message ?? 'see its result';
  return obstacle(`The last ${last.tool} failed: ${why.slice(0, 300)} Repair it`);
}

function obstacle(sentence: string): Finding {
  const message = `${sentence}, or finish again and say what was not done and why.`;
  return { rule: 'finish-early', severity: 'error', path: '', message };
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
