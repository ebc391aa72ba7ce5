import type { CatalogService } from '../spec/catalog.ts';
import type { StructuredType } from '../spec/structured-type.ts';
import { canonicalValue } from './json-value.ts';
import type { ResultShape } from './request.ts';
import { dialectOf, propertyShape } from './shape.ts';

/** What stands in a successful answer, in one shape for all protocol versions. */
export interface Decoded {
  /** An entity, a primitive, or `{ value: […], count? }`. */
  readonly body: unknown;
  readonly etag?: string;
  readonly next?: string;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Takes the wrappers of V2 and V3 off (`d`, `results`, the name of a function import), writes `/Date(ms)/` as ISO 8601 where
 * the type is known, and keeps of the control information only the ETag, as `@odata.etag`. `__deferred` links are left out.
 */
export function decode(service: CatalogService, json: unknown, result: ResultShape): Decoded {
  if (!isObject(json)) return { body: json };
  return dialectOf(service) === 'v4' ? decodeV4(json) : decodeV2(service, json, result);
}

function decodeV4(json: Json): Decoded {
  const next = text(json['@odata.nextLink'] ?? json['@nextLink']);
  const count = json['@odata.count'] ?? json['@count'];
  const etag = text(json['@odata.etag'] ?? json['@etag']);
  const { value } = json;
  const names = Object.keys(json).filter((name) => !name.startsWith('@'));
  if (names.length === 1 && value !== undefined) {
    if (!Array.isArray(value)) return { body: value };
    const body = count === undefined ? { value } : { value, count: Number(count) };
    return { body, ...(next !== undefined && { next }) };
  }
  const body = Object.fromEntries(
    Object.entries(json).filter(
      ([name]) => !/^@(?:odata\.)?(?:context|metadataEtag|id|editLink|readLink|type)$/.test(name),
    ),
  );
  return { body, ...(etag !== undefined && { etag }) };
}

function decodeV2(service: CatalogService, json: Json, result: ResultShape): Decoded {
  const data = 'd' in json ? json.d : json;
  if (!isObject(data))
    return { body: Array.isArray(data) ? { value: data.map((item) => plain(service, item, result.type)) } : data };
  const unwrapped =
    result.wrapper !== undefined && Object.keys(data).length === 1 && result.wrapper in data
      ? data[result.wrapper]
      : data;
  if (!isObject(unwrapped)) {
    return {
      body: Array.isArray(unwrapped)
        ? { value: unwrapped.map((item) => plain(service, item, result.type)) }
        : unwrapped,
    };
  }
  const rows = unwrapped.results ?? (dialectOf(service) === 'v3' ? unwrapped.value : undefined);
  if (Array.isArray(rows)) {
    const value = rows.map((item) => plain(service, item, result.type));
    const count = unwrapped.__count ?? unwrapped['odata.count'];
    const next = text(unwrapped.__next ?? unwrapped['odata.nextLink']);
    return {
      body: count === undefined ? { value } : { value, count: Number(count) },
      ...(next !== undefined && { next }),
    };
  }
  const etag = etagOf(unwrapped);
  const body = plain(service, unwrapped, result.type);
  if (isObject(body)) {
    const { '@odata.etag': _, ...entity } = body;
    return { body: entity, ...(etag !== undefined && { etag }) };
  }
  return { body };
}

function plain(service: CatalogService, value: unknown, type: StructuredType | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(service, item, type));
  if (!isObject(value)) return value;
  if (Array.isArray(value.results)) return value.results.map((item) => plain(service, item, type));
  const entity: Record<string, unknown> = {};
  const etag = etagOf(value);
  if (etag !== undefined) entity['@odata.etag'] = etag;
  for (const [name, member] of Object.entries(value)) {
    if (name === '__metadata' || (isObject(member) && '__deferred' in member)) continue;
    const property = type?.properties.get(name);
    const targetId = type?.navigation.get(name)?.targetId;
    if (property !== undefined) {
      const { structure, primitive } = propertyShape(service, property);
      entity[name] = structure === undefined ? canonicalValue(member, primitive) : plain(service, member, structure);
    } else entity[name] = plain(service, member, targetId === undefined ? undefined : service.type(targetId));
  }
  return entity;
}

function etagOf(entity: Json): string | undefined {
  const metadata = entity.__metadata;
  return isObject(metadata) ? text(metadata.etag) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
