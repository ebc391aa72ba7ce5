import { MockFault } from './fault.ts';
import { compileFilter } from './filter-evaluate.ts';
import type { MockService, MockSet, MockType } from './model.ts';
import type { QueryOptions } from './query-options.ts';
import type { Rows } from './rows.ts';
import type { Row } from './seed.ts';
import { compareValues, render, type Value, type Version } from './value.ts';

const pageSize = 100;

/** A page of rows after the query options, with the total before paging and where the next page begins. */
export interface Page {
  rows: Row[];
  total: number;
  nextSkip?: number;
}

/** Applies filter, order and paging. */
export function queryRows(
  all: readonly Row[],
  set: MockSet,
  options: QueryOptions,
  service: MockService,
  rows: Rows,
): Page {
  let selected = options.filter ? all.filter(compileFilter(options.filter, set, service, rows)) : [...all];
  const search = options.search?.replace(/^"|"$/g, '').toLowerCase();
  if (search) selected = selected.filter((row) => JSON.stringify(row).toLowerCase().includes(search));
  for (const { path, descending } of [...options.orderby].reverse()) {
    const property = set.type.properties.get(path);
    if (!property && !path.includes('/')) throw unknownProperty(set.type, path, '$orderby');
    const type = property?.type ?? 'Edm.String';
    selected.sort((a, b) => compareValues(a[path] ?? null, b[path] ?? null, type) * (descending ? -1 : 1));
  }
  const start = (options.skip ?? 0) + (options.skipToken ?? 0);
  const wanted = Math.min(options.top ?? Number.POSITIVE_INFINITY, selected.length - start);
  const size = Math.min(wanted, pageSize);
  const page: Page = { rows: selected.slice(start, start + Math.max(0, size)), total: selected.length };
  if (size < wanted) page.nextSkip = (options.skipToken ?? 0) + size;
  return page;
}

/** Writes entities in the JSON of the service's version, with selected properties and expanded navigation. */
export class EntityWriter {
  readonly #service: MockService;
  readonly #rows: Rows;
  readonly #root: string;

  constructor(service: MockService, rows: Rows, root: string) {
    this.#service = service;
    this.#rows = rows;
    this.#root = root;
  }

  entity(set: MockSet, row: Row, options: QueryOptions): Value {
    const written = this.#properties(set.type, row, options.select);
    const { version } = this.#service;
    for (const name of options.select ?? []) {
      const [first = ''] = name.split('/');
      if (!set.type.properties.has(first) && !set.type.navigations.has(first))
        throw unknownProperty(set.type, name, '$select');
    }
    for (const [name, nested] of options.expand) {
      const navigation = set.type.navigations.get(name);
      if (!navigation) throw unknownProperty(set.type, name, '$expand');
      const related = this.#rows.related(set, row, navigation);
      const children = related ? queryRows(related.rows, related.set, nested, this.#service, this.#rows).rows : [];
      const entities = related ? children.map((child) => this.entity(related.set, child, nested)) : [];
      if (!navigation.collection) written[name] = entities[0] ?? null;
      else written[name] = version === 'V2' ? { results: entities } : entities;
    }
    if (version === 'V4') return { '@odata.etag': this.#rows.etag(row), ...written };
    const uri = `${this.#root}/${set.name}(${keyText(set, row, version)})`;
    for (const navigation of set.type.navigations.values()) {
      if (written[navigation.name] === undefined)
        written[navigation.name] = { __deferred: { uri: `${uri}/${navigation.name}` } };
    }
    return { __metadata: { id: uri, uri, type: set.type.name, etag: this.#rows.etag(row) }, ...written };
  }

  #properties(type: MockType, row: Row, select: readonly string[] | undefined): Record<string, Value> {
    const written: Record<string, Value> = {};
    for (const property of type.properties.values()) {
      if (
        select &&
        !select.includes(property.name) &&
        !(type.keys.includes(property.name) && this.#service.version === 'V4')
      )
        continue;
      const value = row[property.name] ?? null;
      const complex = this.#service.types.get(property.type);
      if (complex && value !== null && typeof value === 'object' && !Array.isArray(value)) {
        written[property.name] = this.#properties(complex, value, undefined);
      } else written[property.name] = render(value, property, this.#service.version);
    }
    return written;
  }
}

const keyPrefix: Record<string, string> = {
  'Edm.Guid': 'guid',
  'Edm.DateTime': 'datetime',
  'Edm.DateTimeOffset': 'datetimeoffset',
  'Edm.Time': 'time',
};

/** The canonical key predicate of a row, without parentheses, percent-encoded. */
export function keyText(set: MockSet, row: Row, version: Version): string {
  const parts = set.type.keys.map((name) => {
    const value = String(row[name] ?? null).replaceAll("'", "''");
    const type = set.type.properties.get(name)?.type ?? 'Edm.String';
    const quoted = type === 'Edm.String' || (version === 'V2' && type in keyPrefix);
    const literal = quoted ? `${keyPrefix[type] ?? ''}'${encodeURIComponent(value)}'` : value;
    return set.type.keys.length === 1 ? literal : `${name}=${literal}`;
  });
  return parts.join(',');
}

function unknownProperty(type: MockType, name: string, option: string): MockFault {
  const message = `${type.name} has no property ${name} for ${option}.`;
  return new MockFault(400, 'GRM/PROPERTY', message, [{ kind: 'key', path: `${option}/${name}`, message }]);
}
