const mostDimensions = 65_536;

/** The rows of an OpenAI-compatible answer in the order of the request; throws a RangeError that says what is wrong with it. */
export function readEmbeddings(answer: unknown, count: number): Float32Array[] {
  const data = property(answer, 'data');
  if (!Array.isArray(data)) throw new RangeError('its answer has no list "data"');
  if (data.length !== count) throw new RangeError(`its answer has ${data.length} embeddings for ${count} texts`);
  const rows: Float32Array[] = [];
  for (const [position, item] of data.entries()) {
    const index = property(item, 'index') ?? position;
    if (
      typeof index !== 'number' ||
      !Number.isInteger(index) ||
      index < 0 ||
      index >= count ||
      rows[index] !== undefined
    ) {
      throw new RangeError('its answer numbers its embeddings wrongly');
    }
    rows[index] = rowOf(property(item, 'embedding'));
  }
  return rows;
}

function rowOf(embedding: unknown): Float32Array {
  if (!Array.isArray(embedding) || embedding.length === 0 || embedding.length > mostDimensions) {
    throw new RangeError('its answer holds an embedding that is no list of numbers');
  }
  if (!embedding.every((value) => typeof value === 'number' && Number.isFinite(value))) {
    throw new RangeError('its answer holds an embedding with something else than numbers');
  }
  return Float32Array.from(embedding);
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}
