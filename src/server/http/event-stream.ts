const heartbeat = 15_000;

/**
 * What a generator yields as server-sent events of one name, numbered, with the value as JSON; a comment every 15 seconds keeps the
 * connection. The generator is asked for the next value only when the client has read the last, and is told to stop when it has gone.
 */
export function eventStream(
  name: string,
  generate: (stop: AbortSignal) => AsyncGenerator<unknown>,
  signal: AbortSignal,
): Response {
  const gone = new AbortController();
  const values = generate(AbortSignal.any([signal, gone.signal]));
  const encoder = new TextEncoder();
  let number = 0;
  let timer: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': still here\n\n'));
      }, heartbeat);
      timer.unref();
    },
    async pull(controller) {
      const { done, value } = await values.next();
      if (done === true) {
        clearInterval(timer);
        controller.close();
        return;
      }
      number += 1;
      controller.enqueue(encoder.encode(`event: ${name}\nid: ${number}\ndata: ${JSON.stringify(value)}\n\n`));
    },
    async cancel() {
      clearInterval(timer);
      gone.abort();
      await values.return(undefined);
    },
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  });
}
