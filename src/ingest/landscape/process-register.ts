import type { GraphPatch } from '../../graph/index.ts';
import type { Source } from './read-landscape.ts';

/** Keeps process ids unique over files: the first file wins, a second process of that id is left out with all its steps. */
export class ProcessRegister {
  readonly #owners = new Map<string, string>();

  admit(source: Source): void {
    const clashes = new Set<string>();
    for (const { kind, id } of source.patch.nodes) {
      if (kind !== 'Process') continue;
      const owner = this.#owners.get(id);
      if (owner === undefined) {
        this.#owners.set(id, source.path);
        continue;
      }
      clashes.add(id);
      source.findings.push({
        rule: 'duplicate-process',
        severity: 'error',
        path: source.path,
        message: `The process ${id} stands in ${owner} already.`,
        effect: 'The first one is kept, this one is left out with all its steps; give it another id.',
      });
    }
    if (clashes.size > 0) source.patch = without(source.patch, clashes);
  }
}

function without({ nodes, edges }: GraphPatch, processes: ReadonlySet<string>): GraphPatch {
  const dropped = (id: string) => processes.has(id.split('/', 1)[0] ?? '');
  return {
    nodes: nodes.filter(({ id }) => !dropped(id)),
    edges: edges.filter(({ from, to }) => !dropped(from) && !dropped(to)),
  };
}
