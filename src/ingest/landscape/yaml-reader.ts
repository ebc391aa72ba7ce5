import type { Finding, Severity } from '../../base/index.ts';
import { nearestNames } from '../../graph/index.ts';
import type { YamlMap, YamlValue } from './yaml-document.ts';

/** Takes values of the expected shape out of a YAML file; what has another shape becomes a finding with its line, and undefined. */
export class YamlReader {
  readonly path: string;
  readonly findings: Finding[] = [];

  constructor(path: string) {
    this.path = path;
  }

  report(
    severity: Severity,
    rule: string,
    place: { line: number; column: number },
    message: string,
    effect: string,
  ): void {
    const { line, column } = place;
    this.findings.push({ rule, severity, path: this.path, line, column, message, effect });
  }

  map(value: YamlValue | undefined, what: string): YamlMap | undefined {
    if (value === undefined || value.kind === 'map') return value;
    this.#wrongShape(value, what, 'a map of keys and values');
    return undefined;
  }

  list(value: YamlValue | undefined, what: string): readonly YamlValue[] {
    if (value === undefined) return [];
    if (value.kind === 'list') return value.items;
    if (value.kind === 'scalar' && value.value === null) return [];
    this.#wrongShape(value, what, 'a list');
    return [];
  }

  /** A text of at least one character; numbers and dates count as they are written. */
  text(map: YamlMap, key: string): string | undefined {
    const value = map.entries.get(key);
    if (value === undefined) return undefined;
    if (value.kind === 'scalar' && value.value !== null && value.text.trim() !== '') return value.text.trim();
    this.#wrongShape(value, key, 'a text');
    return undefined;
  }

  /** A text that has to be there. */
  required(map: YamlMap, key: string, what: string): string | undefined {
    if (map.entries.has(key)) return this.text(map, key);
    this.report('error', 'missing-key', map, `The ${what} has no ${key}.`, `The ${what} is left out.`);
    return undefined;
  }

  boolean(map: YamlMap, key: string): boolean | undefined {
    const value = map.entries.get(key);
    if (value === undefined) return undefined;
    if (value.kind === 'scalar' && typeof value.value === 'boolean') return value.value;
    this.#wrongShape(value, key, 'true or false');
    return undefined;
  }

  /** One of a few words. */
  oneOf<T extends string>(map: YamlMap, key: string, words: readonly T[]): T | undefined {
    const text = this.text(map, key);
    const word = words.find((candidate) => candidate === text);
    if (text !== undefined && word === undefined) {
      const value = map.entries.get(key) ?? map;
      this.report(
        'error',
        'wrong-value',
        value,
        `${key} is ${text}; it can be ${words.join(', ')}.`,
        'The key is ignored.',
      );
    }
    return word;
  }

  /** Texts of a list, or one text alone. */
  texts(value: YamlValue | undefined, what: string): { text: string; line: number; column: number }[] {
    const items = value?.kind === 'scalar' && value.value !== null ? [value] : this.list(value, what);
    return items.flatMap((item) => {
      if (item.kind === 'scalar' && item.value !== null && item.text.trim() !== '') {
        return { text: item.text.trim(), line: item.line, column: item.column };
      }
      this.#wrongShape(item, `an entry of ${what}`, 'a text');
      return [];
    });
  }

  /** Warns about keys that nothing reads. */
  checkKeys(map: YamlMap, known: readonly string[], what: string): void {
    for (const [key, value] of map.entries) {
      if (known.includes(key)) continue;
      const [suggestion] = nearestNames(key, known, 1);
      this.findings.push({
        rule: 'unknown-key',
        severity: 'warning',
        path: this.path,
        line: value.line,
        column: value.column,
        message: `The key ${key} of the ${what} is not known.${suggestion ? ` Is ${suggestion} meant?` : ''}`,
        effect: 'It is ignored.',
        allowed: known,
        ...(suggestion && { suggestion }),
      });
    }
  }

  #wrongShape(value: YamlValue, what: string, expected: string): void {
    this.report('error', 'wrong-value', value, `${what} has to be ${expected}.`, 'It is ignored.');
  }
}
