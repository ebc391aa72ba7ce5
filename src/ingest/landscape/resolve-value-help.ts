import type { Finding } from '../../base/index.ts';
import {
  edge,
  emptyPatch,
  type Graph,
  type GraphNode,
  type GraphPatch,
  nearestNames,
  node,
  walk,
} from '../../graph/index.ts';
import type { ValueHelpEntry } from './data-files.ts';

/** Finds the properties that value lists of files belong to. One list per property: the first counts, whatever file it stands in. */
export class ValueHelpResolver {
  readonly #graph: Graph;
  readonly #unread: ReadonlySet<string>;
  /** Types by service and then by unqualified and qualified name. */
  readonly #types = new Map<string, Map<string, GraphNode<'EntityType'>>>();
  readonly #taken = new Map<string, string>();

  constructor(graph: Graph, unread: ReadonlySet<string>) {
    this.#graph = graph;
    this.#unread = unread;
    for (const type of graph.nodes('EntityType')) {
      const service = type.id.slice(0, type.id.indexOf('#'));
      const types = this.#types.get(service) ?? new Map<string, GraphNode<'EntityType'>>();
      this.#types.set(service, types);
      types.set(type.id.slice(service.length + 1), type);
      if (!types.has(type.attributes.name)) types.set(type.attributes.name, type);
    }
  }

  /** Nodes and edges of a file's lists; a list for a missing property is an error finding with the nearest names. */
  resolve(entries: readonly ValueHelpEntry[], path: string): { patch: GraphPatch; findings: Finding[] } {
    const patch = emptyPatch();
    const findings: Finding[] = [];
    for (const entry of entries) {
      const property = this.#property(entry);
      if ('problem' in property) {
        findings.push(finding(entry, path, property.problem, property.nearest));
        continue;
      }
      const first = this.#taken.get(property.id);
      if (first !== undefined) {
        findings.push(finding(entry, path, `A list for ${property.id} stands in ${first} already.`, []));
        continue;
      }
      this.#taken.set(property.id, `${path}:${entry.line}`);
      const id = `${property.id}@file`;
      const { fixed, values } = entry;
      patch.nodes.push(node('ValueHelp', id, { origin: 'file', fixed, resolved: true, values }));
      const attributes = { resolved: true, fixed, codes: values.map(({ code }) => code) };
      patch.edges.push(edge('HAS_VALUE_HELP', property, { kind: 'ValueHelp', id }, attributes));
    }
    return { patch, findings };
  }

  #property(entry: ValueHelpEntry): { kind: 'Property'; id: string } | { problem: string; nearest: string[] } {
    const { service, entityType, property } = entry;
    const types = this.#types.get(service);
    if (types === undefined) {
      if (this.#unread.has(service)) return { problem: `The service ${service} could not be read.`, nearest: [] };
      const services = [...this.#graph.nodes('Service')].map(({ id }) => id);
      return { problem: `There is no service ${service}.`, nearest: nearestNames(service, services) };
    }
    const type = types.get(entityType);
    if (type === undefined) {
      const names = [...new Set([...types.values()].map(({ attributes }) => attributes.name))];
      return { problem: `The service ${service} has no type ${entityType}.`, nearest: nearestNames(entityType, names) };
    }
    for (const declaring of [type, ...walk(this.#graph, type, ['EXTENDS'])]) {
      const id = `${declaring.id}/${property}`;
      if (this.#graph.node('Property', id)) return { kind: 'Property', id };
    }
    const names = this.#graph.out('HAS_PROPERTY', type).map(({ to }) => to.slice(type.id.length + 1));
    return {
      problem: `The type ${entityType} of ${service} has no property ${property}.`,
      nearest: nearestNames(property, names),
    };
  }
}

function finding(entry: ValueHelpEntry, path: string, problem: string, nearest: readonly string[]): Finding {
  return {
    rule: 'missing-element',
    severity: 'error',
    path,
    line: entry.line,
    column: entry.column,
    message: nearest.length === 0 ? problem : `${problem.slice(0, -1)}; near to it: ${nearest.join(', ')}.`,
    effect: 'The list is left out.',
    ...(nearest.length > 0 && { allowed: nearest }),
    ...(nearest[0] !== undefined && { suggestion: nearest[0] }),
  };
}
