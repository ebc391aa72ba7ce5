import type {
  EntityTypeAttributes,
  Graph,
  NavigationPropertyAttributes,
  PropertyAttributes,
} from '../../graph/index.ts';
import { compileEdmCheck, type EdmFacets, type EdmProblem } from '../odata/edm-value.ts';
import { resolveValueHelp, type ValueHelp, valueHelpsOf } from './value-help.ts';

/** A property with everything that decides about its values; what costs time is worked out when it is first asked for. */
export class TypedProperty {
  readonly id: string;
  readonly name: string;
  readonly attributes: PropertyAttributes;
  readonly key: boolean;
  /** Node id of the complex type, where it has one. */
  readonly complexId: string | undefined;
  readonly isEnum: boolean;
  /** Primitive type behind type definitions; for complex and enumeration types the type itself. */
  readonly primitive: string;
  readonly valueHelp: ValueHelp | undefined;
  /** A create must carry it. */
  readonly required: boolean;
  readonly nullable: boolean;
  /** Why a create may not carry it. */
  readonly createRefusal: WriteRefusal | undefined;
  /** Why an update may not carry it. */
  readonly updateRefusal: WriteRefusal | undefined;
  #check: Check | undefined;
  #checkInUrl: Check | undefined;

  constructor(graph: Graph, id: string, attributes: PropertyAttributes, key: boolean, nullabilityCounts: boolean) {
    const { name, type, collection, nullable } = attributes;
    this.id = id;
    this.name = name;
    this.attributes = attributes;
    this.key = key;
    this.nullable = nullable;
    const isPrimitive = type.startsWith('Edm.');
    this.complexId = isPrimitive ? undefined : graph.out('OF_TYPE', { kind: 'Property', id })[0]?.to;
    const helps = valueHelpsOf(graph, id);
    this.isEnum = !isPrimitive && helps.some((help) => help.attributes.origin === 'enum');
    this.primitive = this.isEnum ? type : (attributes.underlyingType ?? type);
    this.valueHelp = resolveValueHelp(helps, attributes);
    this.createRefusal = refusalOnCreate(attributes);
    this.updateRefusal = key ? 'key' : refusalOnUpdate(attributes);
    const byNullability =
      nullabilityCounts && !nullable && attributes.defaultValue === undefined && collection !== true;
    this.required = !key && this.createRefusal === undefined && (attributes.required === true || byNullability);
  }

  get facets(): EdmFacets {
    const { maxLength, precision, scale, minimum, maximum } = this.attributes;
    return { type: this.primitive, maxLength, precision, scale, minimum, maximum };
  }

  /** Problem of a value in a body; null is not its business. */
  check(value: unknown): EdmProblem | undefined {
    this.#check ??= compileEdmCheck(this.facets, 'body');
    return this.#check(value);
  }

  /** Problem of a value in a key, filter or V2 parameter. */
  checkInUrl(value: unknown): EdmProblem | undefined {
    this.#checkInUrl ??= compileEdmCheck(this.facets, 'url');
    return this.#checkInUrl(value);
  }
}

type Check = (value: unknown) => EdmProblem | undefined;

/** Why a property may not be written. */
export type WriteRefusal =
  | 'computed'
  | 'read-only'
  | 'not-creatable'
  | 'not-updatable'
  | 'immutable'
  | 'key'
  | 'stream';

/** A navigation property with its target. */
export interface TypedNavigation {
  readonly id: string;
  readonly name: string;
  readonly attributes: NavigationPropertyAttributes;
  /** Node id of the target type; undefined where it is unknown. */
  readonly targetId?: string;
  readonly cardinality: '1' | '0..1' | '*';
}

/** One part of a key: the name that a call uses (the alias, where declared) and the path of the property. */
export interface KeyPart {
  readonly name: string;
  readonly path: string;
}

/** An entity or complex type with all that it inherits. */
export interface StructuredType {
  readonly id: string;
  readonly qualifiedName: string;
  readonly attributes: EntityTypeAttributes;
  readonly keys: readonly KeyPart[];
  readonly properties: ReadonlyMap<string, TypedProperty>;
  readonly navigation: ReadonlyMap<string, TypedNavigation>;
  readonly required: readonly TypedProperty[];
  readonly open: boolean;
  /** Ids from the type up to its last base type. */
  readonly lineage: readonly string[];
}

