/** A request that every door understands. */
export type DoorRequest =
  | { readonly kind: 'search'; readonly query: string; readonly k: number }
  | { readonly kind: 'describe'; readonly target: string; readonly query?: string; readonly detail?: 'full' }
  | {
      readonly kind: 'values';
      readonly target: string;
      readonly property: string;
      readonly find?: string;
      readonly limit: number;
    }
  | { readonly kind: 'validate' | 'plan' | 'read'; readonly call: Call };

/** A call as JSON. */
export type Call = Readonly<Record<string, unknown>>;

/** What a door says: its data, or the code and the sentence with which it says that it cannot. */
export type Answer =
  | { readonly data: unknown }
  | { readonly error: { readonly code: string; readonly message: string } };

/** One way into a landscape. */
export interface Door {
  readonly name: string;
  answer(request: DoorRequest): Promise<Answer>;
  close(): Promise<void>;
}
