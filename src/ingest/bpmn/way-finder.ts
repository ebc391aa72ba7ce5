import type { FlowNode } from './model.ts';
import type { Flow } from './usable-flows.ts';

/** More ways than this from one activity through gateways are not told apart; every flow is then kept at least once. */
export const maxWays = 256;
/** Work that is done for one document, counted in flows looked at and kept. */
const maxSteps = 1_000_000;

/** Flows from an activity through gateways to the next activity. */
export type Way = readonly Flow[];

/** Finds the ways from activities to next activities, within a budget for the whole document. */
export class WayFinder {
  readonly #outgoing: ReadonlyMap<FlowNode, readonly Flow[]>;
  #left = maxSteps;
  #exits: ReadonlyMap<FlowNode, Flow> | undefined;
  /** Flows looked at for the activity at hand. */
  #looked = 0;

  constructor(outgoing: ReadonlyMap<FlowNode, readonly Flow[]>) {
    this.#outgoing = outgoing;
  }

  /** True where the budget is used up; ways found last are not complete then. */
  get exhausted(): boolean {
    return this.#left <= 0;
  }

  /** The ways from an activity; no gateway is passed twice on one. Where there are too many, not all but one for each flow. */
  from(activity: FlowNode): { ways: Way[]; complete: boolean } {
    const ways: Way[] = [];
    this.#looked = 0;
    return this.#follow(activity, [], ways)
      ? { ways, complete: true }
      : { ways: this.#throughEachFlow(activity), complete: false };
  }

  #follow(node: FlowNode, way: Way, ways: Way[]): boolean {
    for (const flow of this.#outgoing.get(node) ?? []) {
      if (ways.length >= maxWays || ++this.#looked > 16 * maxWays || !this.#spend(way.length)) return false;
      const longer = [...way, flow];
      if (flow.to.kind === 'Activity') ways.push(longer);
      else if (!way.some((passed) => passed.from === flow.to) && !this.#follow(flow.to, longer, ways)) return false;
    }
    return true;
  }

  /** For each flow reachable through gateways the shortest way to it and the shortest from it to an activity. */
  #throughEachFlow(from: FlowNode): Way[] {
    const shortest = new Map<FlowNode, Way>([[from, []]]);
    const flows: Flow[] = [];
    for (const [node, way] of shortest) {
      for (const flow of this.#outgoing.get(node) ?? []) {
        if (!this.#spend(way.length)) return [];
        flows.push(flow);
        if (flow.to.kind === 'Gateway' && !shortest.has(flow.to)) shortest.set(flow.to, [...way, flow]);
      }
    }
    const ways: Way[] = [];
    for (const flow of flows) {
      const exit = flow.to.kind === 'Activity' ? [] : this.#wayOut(flow.to);
      if (exit) ways.push([...(shortest.get(flow.from) ?? []), flow, ...exit]);
    }
    return ways;
  }

  /** The shortest way from a gateway to an activity. */
  #wayOut(gateway: FlowNode): Way | undefined {
    this.#exits ??= exitsOf(this.#outgoing);
    const way: Flow[] = [];
    for (let at = gateway; at.kind === 'Gateway'; ) {
      const flow = this.#exits.get(at);
      if (flow === undefined || !this.#spend(0)) return undefined;
      way.push(flow);
      at = flow.to;
    }
    return way;
  }

  #spend(length: number): boolean {
    this.#left -= 1 + length;
    return this.#left > 0;
  }
}

/** For each gateway from which an activity can be reached, the flow to take; found backwards from the activities, the nearest first. */
function exitsOf(outgoing: ReadonlyMap<FlowNode, readonly Flow[]>): ReadonlyMap<FlowNode, Flow> {
  const entering = new Map<FlowNode, Flow[]>();
  const exits = new Map<FlowNode, Flow>();
  for (const flow of [...outgoing.values()].flat()) {
    if (flow.from.kind !== 'Gateway') continue;
    if (flow.to.kind === 'Activity') {
      if (!exits.has(flow.from)) exits.set(flow.from, flow);
      continue;
    }
    const flows = entering.get(flow.to);
    if (flows) flows.push(flow);
    else entering.set(flow.to, [flow]);
  }
  for (const gateway of exits.keys()) {
    for (const flow of entering.get(gateway) ?? []) if (!exits.has(flow.from)) exits.set(flow.from, flow);
  }
  return exits;
}
