import type { EntitySetAttributes, Graph, GraphNode, OperationAttributes } from '../../graph/index.ts';

/** The protocol families that differ in literals, bodies and batches. */
export type Dialect = 'v2' | 'v3' | 'v4';

/** A structural property as requests need it. */
export interface PropertyShape {
  readonly name: string;
  /** Qualified type as declared. */
  readonly type: string;
  /** The primitive type behind a type definition, else `type` itself. */
  readonly primitive: string;
  readonly collection: boolean;
  readonly isEnum: boolean;
  readonly scale?: number | 'variable' | 'floating';
}

/** A navigation property as requests need it. */
export interface NavigationShape {
  readonly name: string;
  /** Node id of the target type; undefined where it is unknown. */
  readonly target?: string;
  readonly many: boolean;
}

/** A structured type with everything it inherits. */
export interface TypeShape {
  readonly id: string;
  readonly name: string;
  readonly keys: readonly { readonly name: string; readonly path: string }[];
  readonly properties: ReadonlyMap<string, PropertyShape>;
  readonly navigation: ReadonlyMap<string, NavigationShape>;
  readonly open: boolean;
  readonly hasStream: boolean;
}

/** An EntitySet or Singleton together with its type. */
export interface SetShape {
  readonly id: string;
  readonly name: string;
  readonly attributes: EntitySetAttributes;
  readonly type: TypeShape;
}

/** An operation node; `boundTo` says to what kind of node it is tied. */
export interface OperationShape {
  readonly id: string;
  readonly attributes: OperationAttributes;
  readonly boundTo?: 'entity' | 'collection' | 'set';
}

const models = new WeakMap<Graph, Map<string, ServiceModel>>();

/** Typed look-ups over one service of a graph, computed once a type. The graph must not change meanwhile. */
export class ServiceModel {
  readonly service: GraphNode<'Service'>;
  readonly dialect: Dialect;
  readonly #graph: Graph;
  readonly #types = new Map<string, TypeShape | undefined>();
  #underlying: Map<string, string> | undefined;

  constructor(graph: Graph, service: GraphNode<'Service'>) {
    this.#graph = graph;
    this.service = service;
    this.dialect = dialectOf(service.attributes.version);
  }

  /** The model of a service, the same one for the same graph; undefined where the graph does not hold the service. */
  static of(graph: Graph, id: string): ServiceModel | undefined {
    const known = models.get(graph)?.get(id);
    if (known !== undefined) return known;
    const service = graph.node('Service', id);
    if (service === undefined) return undefined;
    const model = new ServiceModel(graph, service);
    const ofGraph = models.get(graph) ?? new Map<string, ServiceModel>();
    models.set(graph, ofGraph.set(id, model));
    return model;
  }

  entitySet(name: string): SetShape | undefined {
    const node = this.#graph.node('EntitySet', `${this.service.id}/${name}`);
    if (node === undefined) return undefined;
    const typeId = this.#graph.out('OF_TYPE', node)[0]?.to;
    const type = typeId === undefined ? undefined : this.type(typeId);
    return type === undefined
      ? undefined
      : { id: node.id, name: node.attributes.name, attributes: node.attributes, type };
  }

  /** The EntitySet that a navigation property of a set leads to, where the container says so. */
  boundSet(set: SetShape, navigation: string): SetShape | undefined {
    const bound = this.#graph
      .out('BINDS', { kind: 'EntitySet', id: set.id })
      .find((edge) => edge.attributes.navigation === navigation);
    const node = bound === undefined ? undefined : this.#graph.node('EntitySet', bound.to);
    return node === undefined ? undefined : this.entitySet(node.id.slice(this.service.id.length + 1));
  }

