import { TransportFailure } from './transport-failure.ts';

/**
 * Reads a body to its end as text and counts decoded bytes, so that a small compressed answer cannot become a huge one in
 * memory. Past the limit the connection is given up and a TransportFailure says so.
 */
export async function readBoundedText(response: Response, host: string, maxBytes: number): Promise<string> {
  const declared = Number(response.headers.get('content-length') ?? Number.NaN);
  if (declared > maxBytes) {
    await response.body?.cancel();
    throw tooLarge(host, response.status, maxBytes);
  }
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge(host, response.status, maxBytes);
    }
    chunks.push(value);
  }
  return new TextDecoder('utf-8').decode(Buffer.concat(chunks));
}

function tooLarge(host: string, status: number, maxBytes: number): TransportFailure {
  const megabytes = Math.max(1, Math.round(maxBytes / 1_048_576));
  const problem = `${host} answered ${status} with more than ${megabytes} MB, which is not read. Ask for fewer rows or properties (top, select).`;
  return new TransportFailure('too-large', problem, { sent: true, status });
}
