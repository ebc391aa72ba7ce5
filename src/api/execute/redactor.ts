const mask = '[redacted]';
const shortest = 3;

/** Header names whose values are secret whatever they hold. */
const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-csrf-token']);

/**
 * Knows every secret that was resolved or received and takes it out of everything that is shown, recorded or logged, also in
 * its percent-encoded, form-encoded, base64 and JSON-escaped forms.
 */
export class Redactor {
  readonly #secrets = new Set<string>();
  #ordered: string[] | undefined;

  /** Remembers a secret. Texts shorter than three characters would redact half of every message and are left alone. */
  add(secret: string): void {
    if (secret.length < shortest || this.#secrets.has(secret)) return;
    const forms = [
      secret,
      encodeURIComponent(secret),
      formEncoded(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64'),
    ];
    for (const form of forms) this.#secrets.add(form);
    this.#ordered = undefined;
  }

  /** The text without any known secret. */
  text(text: string): string {
    return this.#without(text, shortest);
  }

  /** Headers with lower-case names, secret ones masked. */
  headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        secretHeaders.has(name.toLowerCase()) ? mask : this.text(value),
      ]),
    );
  }

  /** A JSON-like value with every string cleaned, keys included. */
  value<T>(value: T): T {
    return this.#clean(value, shortest, 0) as T;
  }

  /** Like `value`, but short secrets, which may as well be business data, stay: for what a system answers in good order. */
  longOnly<T>(value: T): T {
    return this.#clean(value, 8, 0) as T;
  }

  #without(text: string, from: number): string {
    this.#ordered ??= [...this.#secrets].sort((a, b) => b.length - a.length);
    let clean = text;
    for (const secret of this.#ordered) {
      if (secret.length >= from && clean.includes(secret)) clean = clean.replaceAll(secret, mask);
    }
    return clean;
  }

  #clean(value: unknown, from: number, depth: number): unknown {
    if (typeof value === 'string') return this.#without(value, from);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > 250) return mask;
    if (Array.isArray(value)) return value.map((item) => this.#clean(item, from, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [this.#without(name, from), this.#clean(member, from, depth + 1)]),
    );
  }
}

function formEncoded(text: string): string {
  return new URLSearchParams({ v: text }).toString().slice(2);
}
