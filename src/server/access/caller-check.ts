import { hostName, isLoopback } from './local-address.ts';

/** Headers by which a proxy says that the request came from elsewhere. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Whether a request comes from a person at this machine: over loopback at both ends and not passed on by a proxy, which would lend its
 * own address to strangers.
 */
export function isLocal(headers: Headers, from: string | undefined): boolean {
  return from !== undefined && isLoopback(from) && !forwarding.some((name) => headers.has(name));
}

/** Which names and pages may be used to reach a server. */
export interface Openness {
  /** Names besides the loopback ones, in lower case. */
  readonly hosts: ReadonlySet<string>;
  /** Origins of pages that may use the server from a browser. */
  readonly origins: ReadonlySet<string>;
}

/**
 * Why a request is refused before anybody looks who sent it. A foreign name in `Host` is what DNS rebinding looks like, a foreign
 * `Origin` is a page of somebody else.
 */
export function doorProblem(
  request: Request,
  { hosts, origins }: Openness,
): 'host-refused' | 'origin-refused' | undefined {
  const host = request.headers.get('host') ?? undefined;
  const name = hostName(host);
  if (name === undefined || !(isLoopback(name) || hosts.has(name))) return 'host-refused';
  const origin = request.headers.get('origin');
  if (origin !== null) return isOwn(origin, host) || origins.has(origin) ? undefined : 'origin-refused';
  const site = request.headers.get('sec-fetch-site');
  const isSafe = request.method === 'GET' || request.method === 'HEAD';
  if (site === 'cross-site' && !(isSafe && request.headers.get('sec-fetch-mode') === 'navigate'))
    return 'origin-refused';
  return undefined;
}

function isOwn(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
