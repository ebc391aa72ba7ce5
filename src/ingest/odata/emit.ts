import { edge, type NodeRef, node } from '../../graph/index.ts';
import type { EntitySet, Model, StructuredType } from './model.ts';

/** Turns the finished model into nodes and the edges between them. */
export function emit(model: Model): void {
  const { nodes } = model.patch;
  nodes.push(node('Service', model.service, model.serviceAttributes));
  for (const type of model.types.values()) {
    if (type.kind === 'entity' || type.kind === 'complex') emitType(model, type);
  }
  for (const container of model.containers.values()) {
    for (const set of container.sets.values()) emitSet(model, set);
  }
  for (const operation of model.operations) nodes.push(node('Operation', operation.id, operation.attributes));
}

function emitType({ patch }: Model, type: StructuredType): void {
  const { nodes, edges } = patch;
  const self: NodeRef = { kind: 'EntityType', id: type.id };
  nodes.push(node('EntityType', type.id, type.attributes));
  if (type.base) edges.push(edge('EXTENDS', self, { kind: 'EntityType', id: type.base.id }, {}));
  for (const property of type.properties.values()) {
    const ref: NodeRef = { kind: 'Property', id: property.id };
    nodes.push(node('Property', property.id, property.attributes));
    edges.push(edge('HAS_PROPERTY', self, ref, {}));
    if (property.type?.kind === 'complex' || property.type?.kind === 'entity') {
      edges.push(edge('OF_TYPE', ref, { kind: 'EntityType', id: property.type.id }, {}));
    }
  }
  for (const navigation of type.navigations.values()) {
    nodes.push(node('NavigationProperty', navigation.id, navigation.attributes));
    edges.push(edge('HAS_NAVIGATION', self, { kind: 'NavigationProperty', id: navigation.id }, {}));
  }
}

function emitSet({ patch, service }: Model, set: EntitySet): void {
  const ref: NodeRef = { kind: 'EntitySet', id: set.id };
  patch.nodes.push(node('EntitySet', set.id, set.attributes));
  patch.edges.push(edge('EXPOSES', { kind: 'Service', id: service }, ref, {}));
  if (set.type) patch.edges.push(edge('OF_TYPE', ref, { kind: 'EntityType', id: set.type.id }, {}));
}
