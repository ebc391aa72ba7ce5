import type { EntitySetAttributes, Graph, OperationAttributes, ServiceAttributes } from '../../graph/index.ts';
import { nullabilityCounts } from './required-on-create.ts';
import { readStructuredType, type StructuredType, type TypedProperty, type WriteRefusal } from './structured-type.ts';

/** An EntitySet or Singleton with its type. */
export interface CatalogSet {
  readonly id: string;
  readonly service: CatalogService;
  readonly name: string;
  readonly attributes: EntitySetAttributes;
  readonly type: StructuredType;
  /** What a create must carry, by type and by the restrictions of the set. */
  readonly required: readonly TypedProperty[];
  /** Why a create may not carry a property. */
  readonly createRefusals: ReadonlyMap<string, WriteRefusal>;
  /** Why an update may not carry a property. */
  readonly updateRefusals: ReadonlyMap<string, WriteRefusal>;
  /** Entities have versions; an empty list of the properties behind them only says that nobody tells which (Core.OptimisticConcurrency). */
  readonly checksVersions: boolean;
}

/** An action, function or function import; `on` says what it is bound to. */
export interface CatalogOperation {
  readonly id: string;
  readonly attributes: OperationAttributes;
  readonly on: 'entity' | 'collection' | 'unbound';
  /** Parameters that a call must give. */
  readonly required: readonly string[];
}

const catalogs = new WeakMap<Graph, Catalog>();

/** All typed look-ups over a graph; every type is compiled once, when it is first asked for. The graph must not change meanwhile. */
export class Catalog {
  readonly graph: Graph;
  readonly #services = new Map<string, CatalogService>();
  readonly #typesByService = new Map<string, string[]>();

  constructor(graph: Graph) {
    this.graph = graph;
    for (const { id } of graph.nodes('EntityType')) {
      const service = id.slice(0, id.indexOf('#'));
      const types = this.#typesByService.get(service);
      if (types === undefined) this.#typesByService.set(service, [id]);
      else types.push(id);
    }
    for (const { id, attributes } of graph.nodes('Service')) {
      this.#services.set(id, new CatalogService(graph, id, attributes, this.#typesByService.get(id) ?? []));
    }
  }

  /** The catalog of a graph, the same one for the same graph. */
  static of(graph: Graph): Catalog {
    let catalog = catalogs.get(graph);
    if (catalog === undefined) {
      catalog = new Catalog(graph);
      catalogs.set(graph, catalog);
    }
    return catalog;
  }

  service(id: string): CatalogService | undefined {
    return this.#services.get(id);
  }

  serviceIds(): string[] {
    return [...this.#services.keys()];
  }
}

/** One service of the catalog. */
export class CatalogService {
  readonly id: string;
  readonly attributes: ServiceAttributes;
  /** 2 for OData V1 and V2, 3 for V3, 4 for V4 and 4.01. */
  readonly version: 2 | 3 | 4;
  readonly #graph: Graph;
  readonly #typeIds: readonly string[];
  readonly #types = new Map<string, StructuredType | undefined>();
  readonly #sets = new Map<string, CatalogSet | undefined>();
  readonly #operations = new Map<string, readonly CatalogOperation[]>();
  #keyNames: ReadonlySet<string> | undefined;
  #nullabilityCounts: boolean | undefined;

  constructor(graph: Graph, id: string, attributes: ServiceAttributes, typeIds: readonly string[]) {
    this.#graph = graph;
    this.id = id;
    this.attributes = attributes;
    const version = attributes.version ?? '4.0';
    this.version = version.startsWith('4') ? 4 : version.startsWith('3') ? 3 : 2;
    this.#typeIds = typeIds;
  }

  /** A property that is not nullable counts as required. */
  get nullabilityCounts(): boolean {
    this.#nullabilityCounts ??= nullabilityCounts(this.#graph, this.#typeIds, this.attributes.required);
    return this.#nullabilityCounts;
  }

