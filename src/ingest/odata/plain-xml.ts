import { AttributeRecord } from './element.ts';
import { isDeclaration, type TreeBuilder } from './tree-builder.ts';

/** Control characters, lone surrogates and what else XML forbids: text with any of them is left to the strict parser, as is every `]]>`. */
const unusual = /[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]|\]\]>/u;
/** Doubles are looked for one by one, so a tag with more attributes than any real one is left to the strict parser too. */
const maximumAttributes = 256;
const declaration = /<\?xml version="1\.0"(?: encoding="[\w.:-]+")?(?: standalone="(?:yes|no)")?\s*\?>/y;
const entity = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g;
const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** 1: may stand in a name, 2: may begin one. Only ASCII; other names are left to the strict parser. */
const nameCharacters = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  if (/[A-Za-z_:]/.test(String.fromCharCode(code))) nameCharacters[code] = 2;
  else if (/[0-9.-]/.test(String.fromCharCode(code))) nameCharacters[code] = 1;
}

/**
 * Feeds a builder from text in a plain subset of XML: tags, attributes, text, comments, predefined entities and character references, names
 * in ASCII, the declaration at the very start or none. False where the text leaves the subset or is not well-formed; then the builder holds
 * only a part and another parser must start anew. Whatever is accepted here is well-formed XML.
 */
export function scanPlainXml(text: string, builder: TreeBuilder): boolean {
  return !unusual.test(text) && new PlainScanner(text, builder).scan();
}

class PlainScanner {
  readonly #text: string;
  readonly #builder: TreeBuilder;
  readonly #openNames: string[] = [];
  /** Names seen before, by hash: a name costs no new string. */
  readonly #names: (string | undefined)[] = new Array(1024);
  /** Attribute names of the current tag, to find doubles. */
  readonly #attributeNames: string[] = [];
  #next = 0;

  constructor(text: string, builder: TreeBuilder) {
    this.#text = text;
    this.#builder = builder;
  }

  scan(): boolean {
    const text = this.#text;
    declaration.lastIndex = 0;
    if (declaration.test(text)) this.#next = declaration.lastIndex;
    let rootSeen = false;
    for (;;) {
      const tag = text.indexOf('<', this.#next);
      if (!this.#gap(tag < 0 ? text.length : tag)) return false;
      if (tag < 0) return rootSeen && this.#openNames.length === 0;
      const code = text.charCodeAt(tag + 1);
      if (code === 47) {
        if (!this.#endTag(tag)) return false;
      } else if (code === 33) {
        if (!this.#comment(tag)) return false;
      } else {
        if (this.#openNames.length === 0 && rootSeen) return false;
        rootSeen = true;
        if (!this.#startTag(tag)) return false;
      }
    }
  }

  /** The text between the last tag and the next one. */
  #gap(end: number): boolean {
    const text = this.#text;
    const start = this.#next;
    let at = start;
    while (at < end && isSpace(text.charCodeAt(at))) at++;
    if (this.#openNames.length === 0) return at === end;
    if (start === end || (at === end && !this.#builder.keepsSpace)) return true;
    const content = resolve(text.slice(start, end).replace(/\r\n?/g, '\n'));
    if (content === undefined) return false;
    this.#builder.text(content, start);
    return true;
  }

  #endTag(tag: number): boolean {
    const text = this.#text;
    const name = this.#openNames.pop();
    if (name === undefined || !text.startsWith(name, tag + 2)) return false;
    let at = tag + 2 + name.length;
    while (isSpace(text.charCodeAt(at))) at++;
    if (text.charCodeAt(at) !== 62) return false;
    this.#next = at + 1;
    this.#builder.close();
    return true;
  }

  #comment(tag: number): boolean {
    const text = this.#text;
    if (!text.startsWith('<!--', tag)) return false;
    const end = text.indexOf('--', tag + 4);
    if (end < 0 || text.charCodeAt(end + 2) !== 62) return false;
    this.#next = end + 3;
    return true;
  }

  #startTag(tag: number): boolean {
    const text = this.#text;
    const builder = this.#builder;
    const skipping = builder.skipping;
    const attributes = new AttributeRecord();
    const seen = this.#attributeNames;
    let prefixed: string[] | undefined;
    seen.length = 0;
    this.#next = tag + 1;
    const name = this.#name();
    if (name === undefined) return false;
    for (;;) {
      let at = this.#next;
      let code = text.charCodeAt(at);
      const spaced = isSpace(code);
      while (isSpace(code)) code = text.charCodeAt(++at);
      if (code === 62) {
        builder.open(name, tag, attributes, prefixed);
        this.#openNames.push(name);
        this.#next = at + 1;
        return true;
      }
      if (code === 47) {
        if (text.charCodeAt(at + 1) !== 62) return false;
        builder.open(name, tag, attributes, prefixed);
        builder.close();
        this.#next = at + 2;
        return true;
      }
      if (!spaced) return false;
      this.#next = at;
      const attribute = this.#name();
      if (attribute === undefined || seen.length >= maximumAttributes || seen.includes(attribute)) return false;
      seen.push(attribute);
      const value = this.#value();
      if (value === undefined) return false;
      if (attribute.includes(':') || isDeclaration(attribute)) {
        prefixed ??= [];
        prefixed.push(attribute, value);
      } else if (!skipping) attributes[attribute] = value;
    }
  }

  /** The name that begins here. */
  #name(): string | undefined {
    const text = this.#text;
    const start = this.#next;
    let at = start;
    let hash = 0;
    let code = text.charCodeAt(at);
    if (!(code < 128) || nameCharacters[code] !== 2) return undefined;
    do {
      hash = (hash * 31 + code) | 0;
      code = text.charCodeAt(++at);
    } while (code < 128 && nameCharacters[code] !== 0);
    if (code >= 128) return undefined;
    this.#next = at;
    const known = this.#names[hash & 1023];
    if (known !== undefined && known.length === at - start && text.startsWith(known, start)) return known;
    const name = text.slice(start, at);
    this.#names[hash & 1023] = name;
    return name;
  }

  /** `= "value"`, white space normalised and entities resolved. */
  #value(): string | undefined {
    const text = this.#text;
    let at = this.#next;
    while (isSpace(text.charCodeAt(at))) at++;
    if (text.charCodeAt(at) !== 61) return undefined;
    at++;
    while (isSpace(text.charCodeAt(at))) at++;
    const quote = text.charCodeAt(at);
    if (quote !== 34 && quote !== 39) return undefined;
    const start = ++at;
    let plain = true;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === quote) break;
      if (code === 60 || Number.isNaN(code)) return undefined;
      if (code === 38 || code < 32) plain = false;
      at++;
    }
    this.#next = at + 1;
    const value = text.slice(start, at);
    return plain ? value : resolve(value.replace(/\r\n?|[\t\n]/g, ' '));
  }
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

/** Text with its entities and character references resolved; undefined where one is unknown or stands for no XML character. */
function resolve(text: string): string | undefined {
  if (!text.includes('&')) return text;
  let sound = true;
  const resolved = text.replace(entity, (whole, name: string | undefined, decimal?: string, hexadecimal?: string) => {
    if (name !== undefined) return predefined[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    if (!isCharacter(code)) sound = false;
    return sound ? String.fromCodePoint(code) : whole;
  });
  const unresolved = text.replace(entity, '').includes('&');
  return sound && !unresolved ? resolved : undefined;
}

/** Char of XML 1.0. */
function isCharacter(code: number): boolean {
  if (code < 32) return code === 9 || code === 10 || code === 13;
  return (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff && code <= 0x10ffff;
}
