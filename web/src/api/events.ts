/** The data of the server-sent events of a response, as they arrive. */
export async function* readEvents<Value>(response: Response): AsyncGenerator<Value> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = `${rest}${value}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = block
          .split('\n')
          .filter((line) => line.startsWith('data: '))
          .map((line) => line.slice(6));
        if (data.length > 0) yield JSON.parse(data.join('\n')) as Value;
      }
    }
  } finally {
    await reader.cancel();
  }
}
