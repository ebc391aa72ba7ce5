import type { JsonPatchOperation } from '../../base/index.ts';

/** Applies a repair (JSON Patch, RFC 6902) to a copy of a document; undefined where an operation does not fit. */
export function applyRepair<T>(document: T, repair: readonly JsonPatchOperation[]): T | undefined {
  const holder: Record<string, unknown> = { root: structuredClone(document) };
  for (const operation of repair) if (!applyOperation(holder, operation)) return undefined;
  return holder.root as T;
}

function applyOperation(holder: Record<string, unknown>, operation: JsonPatchOperation): boolean {
  const place = locate(holder, operation.path);
  if (place === undefined) return false;
  switch (operation.op) {
    case 'add':
      return put(place, structuredClone(operation.value), true);
    case 'replace':
      return has(place) && put(place, structuredClone(operation.value), false);
    case 'remove':
      return take(place) !== undefined;
    case 'test':
      return has(place) && JSON.stringify(get(place)) === JSON.stringify(operation.value);
    case 'move':
    case 'copy': {
      const source = locate(holder, operation.from);
      if (source === undefined || !has(source)) return false;
      const value = operation.op === 'copy' ? structuredClone(get(source)) : take(source)?.value;
      const target = locate(holder, operation.path);
      return target !== undefined && put(target, value, true);
    }
  }
}

interface Place {
  readonly container: Record<string, unknown> | unknown[];
  readonly name: string;
}

function locate(holder: Record<string, unknown>, pointer: string): Place | undefined {
  const segments = pointer === '' ? [] : pointer.slice(1).split('/');
  let place: Place = { container: holder, name: 'root' };
  for (const segment of segments) {
    const value = get(place);
    if (typeof value !== 'object' || value === null) return undefined;
    place = {
      container: value as Place['container'],
      name: segment.replaceAll('~1', '/').replaceAll('~0', '~'),
    };
  }
  return place;
}

function has({ container, name }: Place): boolean {
  return Object.hasOwn(container, name);
}

function get({ container, name }: Place): unknown {
  return has({ container, name }) ? (container as Record<string, unknown>)[name] : undefined;
}

function put({ container, name }: Place, value: unknown, insert: boolean): boolean {
  if (!Array.isArray(container)) {
    Object.defineProperty(container, name, { value, writable: true, enumerable: true, configurable: true });
    return true;
  }
  const index = name === '-' ? container.length : Number(name);
  if (!Number.isInteger(index) || index < 0 || index > container.length) return false;
  container.splice(index, insert ? 0 : 1, value);
  return true;
}

function take(place: Place): { value: unknown } | undefined {
  if (!has(place)) return undefined;
  const value = get(place);
  if (Array.isArray(place.container)) place.container.splice(Number(place.name), 1);
  else delete place.container[place.name];
  return { value };
}
