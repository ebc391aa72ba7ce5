import { mayRepeat, pauseBefore, type RetryLimits } from './backoff.ts';
import { readBoundedText } from './bounded-body.ts';
import { CircuitBreaker, type CircuitLimits } from './circuit.ts';
import { HostLanes } from './host-lanes.ts';
import type { HttpAnswer } from './protocol.ts';
import { TransportFailure, toTransportFailure } from './transport-failure.ts';

/** Bounds of everything that comes from outside. */
export interface TransportLimits {
  /** For one attempt, from the first byte sent to the last byte read. */
  readonly timeoutMs: number;
  /** Decoded bytes of one answer. */
  readonly maxBytes: number;
  readonly redirects: number;
  /** Requests to one host under way at once. */
  readonly concurrency: number;
  readonly retry: RetryLimits;
  readonly circuit: CircuitLimits;
}

export const defaultLimits: TransportLimits = {
  timeoutMs: 30_000,
  maxBytes: 32 * 1_048_576,
  redirects: 5,
  concurrency: 32,
  retry: { attempts: 4, baseMs: 200, maxMs: 10_000 },
  circuit: { failures: 10, openMs: 30_000 },
};

/** What the transport needs from the outside world; all of it can be replaced. */
export interface TransportOptions {
  readonly fetch: typeof fetch;
  readonly limits: TransportLimits;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** True for hosts (with port) that a registered service lives on. */
  readonly isRegistered: (url: URL) => boolean;
}

/** A request as it goes over the wire, credentials included. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** May be repeated and redirected: it changes nothing. */
  readonly idempotent: boolean;
}

/**
 * Sends requests to registered hosts only, within the limits. Idempotent ones are repeated on 429, 502, 503, 504 and a broken
 * connection, and follow redirects inside the registered hosts; a write leaves exactly once. Throws only TransportFailure.
 */
export class Transport {
  readonly #options: TransportOptions;
  readonly #circuit: CircuitBreaker;
  readonly #lanes: HostLanes;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#circuit = new CircuitBreaker(options.limits.circuit, options.now);
    this.#lanes = new HostLanes(options.limits.concurrency);
  }

  async send(request: WireRequest, signal?: AbortSignal): Promise<HttpAnswer> {
    const { limits, now, random, sleep } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const last = !request.idempotent || attempt >= limits.retry.attempts;
      let pause: number | undefined;
      try {
        const answer = await this.#lanes.run(new URL(request.url).host, () => this.#follow(request, signal));
        if (last || !mayRepeat(answer.status)) return answer;
        pause = pauseBefore(attempt, answer.headers.get('retry-after'), limits.retry, now(), random);
        if (pause === undefined) return answer;
      } catch (error) {
        const known = toTransportFailure(error, new URL(request.url).host, limits.timeoutMs);
        const failure = signal?.aborted === true ? known.asCancelled() : known;
        if (last || !transient.has(failure.rule)) throw failure;
        pause = pauseBefore(attempt, null, limits.retry, now(), random) ?? 0;
      }
      await sleep(pause, signal);
    }
  }

  /** One attempt, with the redirects that it leads to. */
  async #follow(request: WireRequest, signal: AbortSignal | undefined): Promise<HttpAnswer> {
    const timeout = AbortSignal.timeout(this.#options.limits.timeoutMs);
    const both = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    let current = request;
    for (let hops = 0; ; hops++) {
      const answer = await this.#attempt(current, both);
      const location = answer.headers.get('location');
      if (answer.status < 301 || answer.status > 308 || answer.status === 304 || location === null) return answer;
      current = this.#redirected(current, answer, location, hops);
    }
  }

  async #attempt(request: WireRequest, signal: AbortSignal): Promise<HttpAnswer> {
    const { limits, isRegistered } = this.#options;
    const url = new URL(request.url);
    if (!isRegistered(url)) {
      throw new TransportFailure(
        'unregistered-host',
        `${url.host} is not the host of any registered service, so nothing is sent there.`,
        { sent: false },
      );
    }
    const wait = this.#circuit.waitFor(url.host);
    if (wait > 0) {
      throw new TransportFailure(
        'circuit-open',
        `${url.host} failed ${limits.circuit.failures} times in a row and is left alone for ${Math.ceil(wait / 1000)} s more; try again then.`,
        { sent: false },
      );
    }
    if (signal.aborted)
      throw new TransportFailure('cancelled', `The call to ${url.host} was cancelled before it was sent.`, {
        sent: false,
      });
    let status: number | undefined;
    try {
      const { method, headers, body } = request;
      const response = await this.#options.fetch(request.url, {
        method,
        headers,
        ...(body !== undefined && { body }),
        redirect: 'manual',
        signal,
      });
      status = response.status;
      const text = await readBoundedText(response, url.host, limits.maxBytes);
      this.#circuit.note(url.host, status === 502 || status === 503 || status === 504 ? 'failed' : 'answered');
      return { status, headers: response.headers, text, url: request.url };
    } catch (error) {
      const failure = toTransportFailure(error, url.host, limits.timeoutMs, status);
      this.#circuit.note(
        url.host,
        failure.rule === 'cancelled' ? 'cancelled' : failure.rule === 'too-large' ? 'answered' : 'failed',
      );
      throw failure;
    }
  }

  #redirected(request: WireRequest, answer: HttpAnswer, location: string, hops: number): WireRequest {
    const { limits, isRegistered } = this.#options;
    const from = new URL(request.url);
    const fail = (problem: string): TransportFailure =>
      new TransportFailure('redirect', `${from.host} answered ${answer.status}: ${problem}`, {
        // 307 and 308 say that nothing was done; the others may answer a request that was.
        sent: answer.status !== 307 && answer.status !== 308,
        status: answer.status,
      });
    const target = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
    if (target === undefined) throw fail('the address it redirects to cannot be read.');
    const shown = `${target.origin}${target.pathname}`;
    if (!request.idempotent)
      throw fail(
        `it redirects to ${shown}, but a write goes only where it was meant to. Register that address as url of the service.`,
      );
    if (hops >= limits.redirects) throw fail(`it redirects more than ${limits.redirects} times.`);
    if (!isRegistered(target)) throw fail(`it redirects to ${shown}, whose host no service is registered for.`);
    if (from.protocol === 'https:' && target.protocol !== 'https:')
      throw fail(`it redirects from https to ${shown}, which is not encrypted.`);
    const headers = target.origin === from.origin ? request.headers : withoutCredentials(request.headers);
    return { ...request, url: target.href, headers };
  }
}

/** Broken connections; a refused one or a timeout is told at once. */
const transient = new Set(['connection-broken', 'truncated']);

function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  const safe = new Set([
    'accept',
    'odata-maxversion',
    'dataserviceversion',
    'maxdataserviceversion',
    'x-correlation-id',
    'traceparent',
  ]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => safe.has(name.toLowerCase())));
}
