import type { Graph, GraphNode } from '../../graph/index.ts';

/** A bound activity as seen from another one. */
export interface ProcessStep {
  readonly process: string;
  readonly activity: string;
  readonly name?: string;
  /** EntitySet ids and Operation ids behind the activity, with the operation that it does there. */
  readonly invokes: readonly Invocation[];
}

/** What an activity calls. */
export interface Invocation {
  readonly kind: 'EntitySet' | 'Operation';
  readonly id: string;
  readonly operation: string;
}

/** Sub-processes inside each other that a walk passes; deeper ones are cyclic references. */
const MAX_NESTING = 32;

const indexes = new WeakMap<Graph, ProcessIndex>();

/**
 * The bound activities before and after an activity. Unbound ones are passed through, borders of sub-processes are crossed
 * (in by their entries, out by their ends), and a boundary event follows the activity that it is attached to.
 */
export class ProcessIndex {
  readonly #graph: Graph;
  readonly #processOf = new Map<string, string>();
  readonly #children = new Map<string, string[]>();
  readonly #boundary = new Map<string, string[]>();
  readonly #steps = new Map<string, readonly ProcessStep[]>();

  constructor(graph: Graph) {
    this.#graph = graph;
    for (const edge of graph.edges('HAS_ACTIVITY'))
      if (edge.toKind === 'Activity') this.#processOf.set(edge.to, edge.from);
    for (const { id, attributes } of graph.nodes('Activity')) {
      const { parent, attachedTo } = attributes;
      if (parent !== undefined) append(this.#children, this.#resolve(id, parent), id);
      if (attachedTo !== undefined) append(this.#boundary, this.#resolve(id, attachedTo), id);
    }
  }

  /** The index of a graph, the same one for the same graph. */
  static of(graph: Graph): ProcessIndex {
    let index = indexes.get(graph);
    if (index === undefined) {
      index = new ProcessIndex(graph);
      indexes.set(graph, index);
    }
    return index;
  }

  /** The activities that invoke an EntitySet or Operation. */
  stepsInvoking(kind: 'EntitySet' | 'Operation', id: string): ProcessStep[] {
    const activities = new Set(this.#graph.in('INVOKES', { kind, id }).map((edge) => edge.from));
    return [...activities].map((activity) => this.step(activity));
  }

  step(activity: string): ProcessStep {
    const node = this.#graph.node('Activity', activity);
    const process = this.#processOf.get(activity) ?? activity.slice(0, Math.max(0, activity.indexOf('/')));
    const invokes = this.#graph.out('INVOKES', { kind: 'Activity', id: activity }).map((edge) => ({
      kind: edge.toKind === 'Operation' ? ('Operation' as const) : ('EntitySet' as const),
      id: edge.to,
      operation: edge.attributes.operation,
    }));
    return { process, activity, ...(node?.attributes.name !== undefined && { name: node.attributes.name }), invokes };
  }

  /** The nearest bound activities in a direction, in the order of the model. */
  neighbours(activity: string, direction: 'before' | 'after'): readonly ProcessStep[] {
    const key = `${direction} ${activity}`;
    let steps = this.#steps.get(key);
    if (steps === undefined) {
      steps = this.#walk(activity, direction);
      this.#steps.set(key, steps);
    }
    return steps;
  }

  #walk(start: string, direction: 'before' | 'after'): ProcessStep[] {
    const seen = new Set([start]);
    const found: ProcessStep[] = [];
    const queue = [start];
    for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
      for (const next of direction === 'after' ? this.#after(at) : this.#before(at)) {
        if (seen.has(next)) continue;
        seen.add(next);
        const step = this.step(next);
        if (step.invokes.length > 0) found.push(step);
        else queue.push(next);
      }
    }
    return found;
  }

  #after(activity: string, depth = 0): string[] {
    const node = this.#graph.node('Activity', activity);
    const next = this.#graph.out('HAS_NEXT', { kind: 'Activity', id: activity }).map((edge) => edge.to);
    const parent = this.#parent(node);
    const leaving =
      next.length === 0 && parent !== undefined && depth < MAX_NESTING ? this.#after(parent, depth + 1) : [];
    return [...next, ...(this.#boundary.get(activity) ?? []), ...leaving].flatMap((id) => this.#entered(id, 'after'));
  }

  #before(activity: string, depth = 0): string[] {
    const node = this.#graph.node('Activity', activity);
    const previous = this.#graph.in('HAS_NEXT', { kind: 'Activity', id: activity }).map((edge) => edge.from);
    const parent = this.#parent(node);
    const attachedTo = node?.attributes.attachedTo;
    if (attachedTo !== undefined) previous.push(this.#resolve(activity, attachedTo));
    const leaving =
      previous.length === 0 && parent !== undefined && depth < MAX_NESTING ? this.#before(parent, depth + 1) : [];
    return [...previous, ...leaving].flatMap((id) => this.#entered(id, 'before'));
  }

  /** A sub-process stands for its first activities when walking on, for its last when walking back. */
  #entered(id: string, direction: 'before' | 'after', depth = 0): string[] {
    const children = this.#children.get(id) ?? [];
    const ends = children.filter((child) => {
      const { type, attachedTo, entry } = this.#graph.node('Activity', child)?.attributes ?? { type: '' };
      if (attachedTo !== undefined) return false;
      if (direction === 'before') return this.#graph.out('HAS_NEXT', { kind: 'Activity', id: child }).length === 0;
      return (
        entry === true ||
        type === 'startEvent' ||
        this.#graph.in('HAS_NEXT', { kind: 'Activity', id: child }).length === 0
      );
    });
    if (ends.length === 0 || depth > MAX_NESTING || this.step(id).invokes.length > 0) return [id];
    return ends.flatMap((end) => this.#entered(end, direction, depth + 1));
  }

  #parent(node: GraphNode<'Activity'> | undefined): string | undefined {
    const parent = node?.attributes.parent;
    return node === undefined || parent === undefined ? undefined : this.#resolve(node.id, parent);
  }

  /** `parent` and `attachedTo` may be written as node id or as the element's id inside the process. */
  #resolve(activity: string, reference: string): string {
    if (this.#graph.node('Activity', reference) !== undefined) return reference;
    return `${this.#processOf.get(activity) ?? activity.slice(0, activity.indexOf('/'))}/${reference}`;
  }
}

function append(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
