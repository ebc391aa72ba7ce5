import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { type ApiProblem, asProblem, isAbort } from './problem.ts';
import { currentToken, onTokenChange } from './token.ts';

/** What is loaded: the last answer (also while the next one is on its way), or why there is none. */
export interface Resource<Value> {
  readonly value: Value | undefined;
  readonly problem: ApiProblem | undefined;
  readonly isLoading: boolean;
  /** Asks again. */
  reload(): void;
}

interface Loaded<Value> {
  readonly key: string | undefined;
  readonly value: Value | undefined;
  readonly problem: ApiProblem | undefined;
}

/**
 * Loads whenever the key changes; an answer that comes too late is given up. No key: nothing is wanted. With `keep` the answer to the last
 * key stays until the next one is there; otherwise a new key begins with nothing.
 */
export function useResource<Value>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<Value>,
  { keep = false }: { keep?: boolean } = {},
): Resource<Value> {
  const token = useSyncExternalStore(onTokenChange, currentToken);
  const [round, setRound] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<Value>>({ key: undefined, value: undefined, problem: undefined });
  const [settled, setSettled] = useState<string | undefined>();
  const ask = key === undefined ? undefined : `${key}\n${round}\n${token ?? ''}`;
  const begin = useEffectEvent(load);
  useEffect(() => {
    if (ask === undefined) return;
    const stop = new AbortController();
    begin(stop.signal).then(
      (value) => {
        if (stop.signal.aborted) return;
        setLoaded({ key, value, problem: undefined });
        setSettled(ask);
      },
      (error: unknown) => {
        if (stop.signal.aborted || isAbort(error)) return;
        setLoaded({ key, value: undefined, problem: asProblem(error) });
        setSettled(ask);
      },
    );
    return () => stop.abort();
  }, [ask, key]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  const isCurrent = loaded.key === key || (keep && key !== undefined);
  return {
    value: isCurrent ? loaded.value : undefined,
    problem: loaded.key === key ? loaded.problem : undefined,
    isLoading: ask !== undefined && settled !== ask,
    reload,
  };
}
