import { useSyncExternalStore } from 'react';

/** Where the page is: the path in decoded parts, and the parameters. */
export interface Place {
  readonly parts: readonly string[];
  readonly params: ReadonlyMap<string, string>;
}

/** Parameters of a link; what is undefined or empty is left out. */
export type Params = Readonly<Record<string, string | number | undefined>>;

const moved = new EventTarget();
let known: { href: string; place: Place } | undefined;

/** Addresses of the screens; the only place that knows how they are written. */
export const to = {
  search: (params: { query?: string; mode?: string; k?: number | string } = {}) => address(['search'], params),
  set: (id: string, params: Params = {}) => address(['sets', ...id.split('/')], params),
  processes: (params: Params = {}) => address(['processes'], params),
  process: (id: string, params: Params = {}) => address(['processes', id], params),
  graph: (params: Params = {}) => address(['graph'], params),
  runs: (params: Params = {}) => address(['runs'], params),
  run: (trace: string, params: Params = {}) => address(['runs', trace], params),
  landscape: (params: Params = {}) => address(['landscape'], params),
};

/** Goes to an address of the page; `replace` leaves no step in the history, as for text that is being typed. */
export function navigate(href: string, { replace = false }: { replace?: boolean } = {}): void {
  if (href === currentHref()) return;
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  moved.dispatchEvent(new Event('move'));
}

/** The place where the page is; components that use it are drawn again when it changes. */
export function usePlace(): Place {
  return useSyncExternalStore(onMove, currentPlace);
}

/** A parameter of the address as state: its value or the default, and how to set it (the default is not written). */
export function useParam(
  name: string,
  fallback = '',
): [value: string, set: (value: string, options?: { replace?: boolean }) => void] {
  const { params } = usePlace();
  const set = (value: string, options?: { replace?: boolean }) =>
    setParams({ [name]: value === fallback ? undefined : value }, options);
  return [params.get(name) ?? fallback, set];
}

/** Changes some parameters of the address and keeps the others. */
export function setParams(changes: Params, options?: { replace?: boolean }): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, String(value));
  }
  navigate(`${url.pathname}${url.search}`, options);
}

function address(parts: readonly string[], params: Params): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return `/${parts.map(encodeURIComponent).join('/')}${search.size === 0 ? '' : `?${search}`}`;
}

function currentHref(): string {
  return `${location.pathname}${location.search}`;
}

function currentPlace(): Place {
  const href = currentHref();
  if (known?.href === href) return known.place;
  const parts = location.pathname.split('/').filter((part) => part !== '');
  const place: Place = { parts: parts.map(decodePart), params: new Map(new URLSearchParams(location.search)) };
  known = { href, place };
  return place;
}

/** A part that is no good percent-encoding is taken as it stands. */
function decodePart(part: string): string {
  return /%(?![0-9a-f]{2})/i.test(part) ? part : decodeURIComponent(part);
}

function onMove(listener: () => void): () => void {
  moved.addEventListener('move', listener);
  window.addEventListener('popstate', listener);
  return () => {
    moved.removeEventListener('move', listener);
    window.removeEventListener('popstate', listener);
  };
}
