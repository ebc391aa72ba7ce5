import { isIP, isIPv6 } from 'node:net';

/** Whether an address or name stands for this machine alone. */
export function isLoopback(host: string): boolean {
  const address = bare(host);
  if (address === 'localhost' || address === '::1') return true;
  const four = address.replace(/^::ffff:/, '');
  return isIP(four) === 4 && four.startsWith('127.');
}

/** A host as it stands in a URL: IPv6 addresses in brackets. */
export function urlHost(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/** Name or address of a `Host` header or URL host, without port and brackets, in lower case; undefined where it is none. */
export function hostName(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [, name] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(header) ?? [];
  return name === undefined ? undefined : bare(name);
}

function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
