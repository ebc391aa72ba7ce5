import type {
  Graph,
  GraphNode,
  PropertyAttributes,
  ValueHelpAttributes,
  ValueHelpParameter,
} from '../../graph/index.ts';
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

/** The value lists that are tied to a property. */
export function valueHelpsOf(graph: Graph, propertyId: string): readonly GraphNode<'ValueHelp'>[] {
  const edges = graph.out('HAS_VALUE_HELP', { kind: 'Property', id: propertyId });
  return edges.length === 0 ? NONE : edges.flatMap((edge) => graph.node('ValueHelp', edge.to) ?? []);
}

const NONE: readonly GraphNode<'ValueHelp'>[] = [];

/** Resolves the value lists of a property into the one that counts; undefined where there is none. */
export function resolveValueHelp(
  helps: readonly GraphNode<'ValueHelp'>[],
  { type, underlyingType, flags }: Pick<PropertyAttributes, 'type' | 'underlyingType' | 'flags'>,
): ValueHelp | undefined {
  const [best] = [...helps].sort((a, b) => ORIGINS.indexOf(a.attributes.origin) - ORIGINS.indexOf(b.attributes.origin));
  if (best === undefined) return undefined;
  const { origin, fixed, resolved, values = [], entitySet, valueProperty, textProperty, reference } = best.attributes;
  const parameters =
    best.attributes.parameters ?? helps.find(({ attributes }) => attributes.parameters)?.attributes.parameters;
  const isClosed =
    origin === 'file' ? fixed !== false : origin === 'annotation' ? fixed === true && resolved === true : true;
  return {
    id: best.id,
    origin,
    closed: isClosed && values.length > 0,
    flags: flags === true,
    values,
    ...(entitySet !== undefined && { entitySet }),
    ...(valueProperty !== undefined && { valueProperty }),
    ...(textProperty !== undefined && { textProperty }),
    ...(reference !== undefined && { reference }),
    parameters: parameters ?? [],
    find: finder(values, underlyingType ?? type),
  };
}

/** Looks a value up among the codes, compared by value; the table is made at the first look. */
function finder(values: ValueHelp['values'], type: string): ValueHelp['find'] {
  let codes: Map<string, string> | undefined;
  return (value) => {
    if (codes === undefined) {
      codes = new Map();
      for (const { code } of values) {
        const key = comparable(code, type);
        if (!codes.has(key)) codes.set(key, code);
      }
    }
    return codes.get(comparable(value, type));
  };
}
