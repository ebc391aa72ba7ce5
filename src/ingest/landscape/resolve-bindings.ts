import type { Finding } from '../../base/index.ts';
import { edge, type Graph, type GraphEdge, type GraphNode, nearestNames } from '../../graph/index.ts';
import { append } from '../append.ts';
import type { Binding } from '../binding.ts';

const simpleOperations = ['create', 'read', 'update', 'delete'];

/** INVOKES edges and findings, each with the binding that it comes from. */
export interface ResolvedBindings {
  edges: { binding: Binding; edge: GraphEdge<'INVOKES'> }[];
  findings: { binding: Binding; finding: Finding }[];
}

/**
 * INVOKES edges for bindings: to the EntitySet, and for `action:<Name>` to the Operation too, found by name in the whole service.
 * A binding that names something missing is an error finding with the nearest names; what of it can be resolved is kept.
 */
export function resolveBindings(
  bindings: readonly Binding[],
  graph: Graph,
  unread: ReadonlySet<string>,
): ResolvedBindings {
  const resolver = new Resolver(graph, unread);
  const edges: ResolvedBindings['edges'] = [];
  const seen = new Map<string, Binding>();
  for (const binding of bindings) {
    const key = [binding.process, binding.activity, binding.service, binding.entitySet, binding.operation].join('\n');
    const first = seen.get(key);
    if (first)
      resolver.report(binding, 'duplicate-binding', `This binding stands in ${first.path}:${first.line} already.`, []);
    else
      append(
        edges,
        resolver.resolve(binding).map((edge) => ({ binding, edge })),
      );
    seen.set(key, first ?? binding);
  }
  return { edges, findings: resolver.findings };
}

class Resolver {
  readonly findings: ResolvedBindings['findings'] = [];
  readonly #graph: Graph;
  /** Services of the landscape whose metadata is not in the graph. */
  readonly #unread: ReadonlySet<string>;
  readonly #operations = new Map<string, GraphNode<'Operation'>[]>();

  constructor(graph: Graph, unread: ReadonlySet<string>) {
    this.#graph = graph;
    this.#unread = unread;
    for (const operation of graph.nodes('Operation')) {
      const service = operation.id.split(/[/#]/, 1)[0] ?? '';
      const siblings = this.#operations.get(service);
      if (siblings) siblings.push(operation);
      else this.#operations.set(service, [operation]);
    }
  }

  resolve(binding: Binding): GraphEdge<'INVOKES'>[] {
    const activity = this.#activity(binding);
    if (activity === undefined || !this.#hasService(binding)) return [];
    const { service, entitySet, operation } = binding;
    const edges: GraphEdge<'INVOKES'>[] = [];
    if (entitySet !== undefined) {
      const id = `${service}/${entitySet}`;
      const sets = this.#namesIn('EntitySet', `${service}/`);
      if (!this.#graph.node('EntitySet', id))
        this.#missing(binding, `The service ${service} has no EntitySet ${entitySet}`, entitySet, sets);
      else edges.push(edge('INVOKES', activity, { kind: 'EntitySet', id }, { operation }));
    }
    if (operation.startsWith('action:'))
      append(edges, this.#action(binding, activity, operation.slice('action:'.length)));
    else if (simpleOperations.includes(operation)) {
      if (entitySet === undefined)
        this.report(binding, 'binding-incomplete', `A binding with the operation ${operation} needs an entitySet.`, []);
    } else if (this.#graph.node('Operation', `${service}/${operation}`)) {
      edges.push(edge('INVOKES', activity, { kind: 'Operation', id: `${service}/${operation}` }, { operation }));
    } else {
      const known = [...simpleOperations, ...(this.#operations.get(service) ?? []).map(callName)];
      this.#missing(binding, `The operation ${operation} is not known for ${service}`, operation, known);
    }
    return edges;
  }

  #activity(binding: Binding): { kind: 'Activity'; id: string } | undefined {
    const { process, activity } = binding;
    const id = `${process}/${activity}`;
    if (this.#graph.node('Activity', id)) return { kind: 'Activity', id };
    if (!this.#graph.node('Process', process)) {
      const processes = [...this.#graph.nodes('Process')].map((node) => node.id);
      this.#missing(binding, `There is no process ${process}`, process, processes);
    } else if (this.#graph.node('Gateway', id)) {
      this.report(binding, 'missing-element', `${id} is a gateway; only activities can be bound.`, []);
    } else {
      this.#missing(
        binding,
        `The process ${process} has no activity ${activity}`,
        activity,
        this.#namesIn('Activity', `${process}/`),
      );
    }
    return undefined;
  }

  #hasService(binding: Binding): boolean {
    const { service } = binding;
    if (this.#graph.node('Service', service)) return true;
    if (this.#unread.has(service)) {
      this.report(
        binding,
        'missing-element',
        `The service ${service} could not be read, so nothing can be bound to it.`,
        [],
      );
    } else {
      const services = [...this.#graph.nodes('Service')].map((node) => node.id);
      this.#missing(binding, `There is no service ${service}`, service, services);
    }
    return false;
  }

  /** An operation bound to the EntitySet or its type goes before others of that name. */
  #action(binding: Binding, activity: { kind: 'Activity'; id: string }, name: string): GraphEdge<'INVOKES'>[] {
    const { service, entitySet, operation } = binding;
    const operations = this.#operations.get(service) ?? [];
    const named = operations.filter(({ id, attributes }) => attributes.name === name || id === `${service}/${name}`);
    if (named.length === 0) {
      const names = [...new Set(operations.map(({ attributes }) => attributes.name))];
      this.#missing(binding, `The service ${service} has no action or function ${name}`, name, names);
      return [];
    }
    const set = { kind: 'EntitySet', id: `${service}/${entitySet}` } as const;
    const owners = [set, ...this.#graph.out('OF_TYPE', set).map(({ toKind, to }) => ({ kind: toKind, id: to }))];
    const owned = new Set(owners.flatMap((owner) => this.#graph.out('HAS_OPERATION', owner).map(({ to }) => to)));
    const chosen =
      named.find(({ id }) => owned.has(id)) ?? named.find(({ attributes }) => !attributes.bound) ?? named[0];
    return chosen ? [edge('INVOKES', activity, { kind: 'Operation', id: chosen.id }, { operation })] : [];
  }

  #namesIn(kind: 'EntitySet' | 'Activity', prefix: string): string[] {
    return [...this.#graph.nodes(kind)]
      .filter(({ id }) => id.startsWith(prefix))
      .map(({ id }) => id.slice(prefix.length));
  }

  #missing(binding: Binding, problem: string, name: string, candidates: readonly string[]): void {
    this.report(binding, 'missing-element', `${problem}.`, nearestNames(name, candidates));
  }

  report(binding: Binding, rule: string, problem: string, nearest: readonly string[]): void {
    const duplicate = rule === 'duplicate-binding';
    const { path, line, column } = binding;
    const finding: Finding = {
      rule,
      severity: duplicate ? 'warning' : 'error',
      path,
      line,
      column,
      message: nearest.length === 0 ? problem : `${problem.slice(0, -1)}; near to it: ${nearest.join(', ')}.`,
      effect: duplicate ? 'It counts once.' : 'What it names is not bound.',
      ...(nearest.length > 0 && { allowed: nearest }),
      ...(nearest[0] !== undefined && { suggestion: nearest[0] }),
    };
    this.findings.push({ binding, finding });
  }
}

function callName({ id, attributes }: GraphNode<'Operation'>): string {
  return attributes.operationType === 'OpenAPI' ? id.slice(id.indexOf('/') + 1) : `action:${attributes.name}`;
}
