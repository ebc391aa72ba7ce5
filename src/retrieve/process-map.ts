import type { UnitName } from './unit.ts';

/** A way through a process from one step to another; `steps` are places in `ProcessMap.activities`. */
export interface Stretch {
  readonly steps: readonly number[];
  /** Units behind the steps, each once, in order. */
  readonly units: readonly number[];
}

/** A step or event of a process as expansion needs it. */
export interface MappedActivity extends UnitName {
  readonly process: number;
  /** Places of the EntitySets behind it among the searched units; a step that invokes nothing has none. */
  readonly units: readonly number[];
  /** Neighbours along HAS_NEXT, events included. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** The nearest steps after it that invoke something; none for a step that invokes nothing itself. */
  readonly next: readonly number[];
}

/** Processes and their steps as they are kept. */
export interface ProcessMapData {
  readonly processes: readonly UnitName[];
  readonly activities: readonly MappedActivity[];
}

const longestStretch = 14;
const mostStretches = 600;

/** The processes laid out for expansion: what invokes what, what follows what, and every stretch that a request may mean. */
export class ProcessMap {
  readonly data: ProcessMapData;
  readonly activitiesOf: readonly (readonly number[])[];
  readonly #stretches = new Map<number, readonly Stretch[]>();

  constructor(data: ProcessMapData) {
    this.data = data;
    const activitiesOf: number[][] = data.processes.map(() => []);
    for (const [at, { process }] of data.activities.entries()) activitiesOf[process]?.push(at);
    this.activitiesOf = activitiesOf;
  }

  get processes(): readonly UnitName[] {
    return this.data.processes;
  }

  get activities(): readonly MappedActivity[] {
    return this.data.activities;
  }

  /** Every stretch of a process, bounded in length and number; made when first asked for. */
  stretches(process: number): readonly Stretch[] {
    let stretches = this.#stretches.get(process);
    if (stretches === undefined) {
      stretches = this.#enumerate(process);
      this.#stretches.set(process, stretches);
    }
    return stretches;
  }

  #enumerate(process: number): Stretch[] {
    const steps = (this.activitiesOf[process] ?? []).filter((at) => (this.activities[at]?.units.length ?? 0) > 0);
    const share = Math.ceil(mostStretches / Math.max(1, steps.length));
    return steps.flatMap((start) => {
      const paths: number[][] = [[start]];
      for (let at = 0; at < paths.length && paths.length < share; at++) {
        const path = paths[at] ?? [];
        if (path.length >= longestStretch) continue;
        for (const next of this.activities[path[path.length - 1] ?? start]?.next ?? []) {
          if (!path.includes(next) && paths.length < share) paths.push([...path, next]);
        }
      }
      return paths.map((path) => ({
        steps: path,
        units: [...new Set(path.flatMap((at) => this.activities[at]?.units ?? []))],
      }));
    });
  }
}
