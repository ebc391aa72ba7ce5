import type { Finding } from '../../base/index.ts';
import { append } from '../append.ts';
import type { Binding } from '../binding.ts';
import { defined } from '../defined.ts';
import { readYaml, type YamlMap, type YamlValue } from './yaml-document.ts';
import { YamlReader } from './yaml-reader.ts';

/** Business words for a concept: its technical names and what people say instead. */
export interface VocabularyEntry {
  concept: string;
  technical: string[];
  phrases: string[];
}

/** What an action does in the mock. */
export interface Effect {
  service: string;
  action: string;
  entitySet?: string;
  set: Readonly<Record<string, unknown>>;
}

/** A code list for a property that the metadata does not carry. */
export interface ValueHelpEntry {
  service: string;
  /** Unqualified or qualified name. */
  entityType: string;
  property: string;
  fixed: boolean;
  values: { code: string; text?: string }[];
  line: number;
  column: number;
}

/** Entries of a data file, or none and an error finding where it cannot be read as such. */
export interface DataFile<T> {
  entries: T[];
  findings: Finding[];
  refused: boolean;
}

/** Reads a bindings.yaml. */
export function readBindingsFile(content: string, path: string): DataFile<Binding> {
  return readEntries(
    content,
    path,
    'bindings',
    ['process', 'activity', 'service', 'entitySet', 'operation'],
    (map, reader) => {
      const [process, activity, service, operation] = ['process', 'activity', 'service', 'operation'].map((key) =>
        reader.required(map, key, 'binding'),
      );
      if (!process || !activity || !service || !operation) return undefined;
      const { line, column } = map;
      return defined<Binding>({
        process,
        activity,
        service,
        entitySet: reader.text(map, 'entitySet'),
        operation,
        path,
        line,
        column,
      });
    },
  );
}

/** Reads a value-help file. Codes are texts as they are written: 01 stays 01. */
export function readValueHelpFile(content: string, path: string): DataFile<ValueHelpEntry> {
  return readEntries(
    content,
    path,
    'valueHelp',
    ['service', 'entityType', 'property', 'fixed', 'values'],
    (map, reader) => {
      const [service, entityType, property] = ['service', 'entityType', 'property'].map((key) =>
        reader.required(map, key, 'value list'),
      );
      if (!map.entries.has('values')) {
        reader.report('error', 'missing-key', map, 'The value list has no values.', 'It is left out.');
        return undefined;
      }
      if (!service || !entityType || !property) return undefined;
      const values = readCodes(map, reader);
      if (values.length === 0) {
        reader.report('error', 'empty-value-list', map, 'The value list has no codes.', 'It is left out.');
        return undefined;
      }
      const { line, column } = map;
      return { service, entityType, property, fixed: reader.boolean(map, 'fixed') ?? true, values, line, column };
    },
  );
}

/** Reads a vocabulary file. */
export function readVocabularyFile(content: string, path: string): DataFile<VocabularyEntry> {
  return readEntries(content, path, 'vocabulary', ['concept', 'technical', 'phrases'], (map, reader) => {
    const concept = reader.required(map, 'concept', 'entry');
    if (concept === undefined) return undefined;
    const texts = (key: string) => reader.texts(map.entries.get(key), key).map(({ text }) => text);
    return { concept, technical: texts('technical'), phrases: texts('phrases') };
  });
}

/** Reads an effects.yaml. */
export function readEffectsFile(content: string, path: string): DataFile<Effect> {
  return readEntries(content, path, 'effects', ['service', 'action', 'entitySet', 'set'], (map, reader) => {
    const service = reader.required(map, 'service', 'effect');
    const action = reader.required(map, 'action', 'effect');
    const set = reader.map(map.entries.get('set'), 'set');
    if (!service || !action) return undefined;
    return defined<Effect>({
      service,
      action,
      entitySet: reader.text(map, 'entitySet'),
      set: set ? plainMap(set) : {},
    });
  });
}

function readEntries<T>(
  content: string,
  path: string,
  key: string,
  keys: readonly string[],
  toEntry: (map: YamlMap, reader: YamlReader) => T | undefined,
): DataFile<T> {
  const { value, findings } = readYaml(content, path);
  const reader = new YamlReader(path);
  append(reader.findings, findings);
  if (value?.kind !== 'map' || !value.entries.has(key)) {
    if (value)
      reader.report('error', 'missing-key', value, `The file has no list ${key}.`, 'Nothing of this file is loaded.');
    return { entries: [], findings: reader.findings, refused: true };
  }
  reader.checkKeys(value, [key], 'file');
  const entries = reader.list(value.entries.get(key), key).flatMap((item) => {
    const map = reader.map(item, `an entry of ${key}`);
    if (map === undefined) return [];
    reader.checkKeys(map, keys, 'entry');
    return toEntry(map, reader) ?? [];
  });
  return { entries, findings: reader.findings, refused: false };
}

function readCodes(map: YamlMap, reader: YamlReader): { code: string; text?: string }[] {
  const values = new Map<string, { code: string; text?: string }>();
  for (const item of reader.list(map.entries.get('values'), 'values')) {
    const value = readCode(item, reader);
    if (value === undefined) continue;
    if (!values.has(value.code)) values.set(value.code, value);
    else
      reader.report(
        'warning',
        'duplicate-code',
        item,
        `The code ${value.code} stands in this list twice.`,
        'The first one counts.',
      );
  }
  return [...values.values()];
}

/** A code is a map with `code` and `text`, or the code alone; an empty text is a code too. */
function readCode(item: YamlValue, reader: YamlReader): { code: string; text?: string } | undefined {
  if (item.kind === 'scalar' && item.value !== null) return { code: item.text };
  const map = item.kind === 'scalar' ? undefined : reader.map(item, 'an entry of values');
  const code = map?.entries.get('code');
  if (map) reader.checkKeys(map, ['code', 'text'], 'entry of values');
  if (map === undefined || code?.kind !== 'scalar' || code.value === null) {
    reader.report('error', 'missing-key', item, 'An entry of values has no code.', 'It is left out.');
    return undefined;
  }
  return defined<{ code: string; text?: string }>({ code: code.text, text: reader.text(map, 'text') });
}

function plainMap(map: YamlMap): Record<string, unknown> {
  return Object.fromEntries([...map.entries].map(([key, value]) => [key, plain(value)]));
}

function plain(value: YamlValue): unknown {
  if (value.kind === 'scalar') return value.value;
  return value.kind === 'list' ? value.items.map(plain) : plainMap(value);
}
