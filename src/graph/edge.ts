import type { NodeKind } from './node.ts';

/** The edge kinds of the graph and their typed attributes. */
export interface EdgeAttributes {
  /** Service to EntitySet or Operation. */
  EXPOSES: NoAttributes;
  /** EntitySet to its EntityType; Property to a complex type. */
  OF_TYPE: NoAttributes;
  /** EntityType to its base type. */
  EXTENDS: NoAttributes;
  HAS_PROPERTY: NoAttributes;
  HAS_NAVIGATION: NoAttributes;
  /** NavigationProperty to EntityType. */
  NAVIGATES_TO: { cardinality: '1' | '0..1' | '*' };
  /** EntitySet to EntitySet through a navigation property (V4 bindings, V2 association sets). */
  BINDS: { navigation: string };
  /** EntityType or EntitySet to an operation bound to it. */
  HAS_OPERATION: NoAttributes;
  /** Property to ValueHelp; what the list is stands on the edge so that one look tells it. */
  HAS_VALUE_HELP: {
    resolved?: boolean;
    fixed?: boolean;
    entitySet?: string;
    valueProperty?: string;
    textProperty?: string;
    reference?: string;
    codes?: readonly string[];
  };
  /** Process to its activities, those of sub-processes included; gateways are told by their id and by HAS_NEXT. */
  HAS_ACTIVITY: NoAttributes;
  /** Activity to the next one. */
  HAS_NEXT: {
    /** Ids of the sequence flows that it stands for. */
    flows: readonly string[];
    /** Gateways passed, in order. */
    via?: readonly string[];
    gateway?: string;
    condition?: string;
    /** Condition by the id of its flow, where several flows lie on the way. */
    conditions?: Readonly<Record<string, string>>;
    default?: boolean;
  };
  /** Between activities and processes (pools) of a collaboration. */
  SENDS_MESSAGE: {
    name?: string;
    /** Id of the message flow. */
    flow?: string;
  };
  /** Activity to the EntitySet or Operation behind it. */
  INVOKES: { operation: string };
}

type NoAttributes = Readonly<Record<never, never>>;

export type EdgeKind = keyof EdgeAttributes;

const everyEdgeKind: Readonly<Record<EdgeKind, true>> = {
  EXPOSES: true,
  OF_TYPE: true,
  EXTENDS: true,
  HAS_PROPERTY: true,
  HAS_NAVIGATION: true,
  NAVIGATES_TO: true,
  BINDS: true,
  HAS_OPERATION: true,
  HAS_VALUE_HELP: true,
  HAS_ACTIVITY: true,
  HAS_NEXT: true,
  SENDS_MESSAGE: true,
  INVOKES: true,
};

/** Every kind of edge; a kind that is missing here does not compile. */
export const EDGE_KINDS = Object.keys(everyEdgeKind) as readonly EdgeKind[];

/** A directed edge. Both ends are named by kind and id, because ids are unique only per kind. */
export type GraphEdge<K extends EdgeKind = EdgeKind> = {
  [P in K]: {
    readonly kind: P;
    readonly fromKind: NodeKind;
    readonly from: string;
    readonly toKind: NodeKind;
    readonly to: string;
    readonly attributes: EdgeAttributes[P];
  };
}[K];