  /** A structured type by node id (`SVC#Namespace.Type`). */
  type(id: string): TypeShape | undefined {
    if (!this.#types.has(id)) this.#types.set(id, this.#readType(id));
    return this.#types.get(id);
  }

  /** A structured type by its qualified name; undefined for primitive and enumeration types. */
  typeNamed(qualifiedName: string): TypeShape | undefined {
    return qualifiedName.startsWith('Edm.') ? undefined : this.type(`${this.service.id}#${qualifiedName}`);
  }

  /** The primitive type behind a type definition or enumeration, as far as any property of the service tells it. */
  primitiveOf(type: string): string {
    if (type.startsWith('Edm.')) return type;
    this.#underlying ??= this.#readUnderlying();
    return this.#underlying.get(type) ?? type;
  }

  /**
   * Operations of a name, best candidate first: tied to the type or set where one is given, then unbound ones.
   * `name` may be qualified.
   */
  operations(name: string, set?: SetShape): OperationShape[] {
    const found = new Map<string, OperationShape>();
    const add = (id: string, boundTo?: OperationShape['boundTo']): void => {
      const node = this.#graph.node('Operation', id);
      if (node === undefined || found.has(id)) return;
      const { attributes } = node;
      const qualified = attributes.qualifiedName ?? id.slice(this.service.id.length + 1).replace(/\(.*$/, '');
      if (attributes.name !== name && qualified !== name) return;
      const kind = boundTo === 'entity' && attributes.bindingCollection === true ? 'collection' : boundTo;
      found.set(id, { id, attributes, ...(kind !== undefined && { boundTo: kind }) });
    };
    if (set !== undefined) {
      for (const typeId of this.#lineage(set.type.id))
        for (const edge of this.#graph.out('HAS_OPERATION', { kind: 'EntityType', id: typeId })) add(edge.to, 'entity');
      for (const edge of this.#graph.out('HAS_OPERATION', { kind: 'EntitySet', id: set.id })) add(edge.to, 'set');
    }
    for (const edge of this.#graph.out('EXPOSES', this.service)) if (edge.toKind === 'Operation') add(edge.to);
    return [...found.values()];
  }

  #lineage(typeId: string): string[] {
    const chain = [typeId];
    for (let current = typeId; chain.length < 64; ) {
      const base = this.#graph.out('EXTENDS', { kind: 'EntityType', id: current })[0]?.to;
      if (base === undefined || chain.includes(base)) break;
      chain.push(base);
      current = base;
    }
    return chain;
  }

  #readType(id: string): TypeShape | undefined {
    const node = this.#graph.node('EntityType', id);
    if (node === undefined) return undefined;
    const properties = new Map<string, PropertyShape>();
    const navigation = new Map<string, NavigationShape>();
    let open = false;
    let hasStream = false;
    for (const typeId of this.#lineage(id).reverse()) {
      const attributes = this.#graph.node('EntityType', typeId)?.attributes;
      open ||= attributes?.open === true;
      hasStream ||= attributes?.hasStream === true;
      for (const edge of this.#graph.out('HAS_PROPERTY', { kind: 'EntityType', id: typeId })) {
        const shape = this.#propertyShape(edge.to);
        if (shape !== undefined) properties.set(shape.name, shape);
      }
      for (const edge of this.#graph.out('HAS_NAVIGATION', { kind: 'EntityType', id: typeId })) {
        const found = this.#graph.node('NavigationProperty', edge.to);
        const target = this.#graph.out('NAVIGATES_TO', { kind: 'NavigationProperty', id: edge.to })[0];
        if (found === undefined) continue;
        const { name } = found.attributes;
        const many = target?.attributes.cardinality === '*';
        navigation.set(name, { name, many, ...(target !== undefined && { target: target.to }) });
      }
    }
    const aliases = Object.entries(node.attributes.keyAliases ?? {});
    const keys = node.attributes.keys.map((path) => ({
      path,
      name: aliases.find(([, aliased]) => aliased === path)?.[0] ?? path,
    }));
    return { id, name: id.slice(this.service.id.length + 1), keys, properties, navigation, open, hasStream };
  }

  #propertyShape(id: string): PropertyShape | undefined {
    const attributes = this.#graph.node('Property', id)?.attributes;
    if (attributes === undefined) return undefined;
    const { name, type, scale, collection = false } = attributes;
    const enumHelp = this.#graph
      .out('HAS_VALUE_HELP', { kind: 'Property', id })
      .some((edge) => this.#graph.node('ValueHelp', edge.to)?.attributes.origin === 'enum');
    const isEnum = enumHelp && !type.startsWith('Edm.');
    const primitive = isEnum ? type : (attributes.underlyingType ?? type);
    return { name, type, primitive, collection, isEnum, ...(scale !== undefined && { scale }) };
  }

  #readUnderlying(): Map<string, string> {
    const prefix = `${this.service.id}#`;
    const underlying = new Map<string, string>();
    for (const { id } of this.#graph.nodes('Property')) {
      if (!id.startsWith(prefix)) continue;
      const shape = this.#propertyShape(id);
      if (shape !== undefined && !shape.isEnum && shape.primitive !== shape.type)
        underlying.set(shape.type, shape.primitive);
    }
    return underlying;
  }
}

function dialectOf(version: string | undefined): Dialect {
  if (version === undefined || version.startsWith('4')) return 'v4';
  return version.startsWith('3') ? 'v3' : 'v2';
}
