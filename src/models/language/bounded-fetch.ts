/**
 * A fetch that follows no redirect, which would carry a key elsewhere, and gives up an answer that is larger than so many bytes with a
 * RangeError.
 */
export function boundedFetch(inner: typeof fetch, mostBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, { ...init, redirect: 'manual' });
    if (response.body === null) return response;
    let size = 0;
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        size += part.byteLength;
        if (size > mostBytes) controller.error(new RangeError(`its answer is larger than ${mostBytes} bytes`));
        else controller.enqueue(part);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counting), { status, statusText, headers });
  };
}