  type(id: string): StructuredType | undefined {
    let type = this.#types.get(id);
    if (type === undefined && !this.#types.has(id)) {
      type = readStructuredType(this.#graph, id, this.nullabilityCounts);
      this.#types.set(id, type);
    }
    return type;
  }

  /** A structured type by qualified name; undefined for primitive and enumeration types. */
  typeNamed(qualifiedName: string): StructuredType | undefined {
    return qualifiedName.startsWith('Edm.') ? undefined : this.type(`${this.id}#${qualifiedName}`);
  }

  /** The members of an enumeration type by qualified name, in declared order; empty where it is none. */
  enumMembers(qualifiedName: string): readonly string[] {
    const { enumTypes } = this.attributes.declares ?? {};
    return enumTypes !== undefined && Object.hasOwn(enumTypes, qualifiedName) ? (enumTypes[qualifiedName] ?? []) : [];
  }

  /** An EntitySet by name, or by `Namespace.Container/Name` where the name alone is not unique. */
  entitySet(name: string): CatalogSet | undefined {
    let set = this.#sets.get(name);
    if (set === undefined && !this.#sets.has(name)) {
      set = this.#readSet(name);
      this.#sets.set(name, set);
    }
    return set;
  }

  entitySetNames(): string[] {
    return this.#exposed('EntitySet');
  }

  /** The EntitySet behind a navigation property of a set: bound by the container, else the only one of the target type. */
  setBehind(set: CatalogSet | undefined, navigation: string, targetId: string | undefined): CatalogSet | undefined {
    const bound =
      set === undefined
        ? undefined
        : this.#graph
            .out('BINDS', { kind: 'EntitySet', id: set.id })
            .find((edge) => edge.attributes.navigation === navigation)?.to;
    if (bound !== undefined) return this.entitySet(bound.slice(this.id.length + 1));
    if (targetId === undefined) return undefined;
    const ofType = this.#graph
      .in('OF_TYPE', { kind: 'EntityType', id: targetId })
      .filter((edge) => edge.fromKind === 'EntitySet');
    const [only] = ofType;
    return ofType.length === 1 && only !== undefined ? this.entitySet(only.from.slice(this.id.length + 1)) : undefined;
  }

  /** Whether entities of a set can come into being: by a create of their own, or inside a parent that can be created. */
  isCreatable(set: CatalogSet): boolean {
    const seen = new Set([set.id]);
    const open = [set];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at.attributes.insertable !== false) return true;
      for (const { from } of this.#graph.in('BINDS', { kind: 'EntitySet', id: at.id })) {
        const parent = seen.has(from) ? undefined : this.entitySet(from.slice(this.id.length + 1));
        seen.add(from);
        if (parent !== undefined && parent.attributes.deepInsertSupported !== false) open.push(parent);
      }
    }
    return false;
  }

  /** Every operation that may be called on a set (bound to its type, tied to it), or the unbound ones of the service. */
  operations(set?: CatalogSet): readonly CatalogOperation[] {
    const key = set?.id ?? '';
    let operations = this.#operations.get(key);
    if (operations === undefined) {
      operations = this.#readOperations(set);
      this.#operations.set(key, operations);
    }
    return operations;
  }

  /** An EntitySet on which an operation can be called: the first of its binding type, or the one that it is tied to. */
  setOfOperation({ id, attributes }: CatalogOperation): CatalogSet | undefined {
    const tied = this.#graph.in('HAS_OPERATION', { kind: 'Operation', id });
    const set = tied.find(({ fromKind }) => fromKind === 'EntitySet')?.from;
    if (set !== undefined) return this.entitySet(set.slice(this.id.length + 1));
    const typeId =
      tied[0]?.from ?? (attributes.bindingType === undefined ? undefined : `${this.id}#${attributes.bindingType}`);
    const ofType = typeId === undefined ? [] : this.#graph.in('OF_TYPE', { kind: 'EntityType', id: typeId });
    const first = ofType.find(({ fromKind }) => fromKind === 'EntitySet')?.from;
    return first === undefined ? undefined : this.entitySet(first.slice(this.id.length + 1));
  }

