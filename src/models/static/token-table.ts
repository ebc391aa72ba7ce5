import { crc32 } from 'node:zlib';

/**
 * Vectors of vocabulary entries: WordPiece pieces, then pairs of neighbouring pieces with a space between. Row i is the int8 values
 * `vectors[i * dimensions ...]` times `scales[i]`. `origin` says how the table was made.
 */
export interface TokenTable {
  readonly dimensions: number;
  readonly entries: readonly string[];
  readonly scales: Float32Array;
  readonly vectors: Int8Array;
  readonly origin: Readonly<Record<string, unknown>>;
  /** CRC-32 of the content, in hexadecimal. */
  readonly checksum: string;
}

/*
 * Little-endian. Header of 32 bytes: magic "GRTT", version, entries, dimensions, bytes of the origin, bytes of the entries, CRC-32 of
 * everything after the header, zero. Then the origin (JSON), the entries (one a line), each padded with spaces or newlines to a multiple
 * of four, the scales (float32) and the rows (int8).
 */
const magic = 0x54545247;
const version = 1;
const headerBytes = 32;

const padded = (length: number) => Math.ceil(length / 4) * 4;

/** The bytes of a table; equal tables give equal bytes. */
export function encodeTokenTable(table: Omit<TokenTable, 'checksum'>): Uint8Array {
  const encoder = new TextEncoder();
  const origin = encoder.encode(JSON.stringify(table.origin));
  const entries = encoder.encode(table.entries.join('\n'));
  const originBytes = padded(origin.length);
  const entriesBytes = padded(entries.length);
  const bytes = new Uint8Array(
    headerBytes + originBytes + entriesBytes + table.scales.length * 4 + table.vectors.length,
  );
  let at = headerBytes;
  bytes.fill(0x20, at, at + originBytes).set(origin, at);
  at += originBytes;
  bytes.fill(0x0a, at, at + entriesBytes).set(entries, at);
  at += entriesBytes;
  bytes.set(new Uint8Array(table.scales.buffer, table.scales.byteOffset, table.scales.byteLength), at);
  at += table.scales.byteLength;
  bytes.set(new Uint8Array(table.vectors.buffer, table.vectors.byteOffset, table.vectors.byteLength), at);
  const header = new Uint32Array(bytes.buffer, 0, headerBytes / 4);
  header.set([magic, version, table.entries.length, table.dimensions, originBytes, entriesBytes]);
  header[6] = crc32(bytes.subarray(headerBytes));
  return bytes;
}

/** Reads a table without copying its rows; throws a RangeError that says what is wrong with the bytes. */
export function decodeTokenTable(file: Uint8Array): TokenTable {
  const bytes = file.byteOffset % 4 === 0 ? file : new Uint8Array(file);
  if (bytes.length < headerBytes) throw new RangeError(`it has ${bytes.length} bytes, fewer than its header`);
  const [found, written, rows = 0, dimensions = 0, originBytes = 0, entriesBytes = 0, checksum] = new Uint32Array(
    bytes.buffer,
    bytes.byteOffset,
    headerBytes / 4,
  );
  if (found !== magic) throw new RangeError('it is not a token table');
  if (written !== version) throw new RangeError(`it has version ${written}, this version reads ${version}`);
  const scalesAt = headerBytes + originBytes + entriesBytes;
  const length = scalesAt + rows * 4 + rows * dimensions;
  if (bytes.length !== length) throw new RangeError(`it has ${bytes.length} bytes where its header promises ${length}`);
  if (crc32(bytes.subarray(headerBytes)) !== checksum) throw new RangeError('its checksum does not match its content');
  const decoder = new TextDecoder();
  const entries = decoder
    .decode(bytes.subarray(headerBytes + originBytes, scalesAt))
    .trimEnd()
    .split('\n');
  if (entries.length !== rows) throw new RangeError(`it names ${entries.length} entries for ${rows} rows`);
  return {
    dimensions,
    entries,
    scales: new Float32Array(bytes.buffer, bytes.byteOffset + scalesAt, rows),
    vectors: new Int8Array(bytes.buffer, bytes.byteOffset + scalesAt + rows * 4, rows * dimensions),
    origin: JSON.parse(decoder.decode(bytes.subarray(headerBytes, headerBytes + originBytes))),
    checksum: checksum.toString(16).padStart(8, '0'),
  };
}
