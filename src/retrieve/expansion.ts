import type { ProcessReading } from './process-fit.ts';
import type { ProcessMap } from './process-map.ts';

/** Where in which process a unit was met. */
export interface ProcessPlace {
  readonly process: number;
  readonly activity: number;
  readonly share: number;
}

/** What the processes add to the units: `value` 0 to 1 is the probability that the request needs the unit as one of its steps. */
export interface ProcessExpansion {
  readonly value: Float32Array;
  /** The place that adds most to a unit's value. */
  readonly places: ReadonlyMap<number, ProcessPlace>;
}

/** What the relevance of a step counts beside the probability of the stretches it lies in. */
const relevanceShare = 0.15;

/** Spreads the probability of processes and stretches over the units behind their steps. */
export function expandProcesses(readings: readonly ProcessReading[], map: ProcessMap, size: number): ProcessExpansion {
  const value = new Float32Array(size);
  const places = new Map<number, ProcessPlace>();
  const shares = new Float64Array(size);
  const isShared = new Uint8Array(size);
  for (const { process, probability, stretches, stretchProbabilities, relevance } of readings) {
    const shared: number[] = [];
    for (const [at, { units }] of stretches.entries()) {
      const share = stretchProbabilities[at] ?? 0;
      for (const unit of units) {
        shares[unit] = (shares[unit] as number) + share;
        if (isShared[unit] === 1) continue;
        isShared[unit] = 1;
        shared.push(unit);
      }
    }
    const activities = bestActivities(relevance, map);
    for (const unit of shared) {
      const { activity, worth } = activities.get(unit) ?? { activity: -1, worth: 0 };
      const added = probability * ((shares[unit] as number) + relevanceShare * worth);
      shares[unit] = 0;
      isShared[unit] = 0;
      value[unit] = (value[unit] as number) + added;
      if (added > (places.get(unit)?.share ?? 0)) places.set(unit, { process, activity, share: added });
    }
  }
  return { value, places };
}

/** The most relevant activity of a process that brings each unit in; the first where several are. */
function bestActivities(
  relevance: ReadonlyMap<number, number>,
  map: ProcessMap,
): Map<number, { activity: number; worth: number }> {
  const found = new Map<number, { activity: number; worth: number }>();
  for (const [activity, worth] of relevance) {
    for (const unit of map.activities[activity]?.units ?? []) {
      const known = found.get(unit);
      if (known === undefined || worth > known.worth) found.set(unit, { activity, worth });
    }
  }
  return found;
}

/** Navigation between the sets of a service, as places of units; `children` are the sets that each one leads to. */
export class NavigationMap {
  readonly children: readonly (readonly number[])[];
  readonly #parents: readonly (readonly number[])[];

  constructor(children: readonly (readonly number[])[]) {
    this.children = children;
    const parents: number[][] = children.map(() => []);
    for (const [from, targets] of children.entries()) for (const to of targets) parents[to]?.push(from);
    this.#parents = parents;
  }

  /**
   * What navigation adds from the best units: `child` is the worth of the best unit that leads to a unit, `parent` of the best one it leads to.
   * Worth is 1 for the unit with the highest score and falls with the exponential of the distance.
   */
  expand(
    scores: Float32Array,
    seeds: readonly number[],
  ): { child: Map<number, Reached>; parent: Map<number, Reached> } {
    const child = new Map<number, Reached>();
    const parent = new Map<number, Reached>();
    const top = scores[seeds[0] ?? 0] ?? 0;
    for (const seed of seeds) {
      const worth = Math.exp((scores[seed] ?? 0) - top);
      reach(child, this.children[seed] ?? [], seed, worth);
      reach(parent, this.#parents[seed] ?? [], seed, worth);
    }
    return { child, parent };
  }
}

/** A unit reached from a seed. */
export interface Reached {
  readonly worth: number;
  readonly from: number;
}

const widestFan = 60;

function reach(found: Map<number, Reached>, targets: readonly number[], from: number, worth: number): void {
  for (const target of targets.slice(0, widestFan)) {
    if (worth > (found.get(target)?.worth ?? 0)) found.set(target, { worth, from });
  }
}
