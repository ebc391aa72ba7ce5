import type { EventStore } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

const mostEvents = 200;
const mostBytes = 2 * 1024 * 1024;

interface Kept {
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly bytes: number;
}

/** The last messages of a session, so that a client whose connection broke reads on where it was. Bounded in number and size. */
export class EventMemory implements EventStore {
  readonly #events = new Map<string, Kept>();
  #bytes = 0;
  #last = 0;

  async storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    this.#last += 1;
    const id = `${this.#last}`;
    const bytes = JSON.stringify(message).length;
    this.#events.set(id, { stream, message, bytes });
    this.#bytes += bytes;
    for (const [oldest, kept] of this.#events) {
      if (this.#events.size <= mostEvents && this.#bytes <= mostBytes) break;
      this.#events.delete(oldest);
      this.#bytes -= kept.bytes;
    }
    return id;
  }

  async getStreamIdForEventId(id: string): Promise<string | undefined> {
    return this.#events.get(id)?.stream;
  }

  async replayEventsAfter(
    id: string,
    { send }: { send: (id: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const stream = this.#events.get(id)?.stream ?? '';
    for (const [later, kept] of this.#events)
      if (kept.stream === stream && Number(later) > Number(id)) await send(later, kept.message);
    return stream;
  }
}
