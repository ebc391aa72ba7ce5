import type { BindingProposal, Process } from '../api/answers.ts';

/** A step of a process. */
export type Step = Process['activities'][number];

/** Whether something stands behind a step: a call, a proposal for one, or nothing that could. */
export type Binding = 'bound' | 'proposed' | 'none';

/** What is known of a process and what may be behind its open steps, by the ids of its BPMN file. */
export interface Steps {
  readonly process: Process;
  readonly proposals: ReadonlyMap<string, BindingProposal>;
  /** Step by the id of its element in the file. */
  readonly byElement: ReadonlyMap<string, Step>;
}

/** Steps and proposals by element. */
export function stepsOf(process: Process, proposals: readonly BindingProposal[]): Steps {
  return {
    process,
    proposals: new Map(proposals.map((proposal) => [proposal.activity, proposal])),
    byElement: new Map(process.activities.map((step) => [elementOf(process, step.id), step])),
  };
}

/** Id of the element of the BPMN file that an activity was read from. */
export function elementOf(process: Process, activity: string): string {
  return activity.startsWith(`${process.id}/`) ? activity.slice(process.id.length + 1) : activity;
}

/** Whether something stands behind a step. */
export function bindingOf({ process, proposals }: Steps, step: Step): Binding {
  if (step.invokes.length > 0) return 'bound';
  return proposals.has(elementOf(process, step.id)) ? 'proposed' : 'none';
}

/** What a person calls a step. */
export function nameOf(step: Step, process: Process): string {
  return step.name ?? elementOf(process, step.id);
}

/** A BPMN element in words: `userTask` is a user task. */
export function typeInWords({ type, event }: Step): string {
  const words = type.replace(/([A-Z])/g, ' $1').toLowerCase();
  return event === undefined ? words : `${words}, ${event}`;
}
