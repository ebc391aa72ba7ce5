import type { ApiQuery, BatchCall, FilterCondition, OperationWord, SingleCall } from '../call.ts';
import type { CatalogOperation, CatalogService, CatalogSet } from '../spec/catalog.ts';
import type { StructuredType, TypedNavigation, TypedProperty } from '../spec/structured-type.ts';
import type { ValueHelp } from '../spec/value-help.ts';
import type { TypedParameter } from './typed-parameter.ts';
import type { ValueProblem } from './value-problem.ts';

/** What a rule is asked about: the call as a whole, or one of its parts. Paths are JSON pointers into the call. */
export type CallNode =
  | CallRoot
  | EntityNode
  | PropertyNode
  | ParameterNode
  | UnknownNode
  | NavigationNode
  | QueryNode
  | FilterNode
  | BatchNode;

/** The call as a whole, with what its names resolve to. */
export interface CallRoot {
  readonly kind: 'call';
  readonly path: string;
  readonly call: SingleCall;
  readonly word: OperationWord | undefined;
  readonly service: CatalogService | undefined;
  readonly set: CatalogSet | undefined;
  /** The action or function, where the word names one. */
  readonly operation: CatalogOperation | undefined;
  /** The navigation property that the call goes through. */
  readonly navigation: TypedNavigation | undefined;
}

/** An object of a payload: the entity itself, one of a deep insert, or the value of a complex property. */
export interface EntityNode {
  readonly kind: 'entity';
  readonly path: string;
  readonly mode: 'create' | 'update' | 'complex';
  /** What it is part of comes into being, so that it must be whole. */
  readonly creating: boolean;
  readonly type: StructuredType;
  readonly set: CatalogSet | undefined;
  readonly value: Readonly<Record<string, unknown>>;
  /** Number of objects around it. */
  readonly depth: number;
  /** The deep insert that it is part of. */
  readonly parent: { readonly entity: EntityNode; readonly navigation: TypedNavigation } | undefined;
}

/** Where a value stands. */
export type ValuePlace = 'payload' | 'key' | 'filter';

/** A value for a known property, in a payload, key or filter. */
export interface PropertyNode {
  readonly kind: 'property';
  /** Pointer of the object around it. */
  readonly base: string;
  readonly name: string;
  readonly place: ValuePlace;
  readonly property: TypedProperty;
  readonly value: unknown;
  readonly problem: ValueProblem | undefined;
  /** The object around it, in a payload. */
  readonly entity: EntityNode | undefined;
}

/** A value for a known parameter of an action or function. */
export interface ParameterNode {
  readonly kind: 'parameter';
  readonly base: string;
  readonly name: string;
  readonly parameter: TypedParameter;
  readonly value: unknown;
  readonly problem: ValueProblem | undefined;
  /** The value list of the property of its name, on the set of the call. */
  readonly valueHelp: ValueHelp | undefined;
}

/** A name that the specification does not have. */
export interface UnknownNode {
  readonly kind: 'unknown';
  readonly base: string;
  /** Name as written; the last segment of the pointer, except in lists of names. */
  readonly name: string;
  readonly segment: string | number;
  readonly what: 'property' | 'navigation' | 'parameter' | 'key' | 'query-option';
  /** What the name stands in, for messages. */
  readonly owner: string;
  readonly candidates: readonly string[];
  readonly value: unknown;
  /** Names that stand beside it, where it is a member of an object. */
  readonly siblings: Readonly<Record<string, unknown>> | undefined;
}

/** A navigation property inside a payload. */
export interface NavigationNode {
  readonly kind: 'navigation';
  readonly base: string;
  readonly name: string;
  readonly navigation: TypedNavigation;
  readonly value: unknown;
  readonly entity: EntityNode;
  /** The set and type behind it. */
  readonly set: CatalogSet | undefined;
  readonly type: StructuredType | undefined;
}

/** The query of a read. */
export interface QueryNode {
  readonly kind: 'query';
  readonly path: string;
  readonly query: ApiQuery;
  readonly set: CatalogSet;
  readonly type: StructuredType;
  readonly hasKey: boolean;
}

/** One condition of a filter whose property is known. */
export interface FilterNode {
  readonly kind: 'filter';
  readonly path: string;
  readonly condition: FilterCondition;
  readonly property: TypedProperty;
  readonly set: CatalogSet;
}

/** A batch as a whole; its calls are visited one by one. */
export interface BatchNode {
  readonly kind: 'batch';
  readonly path: string;
  readonly batch: BatchCall;
}

/** The JSON pointer of a node. */
export function pointerOf(node: CallNode): string {
  if ('path' in node) return node.path;
  return `${node.base}/${escapeSegment(String(node.kind === 'unknown' ? node.segment : node.name))}`;
}

/** A name as segment of a JSON pointer (RFC 6901). */
export function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