  operation(id: string): CatalogOperation | undefined {
    const node = this.#graph.node('Operation', id);
    return node === undefined ? undefined : this.#asOperation(id, node.attributes);
  }

  /** Names of all key properties of the service: a property of such a name refers to something. */
  get keyNames(): ReadonlySet<string> {
    this.#keyNames ??= new Set(
      this.#typeIds.flatMap((id) => [...(this.#graph.node('EntityType', id)?.attributes.keys ?? [])]),
    );
    return this.#keyNames;
  }

  #readSet(name: string): CatalogSet | undefined {
    const node = this.#graph.node('EntitySet', `${this.id}/${name}`);
    const typeId = node === undefined ? undefined : this.#graph.out('OF_TYPE', node)[0]?.to;
    const type = typeId === undefined ? undefined : this.type(typeId);
    if (node === undefined || type === undefined) return undefined;
    const createRefusals = new Map<string, WriteRefusal>();
    const updateRefusals = new Map<string, WriteRefusal>();
    const { nonInsertableProperties, nonUpdatableProperties, requiredOnInsert } = node.attributes;
    for (const property of type.properties.values()) {
      const { name } = property;
      const createRefusal =
        property.createRefusal ?? (nonInsertableProperties?.includes(name) ? 'not-creatable' : undefined);
      const updateRefusal =
        property.updateRefusal ?? (nonUpdatableProperties?.includes(name) ? 'not-updatable' : undefined);
      if (createRefusal !== undefined) createRefusals.set(name, createRefusal);
      if (updateRefusal !== undefined) updateRefusals.set(name, updateRefusal);
    }
    const required = [...type.properties.values()].filter(
      (property) =>
        !createRefusals.has(property.name) &&
        (property.required || (!property.key && requiredOnInsert?.includes(property.name) === true)),
    );
    const { attributes } = node;
    return {
      id: node.id,
      service: this,
      name: attributes.name,
      attributes,
      checksVersions: attributes.concurrency !== undefined,
      type,
      required,
      createRefusals,
      updateRefusals,
    };
  }

  #readOperations(set: CatalogSet | undefined): CatalogOperation[] {
    const ids = new Set<string>();
    if (set === undefined) {
      for (const edge of this.#graph.out('EXPOSES', { kind: 'Service', id: this.id })) {
        if (edge.toKind === 'Operation') ids.add(edge.to);
      }
    } else {
      for (const id of set.type.lineage) {
        for (const edge of this.#graph.out('HAS_OPERATION', { kind: 'EntityType', id })) ids.add(edge.to);
      }
      for (const edge of this.#graph.out('HAS_OPERATION', { kind: 'EntitySet', id: set.id })) ids.add(edge.to);
    }
    return [...ids].flatMap((id) => this.operation(id) ?? []);
  }

  #asOperation(id: string, attributes: OperationAttributes): CatalogOperation {
    const v2 = attributes.operationType === 'FunctionImport';
    const required = attributes.parameters.filter(
      ({ required, optional, nullable, defaultValue, collection }) =>
        required ??
        (optional !== true &&
          defaultValue === undefined &&
          collection !== true &&
          (v2 ? nullable !== true : nullable === false) &&
          this.nullabilityCounts),
    );
    return {
      id,
      attributes,
      on: attributes.bound === true ? (attributes.bindingCollection === true ? 'collection' : 'entity') : 'unbound',
      required: required.map((parameter) => parameter.name),
    };
  }

  #exposed(kind: 'EntitySet' | 'Operation'): string[] {
    return this.#graph
      .out('EXPOSES', { kind: 'Service', id: this.id })
      .filter((edge) => edge.toKind === kind)
      .map((edge) => edge.to.slice(this.id.length + 1));
  }
}
