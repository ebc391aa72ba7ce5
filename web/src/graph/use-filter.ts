import { useMemo } from 'react';
import { useParam } from '../app/router.ts';

/** A choice among kinds that the address keeps; nothing there means all. */
export interface Filter {
  readonly all: readonly string[];
  readonly chosen: ReadonlySet<string>;
  toggle(kind: string): void;
}

/** The filter by the parameter of that name. */
export function useFilter(name: string, all: readonly string[]): Filter {
  const [text, setText] = useParam(name);
  const chosen = useMemo(() => {
    const named = new Set(text.split(',').filter((kind) => all.includes(kind)));
    return text === '' ? new Set(all) : named;
  }, [text, all]);
  const toggle = (kind: string): void => {
    const next = all.filter((one) => (one === kind ? !chosen.has(one) : chosen.has(one)));
    setText(next.length === all.length ? '' : next.length === 0 ? 'none' : next.join(','), { replace: true });
  };
  return { all, chosen, toggle };
}
