import type { ApiQuery } from '../call.ts';
import type { CatalogService } from '../spec/catalog.ts';
import type { StructuredType, TypedNavigation } from '../spec/structured-type.ts';
import { filterExpression } from './filter.ts';
import { dialectOf } from './shape.ts';

/** One level of `$select` and `$expand`. */
interface Projection {
  readonly select: string[];
  readonly expand: Map<string, Projection>;
}

/** The query options of a read in the words of the protocol version, values not yet percent-encoded. */
export function queryOptions(
  service: CatalogService,
  type: StructuredType,
  query: ApiQuery,
): [name: string, value: string][] {
  const options: [string, string][] = [];
  const { filter, orderby, top, skip, count, search } = query;
  if (filter !== undefined && filter.length > 0) options.push(['$filter', filterExpression(service, type, filter)]);
  options.push(...projectionOptions(service, type, query));
  if (orderby !== undefined && orderby.length > 0) {
    options.push([
      '$orderby',
      orderby.map(({ property, dir }) => (dir === 'desc' ? `${property} desc` : property)).join(','),
    ]);
  }
  if (top !== undefined) options.push(['$top', String(top)]);
  if (skip !== undefined) options.push(['$skip', String(skip)]);
  if (count === true) options.push(dialectOf(service) === 'v4' ? ['$count', 'true'] : ['$inlinecount', 'allpages']);
  if (search !== undefined)
    options.push([dialectOf(service) === 'v4' ? '$search' : 'search', searchExpression(service, search)]);
  return options;
}

function projectionOptions(service: CatalogService, type: StructuredType, query: ApiQuery): [string, string][] {
  const root = projection(service, type, query);
  return dialectOf(service) === 'v4' ? nestedOptions(root) : flatOptions(root);
}

function projection(service: CatalogService, type: StructuredType, query: ApiQuery): Projection {
  const root: Projection = { select: [], expand: new Map() };
  for (const path of query.expand ?? []) descend(root, path.split('/'));
  for (const path of query.select ?? []) {
    const segments = path.split('/');
    const navigation: string[] = [];
    for (let current: StructuredType | undefined = type; segments.length > 1; ) {
      const [segment = ''] = segments;
      const shape: TypedNavigation | undefined = current?.navigation.get(segment);
      if (shape === undefined) break;
      navigation.push(segment);
      segments.shift();
      current = shape.targetId === undefined ? undefined : service.type(shape.targetId);
    }
    const at = descend(root, navigation);
    const name = segments.join('/');
    if (!at.select.includes(name)) at.select.push(name);
  }
  return root;
}

function descend(from: Projection, names: readonly string[]): Projection {
  let current = from;
  for (const name of names) {
    const next: Projection = current.expand.get(name) ?? { select: [], expand: new Map() };
    current.expand.set(name, next);
    current = next;
  }
  return current;
}

/** V4: each expanded level carries its own options. A selected name that is expanded as well is the expansion's business. */
function nestedOptions(level: Projection): [string, string][] {
  const options: [string, string][] = [];
  const select = level.select.filter((name) => !level.expand.has(name));
  if (select.length > 0) options.push(['$select', select.join(',')]);
  if (level.expand.size > 0) {
    const items = [...level.expand].map(([name, next]) => {
      const inner = nestedOptions(next).map(([option, value]) => `${option}=${value}`);
      return inner.length === 0 ? name : `${name}(${inner.join(';')})`;
    });
    options.push(['$expand', items.join(',')]);
  }
  return options;
}

/** V2 and V3: paths; what is expanded must be selected as well, as soon as anything is selected. */
function flatOptions(root: Projection): [string, string][] {
  const expand: string[] = [];
  const select: string[] = [];
  const visit = (level: Projection, prefix: string, selecting: boolean): void => {
    const own = level.select.filter((name) => !level.expand.has(name));
    if (selecting) select.push(...(own.length === 0 ? [`${prefix}*`] : own.map((name) => `${prefix}${name}`)));
    for (const [name, next] of level.expand) {
      const deeper = selects(next);
      if (selecting && !deeper) select.push(`${prefix}${name}`);
      if (next.expand.size === 0) expand.push(`${prefix}${name}`);
      visit(next, `${prefix}${name}/`, deeper);
    }
  };
  visit(root, '', selects(root));
  const options: [string, string][] = [];
  if (select.length > 0) options.push(['$select', select.join(',')]);
  if (expand.length > 0) options.push(['$expand', expand.join(',')]);
  return options;
}

function selects(level: Projection): boolean {
  return level.select.length > 0 || [...level.expand.values()].some(selects);
}

/** V4 search words are plain words; anything else must stand in double quotes. */
function searchExpression(service: CatalogService, search: string): string {
  if (dialectOf(service) !== 'v4' || search.includes('"') || /^[\p{L}\p{N}\s]+$/u.test(search)) return search;
  return `"${search}"`;
}
