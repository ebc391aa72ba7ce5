/** What a resource is about. */
export type ResourceKind = 'service' | 'process' | 'spec';

const kinds: ReadonlySet<string> = new Set<ResourceKind>(['service', 'process', 'spec']);

/** The address of a resource. Ids keep their slashes, everything else that an address may not hold is percent-encoded. */
export function resourceAddress(kind: ResourceKind, id: string): string {
  return `groundrail://${kind}/${id.split('/').map(encodeURIComponent).join('/')}`;
}

/** Kind and id of an address; undefined where it is none of ours. */
export function readResourceAddress(address: string): { kind: ResourceKind; id: string } | undefined {
  const [, kind = '', path = ''] = /^groundrail:\/\/([a-z]+)\/(.+)$/s.exec(address) ?? [];
  if (!isKind(kind)) return undefined;
  try {
    return { kind, id: decodeURIComponent(path) };
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function isKind(word: string): word is ResourceKind {
  return kinds.has(word);
}
