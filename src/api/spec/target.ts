import { GroundrailError } from '../../base/index.ts';
import type { Graph } from '../../graph/index.ts';
import { nearestNames } from '../nearest-names.ts';
import { Catalog, type CatalogOperation, type CatalogService, type CatalogSet } from './catalog.ts';
import type { StructuredType } from './structured-type.ts';

/** What a specification is asked for: an id as `SVC/Set`, or its parts. */
export type TargetName = string | { service: string; entitySet?: string | undefined; operation?: string | undefined };

/** An EntitySet, an Operation, or a type that is reached by navigation only. */
export type Target =
  | { readonly service: CatalogService; readonly set: CatalogSet }
  | { readonly service: CatalogService; readonly type: StructuredType }
  | { readonly service: CatalogService; readonly operation: CatalogOperation };

/** Finds an EntitySet, Operation or EntityType; throws `target-unknown` with the nearest names where there is none. */
export function findTarget(graph: Graph, target: TargetName): Target {
  const catalog = Catalog.of(graph);
  const { serviceId, name } = parts(catalog, target);
  const service = catalog.service(serviceId);
  if (service === undefined) {
    const nearest = nearestNames(serviceId, catalog.serviceIds());
    throw new GroundrailError('target-unknown', { target: `service ${serviceId}`, nearest });
  }
  const set = service.entitySet(name);
  if (set !== undefined) return { service, set };
  const operation =
    service.operation(`${serviceId}/${name}`) ?? service.operation(`${serviceId}#${name}`) ?? byName(service, name);
  if (operation !== undefined) return { service, operation };
  const type = service.typeNamed(name);
  if (type !== undefined) return { service, type };
  const names = [...service.entitySetNames(), ...service.operations().map(({ attributes }) => attributes.name)];
  const nearest = nearestNames(name, names).map((found) => `${serviceId}/${found}`);
  throw new GroundrailError('target-unknown', { target: `${serviceId}/${name}`, nearest });
}

function byName(service: CatalogService, name: string): CatalogOperation | undefined {
  const bare = name.replace(/^action:/, '');
  const unbound = service
    .operations()
    .find(({ attributes }) => attributes.name === bare || attributes.qualifiedName === bare);
  if (unbound !== undefined) return unbound;
  for (const set of service.entitySetNames()) {
    const bound = service.operations(service.entitySet(set)).find(({ attributes }) => attributes.name === bare);
    if (bound !== undefined) return bound;
  }
  return undefined;
}

function parts(catalog: Catalog, target: TargetName): { serviceId: string; name: string } {
  if (typeof target !== 'string')
    return { serviceId: target.service, name: target.entitySet ?? target.operation ?? '' };
  // A service id holds no slash or hash as a rule; the longest known one wins where it does.
  const known = catalog
    .serviceIds()
    .filter((id) => target.startsWith(`${id}/`) || target.startsWith(`${id}#`))
    .sort((a, b) => b.length - a.length)[0];
  const cut = known?.length ?? target.search(/[/#]/);
  if (cut < 0) return { serviceId: target, name: '' };
  return { serviceId: target.slice(0, cut), name: target.slice(cut + 1) };
}