/** Reads a type and what it inherits. `nullabilityCounts`: a property that is not nullable counts as required. */
export function readStructuredType(graph: Graph, id: string, nullabilityCounts: boolean): StructuredType | undefined {
  const node = graph.node('EntityType', id);
  if (node === undefined) return undefined;
  const lineage = lineageOf(graph, id);
  const properties = new Map<string, TypedProperty>();
  const navigation = new Map<string, TypedNavigation>();
  const keys = readKeys(node.attributes);
  const keyPaths = new Set(keys.map(({ path }) => path));
  let open = false;
  for (const typeId of [...lineage].reverse()) {
    open ||= graph.node('EntityType', typeId)?.attributes.open === true;
    for (const edge of graph.out('HAS_PROPERTY', { kind: 'EntityType', id: typeId })) {
      const property = readProperty(graph, edge.to, keyPaths, nullabilityCounts);
      if (property !== undefined) properties.set(property.name, property);
    }
    for (const edge of graph.out('HAS_NAVIGATION', { kind: 'EntityType', id: typeId })) {
      const found = readNavigation(graph, edge.to);
      if (found !== undefined) navigation.set(found.name, found);
    }
  }
  return {
    id,
    qualifiedName: id.slice(id.indexOf('#') + 1),
    attributes: node.attributes,
    keys,
    properties,
    navigation,
    required: [...properties.values()].filter((property) => property.required),
    open,
    lineage,
  };
}

/** Keys in declared order; the graph may list them by path or by alias. */
function readKeys({ keys, keyAliases = {} }: EntityTypeAttributes): KeyPart[] {
  return keys.map((key) => {
    const path = keyAliases[key];
    if (path !== undefined) return { name: key, path };
    const alias = Object.keys(keyAliases).find((name) => keyAliases[name] === key);
    return { name: alias ?? key, path: key };
  });
}

/** Ids of a type and its base types, the type itself first; a cycle ends it. */
export function lineageOf(graph: Graph, id: string): string[] {
  const chain = [id];
  for (let current = id; chain.length < 64; ) {
    const base = graph.out('EXTENDS', { kind: 'EntityType', id: current })[0]?.to;
    if (base === undefined || chain.includes(base)) break;
    chain.push(base);
    current = base;
  }
  return chain;
}

function readProperty(
  graph: Graph,
  id: string,
  keys: ReadonlySet<string>,
  nullabilityCounts: boolean,
): TypedProperty | undefined {
  const attributes = graph.node('Property', id)?.attributes;
  if (attributes === undefined) return undefined;
  const key = attributes.key === true || keys.has(attributes.name);
  return new TypedProperty(graph, id, attributes, key, nullabilityCounts);
}

function refusalOnCreate(attributes: PropertyAttributes): WriteRefusal | undefined {
  if (attributes.type === 'Edm.Stream') return 'stream';
  if (attributes.computed === true) return 'computed';
  if (attributes.readOnly === true) return 'read-only';
  return attributes.creatable === false ? 'not-creatable' : undefined;
}

function refusalOnUpdate(attributes: PropertyAttributes): WriteRefusal | undefined {
  if (attributes.type === 'Edm.Stream') return 'stream';
  if (attributes.computed === true) return 'computed';
  if (attributes.immutable === true) return 'immutable';
  if (attributes.readOnly === true) return 'read-only';
  return attributes.updatable === false ? 'not-updatable' : undefined;
}

function readNavigation(graph: Graph, id: string): TypedNavigation | undefined {
  const attributes = graph.node('NavigationProperty', id)?.attributes;
  if (attributes === undefined) return undefined;
  const target = graph.out('NAVIGATES_TO', { kind: 'NavigationProperty', id })[0];
  return {
    id,
    name: attributes.name,
    attributes,
    ...(target !== undefined && { targetId: target.to }),
    cardinality: target?.attributes.cardinality ?? '*',
  };
}
