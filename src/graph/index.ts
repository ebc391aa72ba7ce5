export { type ClassAudit, compareFacts, type Fact, type Inventory } from './compare-facts.ts';
export type { EdgeAttributes, EdgeKind, GraphEdge } from './edge.ts';
export type { Graph, GraphCounts } from './graph.ts';
export { checkIntegrity } from './integrity.ts';
export { inventory } from './inventory.ts';
export { boundClasses } from './inventory-process.ts';
export { MemoryGraph } from './memory-graph.ts';
export { nearestNames, words } from './nearest-names.ts';
export type {
  ActivityAttributes,
  EntitySetAttributes,
  EntityTypeAttributes,
  GatewayAttributes,
  GraphNode,
  NavigationPropertyAttributes,
  NodeAttributes,
  NodeKind,
  NodeRef,
  OperationAttributes,
  OperationParameter,
  ProcessAttributes,
  PropertyAttributes,
  ServiceAttributes,
  ValueHelpAttributes,
  ValueHelpParameter,
} from './node.ts';
export { edge, emptyPatch, type GraphPatch, node } from './patch.ts';
export { type Reached, walk } from './traversal.ts';
