export { type ClassAudit, compareFacts, type Fact, type Inventory } from './compare-facts.ts';
export { EDGE_KINDS, type EdgeAttributes, type EdgeKind, type GraphEdge } from './edge.ts';
export type { Graph, GraphCounts } from './graph.ts';
export { checkIntegrity } from './integrity.ts';
export { inventory } from './inventory.ts';
export { boundClasses } from './inventory-process.ts';
export { MemoryGraph } from './memory-graph.ts';
export { nearestNames, words } from './nearest-names.ts';
export {
  type ActivityAttributes,
  type EntitySetAttributes,
  type EntityTypeAttributes,
  type GatewayAttributes,
  type GraphNode,
  type NavigationPropertyAttributes,
  NODE_KINDS,
  type NodeAttributes,
  type NodeKind,
  type NodeRef,
  type OperationAttributes,
  type OperationParameter,
  type ProcessAttributes,
  type PropertyAttributes,
  type RequestSettings,
  type ServiceAttributes,
  type ValueHelpAttributes,
  type ValueHelpParameter,
} from './node.ts';
export { edge, emptyPatch, type GraphPatch, node } from './patch.ts';
export { type Reached, walk } from './traversal.ts';
