import { GroundrailError } from '../../base/index.ts';
import { type Graph, nearestNames, type ServiceName } from '../../workspace/index.ts';

/** What a service offers, by names and labels; credentials are no part of it. */
export interface ServiceView {
  id: string;
  title?: string;
  description?: string;
  domain?: string;
  protocol: string;
  version?: string;
  url?: string;
  entitySets: { id: string; name: string; label?: string; singleton?: boolean }[];
  operations: { id: string; name: string; label?: string; operationType: string; bound: boolean }[];
}

/** The view of a service in a graph that holds it; throws `target-unknown` where it does not. */
export function viewService(graph: Graph, id: string, all: readonly ServiceName[]): ServiceView {
  const service = graph.node('Service', id);
  if (service === undefined) {
    const nearest = nearestNames(
      id,
      all.map((one) => one.id),
    );
    throw new GroundrailError('target-unknown', { target: `service ${id}`, nearest });
  }
  const { title, description, domain, protocol, version, url } = service.attributes;
  const isOfService = (other: string): boolean => other.startsWith(`${id}/`) || other.startsWith(`${id}#`);
  return {
    id,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(domain !== undefined && { domain }),
    protocol,
    ...(version !== undefined && { version }),
    ...(url !== undefined && { url }),
    entitySets: [...graph.nodes('EntitySet')]
      .filter((set) => isOfService(set.id))
      .map((set) => {
        const { name, singleton } = set.attributes;
        const label = set.attributes.label ?? labelOfType(graph, set.id);
        return {
          id: set.id,
          name,
          ...(label !== undefined && { label }),
          ...(singleton === true && { singleton }),
        };
      }),
    operations: [...graph.nodes('Operation')]
      .filter((operation) => isOfService(operation.id))
      .map((operation) => {
        const { name, label, operationType, bound } = operation.attributes;
        return {
          id: operation.id,
          name,
          ...(label !== undefined && { label }),
          operationType,
          bound: bound === true,
        };
      }),
  };
}

/** What the type of a set is called, which is where most metadata say it. */
function labelOfType(graph: Graph, set: string): string | undefined {
  const [edge] = graph.out('OF_TYPE', { kind: 'EntitySet', id: set });
  return edge === undefined ? undefined : graph.node('EntityType', edge.to)?.attributes.label;
}
