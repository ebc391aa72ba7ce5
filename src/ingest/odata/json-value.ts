/** A JSON value that knows where it stands. */
export type JsonValue =
  | { readonly kind: 'object'; readonly offset: number; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly offset: number; readonly items: readonly JsonValue[] }
  | { readonly kind: 'scalar'; readonly offset: number; readonly value: string | number | boolean | null };

/** A member of an object; `offset` is that of its name. */
export interface JsonMember {
  readonly name: string;
  readonly offset: number;
  readonly value: JsonValue;
}

/** Thrown where text is no JSON, with the offset at which that shows. */
export class JsonError extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const maximumDepth = 256;
const maximumValues = 2_000_000;
const token = /[\s]*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null))/y;

/** Reads JSON (RFC 8259) and keeps offsets; throws JsonError where it is none, is nested past 256 levels or holds more than two million values. */
export function parseJson(text: string): JsonValue {
  const reader = new JsonReader(text);
  const value = reader.value(1);
  reader.end();
  return value;
}

class JsonReader {
  readonly #text: string;
  #next = 0;
  #values = 0;
  /** The current token: its text, and the offset at which it starts. */
  #token = '';
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
    this.#advance();
  }

  value(depth: number): JsonValue {
    const offset = this.#offset;
    if (++this.#values > maximumValues) throw new JsonError(offset, `it holds more than ${maximumValues} values`);
    if (depth > maximumDepth) throw new JsonError(offset, `it is nested more than ${maximumDepth} levels deep`);
    const current = this.#token;
    if (current === '{') return { kind: 'object', offset, members: this.#members(depth) };
    if (current === '[') return { kind: 'array', offset, items: this.#items(depth) };
    if (current === '' || '}],:'.includes(current)) throw this.#unexpected('a value');
    this.#advance();
    return { kind: 'scalar', offset, value: this.#scalar(current, offset) };
  }

  end(): void {
    if (this.#token !== '') throw this.#unexpected('the end');
  }

  #members(depth: number): JsonMember[] {
    const members: JsonMember[] = [];
    this.#advance();
    while (this.#token !== '}') {
      if (members.length > 0) this.#expect(',');
      const offset = this.#offset;
      if (!this.#token.startsWith('"')) throw this.#unexpected('a member name');
      const name = String(this.#scalar(this.#token, offset));
      this.#advance();
      this.#expect(':');
      members.push({ name, offset, value: this.value(depth + 1) });
    }
    this.#advance();
    return members;
  }

  #items(depth: number): JsonValue[] {
    const items: JsonValue[] = [];
    this.#advance();
    while (this.#token !== ']') {
      if (items.length > 0) this.#expect(',');
      items.push(this.value(depth + 1));
    }
    this.#advance();
    return items;
  }

  #scalar(written: string, offset: number): string | number | boolean | null {
    try {
      return JSON.parse(written) as string | number | boolean | null;
    } catch (error) {
      throw new JsonError(offset, error instanceof Error ? error.message : String(error));
    }
  }

  #expect(wanted: string): void {
    if (this.#token !== wanted) throw this.#unexpected(`"${wanted}"`);
    this.#advance();
  }

  #unexpected(wanted: string): JsonError {
    const found = this.#token === '' ? 'the end of the file' : this.#token.slice(0, 30);
    return new JsonError(this.#offset, `${wanted} was expected, but ${found} came`);
  }

  #advance(): void {
    token.lastIndex = this.#next;
    const match = token.exec(this.#text);
    if (match === null) {
      const rest = this.#text.slice(this.#next).search(/\S/);
      this.#offset = rest < 0 ? this.#text.length : this.#next + rest;
      this.#token = '';
      if (rest >= 0)
        throw new JsonError(this.#offset, `"${this.#text.slice(this.#offset, this.#offset + 20)}" is no JSON`);
      return;
    }
    this.#token = match[1] ?? match[2] ?? match[3] ?? match[4] ?? '';
    this.#next = token.lastIndex;
    this.#offset = this.#next - this.#token.length;
  }
}
