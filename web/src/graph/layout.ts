import type { NestedNode } from './nested-layout.ts';

/** What a worker is asked to lay out. */
export type LayoutWish =
  | { readonly kind: 'nested'; readonly number: number; readonly nodes: readonly NestedNode[] }
  | {
      readonly kind: 'forces';
      readonly number: number;
      /** Where the nodes are now: x and y by turns. */
      readonly places: Float32Array;
      /** Ends of the edges by turns, by position. */
      readonly edges: Uint32Array;
    };

/** Places that a worker found; further ones follow until the last. */
export interface LayoutAnswer {
  readonly number: number;
  readonly places: Float32Array;
  readonly isLast: boolean;
}

/** The part of a wish that its sender says. */
type Wish = LayoutWish extends infer One ? (One extends LayoutWish ? Omit<One, 'number'> : never) : never;

/** Lays out beside the page, so that it stays smooth; a new wish takes the place of the last. */
export class Layout {
  readonly #worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
  #number = 0;
  #onPlaces: (places: Float32Array, isLast: boolean) => void = () => undefined;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<LayoutAnswer>) => {
      if (data.number === this.#number) this.#onPlaces(data.places, data.isLast);
    });
  }

  ask(wish: Wish, onPlaces: (places: Float32Array, isLast: boolean) => void): void {
    this.#number += 1;
    this.#onPlaces = onPlaces;
    this.#worker.postMessage({ ...wish, number: this.#number });
  }

  close(): void {
    this.#worker.terminate();
  }
}
