import type { Graph, PropertyAttributes, ValueHelpAttributes, ValueHelpParameter } from '../../graph/index.ts';
import { comparable } from '../odata/edm-value.ts';

/** The value list that counts for a property, after files, annotations, enumerations and allowed values are weighed. */
export interface ValueHelp {
  readonly id: string;
  readonly origin: ValueHelpAttributes['origin'];
  /** Nothing but the listed values is accepted. */
  readonly closed: boolean;
  /** Members combine, written with commas. */
  readonly flags: boolean;
  readonly values: readonly { readonly code: string; readonly text?: string }[];
  /** EntitySet that holds the values, where they are not listed here. */
  readonly entitySet?: string;
  readonly valueProperty?: string;
  readonly textProperty?: string;
  /** Address of the metadata that describes the list. */
  readonly reference?: string;
  readonly parameters: readonly ValueHelpParameter[];
  /** The listed code that the value means, compared by value; undefined where there is none. */
  readonly find: (value: unknown) => string | undefined;
}

/** A file of the landscape is the last word, then what the metadata closes, then where it says values may be looked up. */
const ORIGINS: readonly ValueHelpAttributes['origin'][] = ['file', 'enum', 'validation', 'annotation'];

/** Resolves the value help of a property; undefined where it has none. */
export function resolveValueHelp(
  graph: Graph,
  propertyId: string,
  attributes: Pick<PropertyAttributes, 'type' | 'underlyingType' | 'flags'>,
): ValueHelp | undefined {
  let best: { id: string; attributes: ValueHelpAttributes } | undefined;
  let parameters: readonly ValueHelpParameter[] = [];
  for (const edge of graph.out('HAS_VALUE_HELP', { kind: 'Property', id: propertyId })) {
    const node = graph.node('ValueHelp', edge.to);
    if (node === undefined) continue;
    if (parameters.length === 0) parameters = node.attributes.parameters ?? [];
    if (best === undefined || ORIGINS.indexOf(node.attributes.origin) < ORIGINS.indexOf(best.attributes.origin))
      best = node;
  }
  if (best === undefined) return undefined;
  const { origin, fixed, resolved, values = [], entitySet, valueProperty, textProperty, reference } = best.attributes;
  const type = attributes.underlyingType ?? attributes.type;
  const codes = new Map<string, string>();
  for (const { code } of values) {
    const key = comparable(code, type);
    if (!codes.has(key)) codes.set(key, code);
  }
  const closedByOrigin =
    origin === 'file' ? fixed !== false : origin === 'annotation' ? fixed === true && resolved === true : true;
  return {
    id: best.id,
    origin,
    closed: closedByOrigin && values.length > 0,
    flags: attributes.flags === true,
    values,
    ...(entitySet !== undefined && { entitySet }),
    ...(valueProperty !== undefined && { valueProperty }),
    ...(textProperty !== undefined && { textProperty }),
    ...(reference !== undefined && { reference }),
    parameters: best.attributes.parameters ?? parameters,
    find: (value) => codes.get(comparable(value, type)),
  };
}
