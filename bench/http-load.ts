import { connect, type Socket } from 'node:net';

/** What a load came to; waits in milliseconds. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

/**
 * Sends GET requests over some kept-alive connections, one after the other on each, for a while. It reads no more of HTTP than where an answer
 * ends, so that it takes little of the processor from the server beside it.
 */
export async function load(
  url: URL,
  pathOf: (index: number) => string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const waits: number[] = [];
  let failed = 0;
  let next = 0;
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await Connection.open(url);
      while (performance.now() < until) {
        const sent = performance.now();
        if ((await connection.get(pathOf(next++))) !== 200) failed += 1;
        waits.push(performance.now() - sent);
      }
      connection.close();
    }),
  );
  const lasted = (performance.now() - started) / 1000;
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0;
  return { perSecond: waits.length / lasted, p50: at(0.5), p99: at(0.99), failed };
}

class Connection {
  readonly #socket: Socket;
  readonly #host: string;
  #received = '';
  #answered: (status: number) => void = () => undefined;
  #broken: (error: Error) => void = () => undefined;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setEncoding('latin1').on('data', (chunk: string) => this.#take(chunk));
    socket.on('error', (error) => this.#broken(error));
    socket.on('close', () => this.#broken(new Error('The server has closed the connection.')));
  }

  static open(url: URL): Promise<Connection> {
    return new Promise((done, failed) => {
      const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
      socket.once('error', failed);
      socket.once('connect', () => done(new Connection(socket, url.host)));
    });
  }

  get(path: string): Promise<number> {
    return new Promise((answered, broken) => {
      this.#answered = answered;
      this.#broken = broken;
      this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n\r\n`);
    });
  }

  close(): void {
    this.#broken = () => undefined;
    this.#socket.destroy();
  }

  #take(chunk: string): void {
    this.#received += chunk;
    const head = this.#received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, head))?.[1];
    const isWhole =
      length === undefined
        ? this.#received.endsWith('\r\n0\r\n\r\n')
        : this.#received.length >= head + 4 + Number(length);
    if (!isWhole) return;
    const status = Number(this.#received.slice(9, 12));
    this.#received = '';
    this.#answered(status);
  }
}
