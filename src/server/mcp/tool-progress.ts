import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';

/** What the SDK hands to a handler of a request. */
export type RequestExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const beat = 5000;

/**
 * Tells a client that asked for it how a request goes on: whatever is reported, and every five seconds that it still runs, so that nobody
 * gives up on an approval that takes its time. Progress is in seconds.
 */
export class ToolProgress {
  readonly #extra: RequestExtra;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;
  #last = -1;
  #text: string;

  constructor(extra: RequestExtra, text: string) {
    this.#extra = extra;
    this.#text = text;
    if (extra._meta?.progressToken === undefined) return;
    this.#timer = setInterval(() => void this.#send(), beat);
    this.#timer.unref();
    void this.#send();
  }

  report(text: string): void {
    this.#text = text;
    void this.#send();
  }

  end(): void {
    clearInterval(this.#timer);
  }

  async #send(): Promise<void> {
    const progressToken = this.#extra._meta?.progressToken;
    if (progressToken === undefined || this.#extra.signal.aborted) return;
    const seconds = Math.round((performance.now() - this.#started) / 100) / 10;
    this.#last = Math.max(seconds, this.#last + 0.1);
    await this.#extra
      .sendNotification({
        method: 'notifications/progress',
        params: { progressToken, progress: this.#last, message: this.#text },
      })
      .catch(() => this.end());
  }
}
