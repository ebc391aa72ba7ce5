import { GroundrailError } from '../base/index.ts';

/** A whole number within bounds; anything else is refused with the option's name. */
export function wholeNumber(option: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new GroundrailError('usage', {
        problem: `${option} takes a whole number from ${least} to ${most}, not "${text}".`,
      });
    }
    return value;
  };
}

/** One of the given words; anything else is refused with the list. */
export function oneOf<const T extends string>(option: string, words: readonly T[]): (text: string) => T {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined)
      throw new GroundrailError('usage', { problem: `${option} takes ${words.join(', ')}, not "${text}".` });
    return word;
  };
}

/** A comma-separated list of the given words. */
export function listOf<const T extends string>(option: string, words: readonly T[]): (text: string) => T[] {
  const one = oneOf(option, words);
  return (text) => text.split(',').map((part) => one(part.trim()));
}

/** A root address of http or https, as `--target` takes it; anything else is refused with an example. */
export function httpAddress(option: string): (text: string) => string {
  return (text) => {
    if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
    const problem = `${option} takes an address such as http://127.0.0.1:4004, not "${text}".`;
    throw new GroundrailError('usage', { problem });
  };
}

/** A point in time in ISO 8601, with or without a time of day, as UTC; anything else is refused with an example. */
export function isoTime(option: string): (text: string) => string {
  return (text) => {
    const [, day, zone] = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.exec(text) ?? [];
    const time = day === undefined ? Number.NaN : Date.parse(zone === undefined && text !== day ? `${text}Z` : text);
    if (!Number.isNaN(time)) return new Date(time).toISOString();
    const problem = `${option} takes a time in ISO 8601 such as 2026-01-31 or 2026-01-31T08:00:00Z, not "${text}".`;
    throw new GroundrailError('usage', { problem });
  };
}

export const landscapeOption = ['-C, --landscape <dir>', 'the landscape (default: the current folder)', '.'] as const;
export const storeOption = [
  '--store <file|postgres url>',
  'where the index is (default: .groundrail/index.db in the landscape)',
] as const;
export const embedderOption = ['--embedder <spec>', 'static, onnx:<folder> or endpoint:<url>#<model>'] as const;
export const jsonOption = ['--json', 'print one JSON document and nothing else'] as const;
export const targetOption = [
  '--target <url>',
  'send to a mock landscape instead of the registered systems',
  httpAddress('--target'),
] as const;
