import type { SearchTables } from './search-tables.ts';

/*
 * Little-endian. Header of 16 bytes: magic "GRST", format, bytes of the outline, bytes in all. Then the outline (JSON), padded with spaces to a
 * multiple of eight, and the arrays one after another, each padded likewise. The outline is the tables with {"@": [type, place, length]} for
 * each typed array.
 */
const magic = 0x54535247;
/** To be raised whenever tables of an earlier version would be read wrongly or give other results. */
const format = 2;
const headerBytes = 16;
const mark = '@';

const arrayTypes = { Uint32Array, Float32Array, Float64Array } as const;
type ArrayName = keyof typeof arrayTypes;
type TypedArray = InstanceType<(typeof arrayTypes)[ArrayName]>;

const padded = (length: number) => Math.ceil(length / 8) * 8;

/** The bytes of search tables; equal tables give equal bytes. */
export function encodeTables(tables: SearchTables): Uint8Array {
  const arrays: TypedArray[] = [];
  let length = 0;
  const outline = JSON.stringify(tables, (_, value: unknown) => {
    if (!isTypedArray(value)) return value;
    const place = length;
    arrays.push(value);
    length += padded(value.byteLength);
    return { [mark]: [value.constructor.name, place, value.length] };
  });
  const text = new TextEncoder().encode(outline);
  const start = headerBytes + padded(text.length);
  const bytes = new Uint8Array(start + length);
  new Uint32Array(bytes.buffer, 0, headerBytes / 4).set([magic, format, padded(text.length), bytes.length]);
  bytes.fill(0x20, headerBytes, start).set(text, headerBytes);
  let at = start;
  for (const { buffer, byteOffset, byteLength } of arrays) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += padded(byteLength);
  }
  return bytes;
}

/** Opens search tables without copying their arrays; undefined where another version wrote them. Throws a RangeError where they are damaged. */
export function decodeTables(bytes: Uint8Array): SearchTables | undefined {
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  if (aligned.length < headerBytes) throw new RangeError('the search tables are shorter than their header');
  const [found, written, outlineBytes = 0, total] = new Uint32Array(
    aligned.buffer,
    aligned.byteOffset,
    headerBytes / 4,
  );
  if (found !== magic) throw new RangeError('the search tables do not begin as such tables do');
  if (written !== format) return undefined;
  if (total !== aligned.length) throw new RangeError(`the search tables have ${aligned.length} bytes, not ${total}`);
  const start = headerBytes + outlineBytes;
  const outline: unknown = JSON.parse(new TextDecoder().decode(aligned.subarray(headerBytes, start)));
  return opened(outline, aligned.buffer, aligned.byteOffset + start, aligned.length - start) as SearchTables;
}

/** Puts the arrays in the place of their marks; lists are left as they are, because none holds an array. */
function opened(value: unknown, buffer: ArrayBufferLike, start: number, length: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (mark in value) {
    const [name, place, count] = value[mark] as [ArrayName, number, number];
    const type = arrayTypes[name];
    if (place + count * type.BYTES_PER_ELEMENT > length) throw new RangeError('the search tables end too early');
    return new type(buffer as ArrayBuffer, start + place, count);
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, opened(part, buffer, start, length)]));
}

function isTypedArray(value: unknown): value is TypedArray {
  return Object.values(arrayTypes).some((type) => value instanceof type);
}
