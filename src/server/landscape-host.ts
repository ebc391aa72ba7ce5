import { setTimeout as delay } from 'node:timers/promises';
import type { Tool } from '../base/index.ts';
import {
  createWorkspaceTools,
  openRecordsOf,
  openWorkspace,
  type RecordStore,
  type Workspace,
} from '../workspace/index.ts';
import { AnswerCache } from './answer-cache.ts';

/** Which landscape a server stands for; the members are those of the command line. */
export interface HostOptions {
  landscape: string;
  store?: string;
  embedder?: string;
  /** Root address of a mock landscape that stands for all systems. */
  target?: string;
}

/** What a request works with: one and the same index from its beginning to its end. */
export interface Opened {
  readonly workspace: Workspace;
  /** All tools of an agent, `finish` included. */
  readonly tools: readonly Tool[];
  /** Changes whenever the landscape was indexed again. */
  readonly generation: string;
  /** Answers that come from this index and nothing else. */
  readonly cache: AnswerCache;
}

/** Requests that come within so many milliseconds share one look at the index. */
const lookEvery = 5;
const lookedJustNow = Promise.resolve();

interface Lease extends Opened {
  users: number;
  retired: boolean;
}

/**
 * Keeps a landscape open for a server. Whoever comes after the landscape was indexed again works with the new index, whoever was
 * there before ends with the old one. The records are opened once and outlive every index.
 */
export class LandscapeHost {
  readonly options: HostOptions;
  readonly records: RecordStore;
  readonly #listeners = new Set<() => void>();
  #lease: Lease;
  #users = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<void> | undefined;
  #onFailure: (error: unknown) => void = () => undefined;

  private constructor(options: HostOptions, records: RecordStore, workspace: Workspace) {
    this.options = options;
    this.records = records;
    this.#lease = leaseOf(workspace);
  }

  /** Throws what `openWorkspace` throws. */
  static async open(options: HostOptions): Promise<LandscapeHost> {
    const records = await openRecordsOf(options.landscape, options.store, 'write');
    try {
      return new LandscapeHost(options, records, await openWorkspace({ ...options, records }));
    } catch (error) {
      await records.close();
      throw error;
    }
  }

  /** Does something with the index that is current now. */
  async use<Result>(work: (opened: Opened) => Promise<Result>): Promise<Result> {
    const { opened, release } = await this.take();
    try {
      return await work(opened);
    } finally {
      await release();
    }
  }

  /** The index that is current now, for as long as it is not given back. */
  async take(): Promise<{ opened: Opened; release: () => Promise<void> }> {
    this.#users += 1;
    await this.refresh();
    const lease = this.#lease;
    lease.users += 1;
    const release = async (): Promise<void> => {
      this.#users -= 1;
      lease.users -= 1;
      await closeUnused(lease);
    };
    return { opened: lease, release };
  }

  /** Changes whenever the landscape was indexed again. */
  get generation(): string {
    return this.#lease.generation;
  }

  /** Looks whether the landscape was indexed again, unless it just did; where the new index cannot be opened the old one stays. */
  refresh(): Promise<void> {
    if (performance.now() - this.#lookedAt < lookEvery) return lookedJustNow;
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** Called after another index has taken the place of the old one; the answer ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called where a new index is there and cannot be opened. */
  onFailure(listener: (error: unknown) => void): void {
    this.#onFailure = listener;
  }

  /** Waits until nothing is being done, at most so many milliseconds. */
  async idle(milliseconds: number): Promise<void> {
    const until = performance.now() + milliseconds;
    do await delay(10);
    while (this.#users > 0 && performance.now() < until);
  }

  async close(): Promise<void> {
    this.#lease.retired = true;
    await closeUnused(this.#lease);
    await this.records.close();
  }

  async #refresh(): Promise<void> {
    if (this.#lease.retired) return;
    const started = performance.now();
    try {
      if (await this.#lease.workspace.isCurrent()) {
        this.#lookedAt = started;
        return;
      }
      const workspace = await openWorkspace({ ...this.options, records: this.records });
      const before = this.#lease;
      this.#lease = leaseOf(workspace);
      before.retired = true;
      await closeUnused(before);
    } catch (error) {
      this.#onFailure(error);
      return;
    }
    for (const listener of this.#listeners) listener();
  }
}

function leaseOf(workspace: Workspace): Lease {
  const { createdAt, groundrail } = workspace.meta;
  return {
    workspace,
    tools: createWorkspaceTools(workspace),
    generation: `${createdAt} ${groundrail}`,
    cache: new AnswerCache(),
    users: 0,
    retired: false,
  };
}

async function closeUnused(lease: Lease): Promise<void> {
  if (lease.retired && lease.users === 0) await lease.workspace.close();
}
