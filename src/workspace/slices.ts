import { MemoryGraph, node } from '../graph/index.ts';
import type { IndexStore } from '../store/index.ts';

const kept = 64;

/** Parts of the indexed graph, loaded when asked for: a service with the processes around it. The last ones used are kept. */
export class Slices {
  readonly #store: IndexStore;
  readonly #byService = new Map<string, Promise<MemoryGraph>>();
  #processes: Promise<MemoryGraph> | undefined;

  constructor(store: IndexStore) {
    this.#store = store;
  }

  /** Everything that is known of a service, and all processes. */
  service(id: string): Promise<MemoryGraph> {
    const known = this.#byService.get(id) ?? this.#store.graph({ services: [id], processes: true });
    this.#byService.delete(id);
    this.#byService.set(id, known);
    known.catch(() => this.#byService.delete(id));
    const oldest = this.#byService.keys().next().value;
    if (this.#byService.size > kept && oldest !== undefined) this.#byService.delete(oldest);
    return known;
  }

  /** Every service by name alone. */
  async directory(): Promise<MemoryGraph> {
    const units = (await this.#store.units()).filter((unit) => unit.kind === 'Service');
    return MemoryGraph.from({ nodes: units.map((unit) => node('Service', unit.id, { protocol: 'odata' })), edges: [] });
  }

  /** Processes, activities and gateways. */
  processes(): Promise<MemoryGraph> {
    this.#processes ??= this.#store.graph({ processes: true });
    return this.#processes;
  }
}
