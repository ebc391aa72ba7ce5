import type { Process } from '../api/answers.ts';

/** A step that somebody or something does. */
export type Step = Process['activities'][number];

/** The steps of a process that are work, not events, in the order in which it takes them; a loop is entered once. */
export function workInOrder({ activities, flow }: Process): Step[] {
  const next = new Map<string, string[]>();
  const waits = new Map(activities.map(({ id }) => [id, 0]));
  for (const { from, to } of flow) {
    next.set(from, [...(next.get(from) ?? []), to]);
    waits.set(to, (waits.get(to) ?? 0) + 1);
  }
  const byId = new Map(activities.map((step) => [step.id, step]));
  const order: Step[] = [];
  const taken = new Set<string>();
  const ready = activities.filter(({ id }) => waits.get(id) === 0).map(({ id }) => id);
  while (taken.size < activities.length) {
    const id = ready.shift() ?? firstEntered(activities, taken, flow);
    const step = byId.get(id);
    if (step === undefined || taken.has(id)) continue;
    taken.add(id);
    order.push(step);
    const followers = (next.get(id) ?? []).filter((follower) => {
      const left = (waits.get(follower) ?? 0) - 1;
      waits.set(follower, left);
      return left === 0;
    });
    ready.unshift(...followers);
  }
  return order.filter(({ type }) => /task$|^callActivity$/i.test(type));
}

/** Where everything waits for something in a loop: the first step that what was taken leads to, else the first one left. */
function firstEntered(activities: readonly Step[], taken: ReadonlySet<string>, flow: Process['flow']): string {
  const entered = flow.find(({ from, to }) => taken.has(from) && !taken.has(to));
  return entered?.to ?? activities.find(({ id }) => !taken.has(id))?.id ?? '';
}

/** Some steps around the marked ones, and how many were left out on either side. */
export function stepsAround(
  steps: readonly Step[],
  isMarked: (step: Step) => boolean,
  most: number,
): { before: number; shown: readonly Step[]; after: number } {
  if (steps.length <= most) return { before: 0, shown: steps, after: 0 };
  const at = Math.max(0, steps.findIndex(isMarked));
  const start = Math.max(0, Math.min(at - Math.floor(most / 2), steps.length - most));
  return { before: start, shown: steps.slice(start, start + most), after: steps.length - start - most };
}
