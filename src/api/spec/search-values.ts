import { GroundrailError } from '../../base/index.ts';
import type { Graph } from '../../graph/index.ts';
import { nearestNames, words } from '../nearest-names.ts';
import type { CatalogService } from './catalog.ts';
import type { StructuredType, TypedProperty } from './structured-type.ts';
import { findTarget, type TargetName } from './target.ts';
import type { ValueHelp } from './value-help.ts';

/** The values of a property that fit a text, best first. */
export interface ValueSearch {
  property: string;
  fixed: boolean;
  /** Number of values known before the search. */
  count: number;
  values: { code: string; text?: string }[];
  /** EntitySet to read where the values are not known here. */
  entitySet?: string;
}

/** Searches the value help of a property by code or words of the text; without `find` all values are given, up to the limit. */
export function searchValues(graph: Graph, target: TargetName, path: string, find = '', limit = 100): ValueSearch {
  const found = findTarget(graph, target);
  const type = 'set' in found ? found.set.type : 'type' in found ? found.type : undefined;
  const property = type === undefined ? undefined : propertyAt(found.service, type, path);
  if (property === undefined) {
    const nearest = nearestNames(path, type?.properties.keys() ?? []);
    throw new GroundrailError('target-unknown', { target: `property ${path}`, nearest });
  }
  const { valueHelp } = property;
  return {
    property: path,
    fixed: valueHelp?.closed ?? false,
    count: valueHelp?.values.length ?? 0,
    values: valueHelp === undefined ? [] : rankValues(valueHelp.values, find).slice(0, limit),
    ...(valueHelp?.entitySet !== undefined && { entitySet: valueHelp.entitySet }),
  };
}

/** The property at a path through complex properties, `Address/City`. */
export function propertyAt(service: CatalogService, type: StructuredType, path: string): TypedProperty | undefined {
  let current: StructuredType | undefined = type;
  let property: TypedProperty | undefined;
  for (const segment of path.split('/').slice(0, 16)) {
    property = current?.properties.get(segment);
    current = property?.complexId === undefined ? undefined : service.type(property.complexId);
  }
  return property;
}

/** Values that fit a text, best first: the code itself, its beginning, then by share of the words found in code and text. */
export function rankValues(values: ValueHelp['values'], find: string): { code: string; text?: string }[] {
  const wanted = words(find);
  const whole = find.trim().toLowerCase();
  if (wanted.length === 0) return [...values];
  return values
    .map((value, index) => ({ value, index, score: valueScore(value, wanted, whole) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ value }) => value);
}

function valueScore(
  { code, text = '' }: { code: string; text?: string },
  wanted: readonly string[],
  whole: string,
): number {
  const lower = code.toLowerCase();
  if (lower === whole || text.toLowerCase() === whole) return 10;
  const own = [...words(text), lower];
  let hits = 0;
  for (const word of wanted) {
    if (own.includes(word)) hits += 1;
    else if (
      word.length > 2 &&
      own.some((other) => other.startsWith(word) || (other.length > 3 && word.startsWith(other)))
    )
      hits += 0.7;
  }
  // Shorter texts are nearer to what was said: "standard" is rather "Standard order" than "Transfer of standard stock".
  const byWords = hits === 0 ? 0 : hits / wanted.length + 1 / (2 + own.length);
  return lower.startsWith(whole) ? Math.max(byWords, 2) : byWords;
}
