/** An element as the recount sees it: local name, prefix, attributes as written, children; nothing is checked. */
export interface Tag {
  readonly name: string;
  readonly prefix: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: Tag | undefined;
  readonly children: Tag[];
  text: string;
}

/** Tags nested deeper than this are taken for empty. */
const maxDepth = 300;

/**
 * Scans a document for tags by looking for angle brackets, without an XML parser: comments, declarations and doctypes are passed over, closing
 * tags close the nearest open tag of their name. Returns a root that holds the document element.
 */
export function scanTags(text: string): Tag {
  const root: Tag = { name: '', prefix: '', attributes: new Map(), parent: undefined, children: [], text: '' };
  let open = root;
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('<', at);
    const before = text.slice(at, start < 0 ? text.length : start);
    if (before.trim() !== '') open.text += unescapeText(before);
    if (start < 0) break;
    const skipped = passOver(text, start);
    if (skipped !== undefined) {
      if (text.startsWith('<![CDATA[', start)) open.text += text.slice(start + 9, skipped - 3);
      at = skipped;
      continue;
    }
    const end = endOfTag(text, start + 1);
    const inside = text.slice(start + 1, end);
    at = end + 1;
    if (inside.startsWith('/')) {
      const closing = inside.slice(1).trim();
      let tag: Tag = open;
      let levels = 1;
      for (; tag.parent && qualified(tag) !== closing; levels++) tag = tag.parent;
      if (tag.parent) {
        open = tag.parent;
        depth -= levels;
      }
      continue;
    }
    const tag = toTag(inside, open);
    open.children.push(tag);
    if (!inside.endsWith('/') && depth < maxDepth) {
      open = tag;
      depth++;
    }
  }
  return root;
}

/** All tags below, the nearest first in document order. */
export function* below(tag: Tag): Generator<Tag> {
  const waiting = [...tag.children].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    for (let index = next.children.length - 1; index >= 0; index--) {
      const child = next.children[index];
      if (child) waiting.push(child);
    }
  }
}

function passOver(text: string, start: number): number | undefined {
  const after = (end: string, from: number) => {
    const found = text.indexOf(end, from);
    return found < 0 ? text.length : found + end.length;
  };
  if (text.startsWith('<!--', start)) return after('-->', start + 4);
  if (text.startsWith('<![CDATA[', start)) return after(']]>', start + 9);
  if (text.startsWith('<?', start)) return after('?>', start + 2);
  if (text.startsWith('<!', start)) return after('>', start + 2);
  return undefined;
}

/** The `>` of a tag; one inside quotes does not end it. */
function endOfTag(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  return text.length;
}

function toTag(inside: string, parent: Tag): Tag {
  const name = /^[^\s/]+/.exec(inside)?.[0] ?? '';
  const colon = name.indexOf(':');
  return {
    name: name.slice(colon + 1),
    prefix: name.slice(0, Math.max(0, colon)),
    attributes: attributesOf(inside, name.length),
    parent,
    children: [],
    text: '',
  };
}

/** Names before an equals sign and a quoted text; of a repeated name the first counts. */
function attributesOf(inside: string, from: number): Map<string, string> {
  const attributes = new Map<string, string>();
  const name = /[^\s=/>"']+/g;
  const equals = /\s*=\s*["']/y;
  name.lastIndex = from;
  for (let match = name.exec(inside); match !== null; match = name.exec(inside)) {
    equals.lastIndex = name.lastIndex;
    if (!equals.test(inside)) continue;
    const end = inside.indexOf(inside.charAt(equals.lastIndex - 1), equals.lastIndex);
    if (end < 0) break;
    const value = inside.slice(equals.lastIndex, end);
    if (!attributes.has(match[0])) attributes.set(match[0], unescapeText(value.replace(/[\t\r\n]/g, ' ')));
    name.lastIndex = end + 1;
  }
  return attributes;
}

function qualified(tag: Tag): string {
  return tag.prefix === '' ? tag.name : `${tag.prefix}:${tag.name}`;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescapeText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
