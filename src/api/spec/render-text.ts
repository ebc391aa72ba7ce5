import { words } from '../nearest-names.ts';
import type {
  ActionSpec,
  NavigationSpec,
  OperationSpec,
  ParameterSpec,
  ProcessSpec,
  PropertySpec,
} from './operation-spec.ts';

/** How the text for a language model is made. */
export interface TextOptions {
  /** `default` keeps to the budget, `full` leaves nothing out. */
  detail?: 'default' | 'full' | undefined;
  /** Size limit of the default level, in estimated tokens (default 1,250). */
  tokens?: number | undefined;
  /** What the specification is wanted for: properties that fit its words come before others. */
  query?: string | undefined;
}

/** What an entity created through a navigation property must carry, and its coded properties. */
export interface ItemProperties {
  readonly navigation: string;
  readonly properties: readonly PropertySpec[];
}

/** How tokens of `text` are counted. `bench/spec-tokens.ts` compares the estimate with a real tokenizer. */
export const TOKENIZER = 'estimate (word pieces: 6 letters, 3 digits, 1 sign)';

const DEFAULT_TOKENS = 1250;
const VALUES_SHOWN = 8;

/** Estimates the tokens of a text as pieces of words, numbers and signs; high rather than low for identifiers. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let run = 0;
  let before: Kind = 'space';
  for (let index = 0; index < text.length; index++) {
    const kind = kindOf(text.charCodeAt(index));
    // A capital begins a new word after a small letter, and before one ("URLPath").
    const begins =
      kind === 'upper' &&
      (before === 'lower' || (before === 'upper' && kindOf(text.charCodeAt(index + 1)) === 'lower'));
    const joins = kind === before || (kind === 'lower' && before === 'upper');
    if (begins || !joins) {
      tokens += Math.ceil(run / PIECE[before]);
      run = 0;
    }
    run++;
    before = kind;
  }
  return tokens + Math.ceil(run / PIECE[before]);
}

type Kind = 'space' | 'lower' | 'upper' | 'digit' | 'sign';

/** Characters of a kind that make one token. */
const PIECE: Readonly<Record<Kind, number>> = {
  space: Number.POSITIVE_INFINITY,
  lower: 6,
  upper: 6,
  digit: 3,
  sign: 2,
};

function kindOf(code: number): Kind {
  if (code === 32 || code === 10) return 'space';
  if (code >= 97 && code <= 122) return 'lower';
  if (code >= 65 && code <= 90) return 'upper';
  if (code >= 48 && code <= 57) return 'digit';
  return code > 191 ? 'lower' : 'sign';
}

/**
 * Renders a specification for a language model. At the default level the lines that matter most are taken first (keys, required and
 * coded properties, those that fit the query) until the budget is used; what is left out is counted at the end, with the way to it.
 */
export function renderText(
  spec: OperationSpec,
  items: readonly ItemProperties[],
  { detail = 'default', tokens = DEFAULT_TOKENS, query = '' }: TextOptions = {},
): string {
  const budget = new Budget(detail === 'full' ? Number.POSITIVE_INFINITY : Math.max(100, tokens) - FOOTER_TOKENS);
  const head = headLines(spec);
  for (const line of head) budget.spend(line);
  const ranked = rankProperties(spec.body ?? spec.properties, query);
  const musts = ranked.filter((property) => property.key === true || property.required);
  const others = ranked.filter((property) => !musts.includes(property));
  const deep = spec.navigation.filter(({ deepInsert, cardinality }) => deepInsert && cardinality === '*');
  const further = spec.navigation.filter((navigation) => !deep.includes(navigation));

  const parameters = budget.fill(spec.parameters ?? [], parameterLine, 0.6);
  const properties = budget.fill(musts, propertyLine, 0.55);
  const steps = budget.fill(spec.process, processLine, 0.2);
  const restrictions = budget.fill(restrictionLines(spec), (line) => line, 0.12);
  const deepLines = budget.fill(deep, navigationLine, 0.2);
  const actions = budget.fill(spec.actions, actionLine, 0.2);
  const rest = budget.fill(others, propertyLine, 0.8);
  const itemLines = budget.fill(
    items.flatMap(({ navigation, properties: own }) =>
      rankProperties(own, query).map((property) => ({ navigation, property })),
    ),
    ({ navigation, property }) => `${navigation}/${propertyLine(property)}`,
    0.25,
  );
  const furtherLines = budget.fill(further, navigationLine, 1);

  const leftOut = [
    count(parameters.left, 'parameter', 'parameters'),
    count(properties.left + rest.left, 'property', 'properties'),
    count(deepLines.left + furtherLines.left, 'navigation property', 'navigation properties'),
    count(itemLines.left, 'property of deep inserts', 'properties of deep inserts'),
    count(actions.left, 'action', 'actions'),
    count(steps.left, 'process step', 'process steps'),
    count(restrictions.left, 'restriction', 'restrictions'),
  ].filter((text) => text !== '');
  return [
    ...head,
    ...section('Parameters (! required)', parameters.lines),
    ...section(spec.body === undefined ? 'Properties (! required on create)' : 'Body (! required)', [
      ...properties.lines,
      ...rest.lines,
    ]),
    ...section('Navigation', [...deepLines.lines, ...furtherLines.lines]),
    ...section('Required and coded properties of deep inserts', itemLines.lines),
    ...section('Actions', actions.lines),
    ...restrictions.lines,
    ...section('Process', steps.lines),
    ...(leftOut.length > 0
      ? [`Left out: ${leftOut.join(', ')}. Describe ${spec.id} with detail "full" to see them.`]
      : []),
    ...(hasLongLists(spec) ? ['Values marked "search": describe with values <Property> and find <text>.'] : []),
  ].join('\n');
}

const FOOTER_TOKENS = 75;

class Budget {
  readonly #total: number;
  #left: number;

  constructor(total: number) {
    this.#total = total;
    this.#left = total;
  }

  spend(line: string): void {
    this.#left -= estimateTokens(line);
  }

  /** Takes lines in order while they fit into the share of the whole budget and into what is left of it. */
  fill<T>(items: readonly T[], lineOf: (item: T) => string, share: number): { lines: string[]; left: number } {
    if (this.#total === Number.POSITIVE_INFINITY) return { lines: items.map(lineOf), left: 0 };
    let room = Math.min(this.#left, this.#total * share);
    const taken: string[] = [];
    for (const item of items) {
      const line = lineOf(item);
      const cost = estimateTokens(line) + 1;
      if (cost > room) break;
      room -= cost;
      this.#left -= cost;
      taken.push(line);
    }
    return { lines: taken, left: items.length - taken.length };
  }
}

function headLines(spec: OperationSpec): string[] {
  const what = spec.kind === 'Operation' ? (spec.operation ?? '') : spec.operations.join(', ');
  const notes = [spec.protocol, what === '' ? 'no operation of its own' : what];
  if (spec.etag === true) notes.push('changes take the etag of a read');
  if (spec.draft === true) notes.push('drafts');
  const lines = [`${spec.id}: ${cut(spec.label, 80)} (${notes.join('; ')})`];
  if (spec.description !== undefined) lines.push(cut(spec.description, 200));
  if (spec.keys.length > 0) lines.push(`Key: ${spec.keys.join(', ')}`);
  return lines;
}

/** Properties in the order of their worth: keys, required, fitting the query, with fixed codes, with value help, creatable, the rest. */
export function rankProperties(properties: readonly PropertySpec[], query: string): PropertySpec[] {
  const wanted = new Set(words(query).filter((word) => word.length > 2));
  const score = (property: PropertySpec): number => {
    const own = wanted.size === 0 ? [] : [...words(property.name), ...words(property.label)];
    const hits = new Set(own.filter((word) => wanted.has(word))).size;
    return (
      (property.key === true ? 1000 : 0) +
      (property.required ? 500 : 0) +
      Math.min(hits, 3) * 120 +
      (property.valueHelp?.fixed === true ? 100 : property.valueHelp === undefined ? 0 : 20) +
      (property.creatable ? 50 : 0) +
      (property.updatable ? 10 : 0)
    );
  };
  return properties
    .map((property, index) => ({ property, index, score: score(property) }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ property }) => property);
}

function propertyLine(property: PropertySpec): string {
  const notes: string[] = [];
  if (!property.creatable && !property.updatable) notes.push('read-only');
  else if (!property.creatable) notes.push('not on create');
  else if (!property.updatable && property.key !== true) notes.push('only on create');
  if (property.unit !== undefined) notes.push(`unit in ${property.unit}`);
  return [
    `${property.name}${property.required ? '!' : ''} ${typeText(property)}`,
    labelText(property),
    notes.length > 0 ? `(${notes.join(', ')})` : '',
    membersText(property.members, 600),
    valuesText(property.valueHelp),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function parameterLine(parameter: ParameterSpec): string {
  const place = parameter.in === undefined ? '' : ` in ${parameter.in}`;
  const type = typeText({ ...parameter, type: parameter.type ?? 'value' });
  return [
    `${parameter.name}${parameter.required ? '!' : ''} ${type}${place}`,
    labelText(parameter),
    membersText(parameter.members, 1000),
    valuesText(parameter.valueHelp),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** The members of a complex value in braces, with the codes that they take. */
function membersText(members: readonly PropertySpec[] | undefined, limit: number): string {
  if (members === undefined) return '';
  const list = members.map((member) => {
    const head = `${member.name}${member.required ? '!' : ''} ${typeText(member)}`;
    return [head, valuesText(member.valueHelp)].filter((part) => part !== '').join(' ');
  });
  return `{ ${cut(list.join(', '), limit)} }`;
}

function typeText({
  type,
  maxLength,
  precision,
  scale,
  collection,
}: Pick<PropertySpec, 'type' | 'maxLength' | 'precision' | 'scale' | 'collection'>): string {
  const short = type.replace(/^Edm\./, '').replace(/^.*\./, '');
  const facets = typeof maxLength === 'number' ? `(${maxLength})` : '';
  const digits = short === 'Decimal' && precision !== undefined ? `(${precision},${scale ?? 0})` : '';
  return `${short}${facets}${digits}${collection === true ? '[]' : ''}`;
}

/** The label, unless it says no more than the name. */
function labelText({ name, label }: { name: string; label: string }): string {
  const own = words(name);
  return words(label).every((word) => own.includes(word)) ? '' : `"${cut(label, 50)}"`;
}

function valuesText(valueHelp: PropertySpec['valueHelp']): string {
  if (valueHelp === undefined) return '';
  const { values, count: known, fixed, entitySet } = valueHelp;
  if (values === undefined) {
    if (known > 0) return `= one of ${known} codes, search`;
    return entitySet === undefined ? '' : `= see ${entitySet}`;
  }
  const listed = values
    .slice(0, VALUES_SHOWN)
    .map(({ code, text }) => (text === undefined ? code : `${code} ${cut(text, 40)}`));
  const more = known > VALUES_SHOWN ? [`${known - VALUES_SHOWN} more, search`] : [];
  return `${fixed ? '=' : '= e.g.'} ${[...listed, ...more].join(' | ')}`;
}

function navigationLine({ name, to, entitySet, cardinality, deepInsert, required }: NavigationSpec): string {
  const target = entitySet ?? to.replace(/^.*[.#]/, '');
  const needs = required === undefined || required.length === 0 ? '' : ` (each needs ${cut(required.join(', '), 200)})`;
  return `${name} ${cardinality} ${target}${deepInsert && cardinality === '*' ? `, deep insert${needs}` : ''}`;
}

function actionLine({ name, on, operationType, parameters, label }: ActionSpec): string {
  const list = parameters.map((parameter) => {
    const type = typeText({ ...parameter, type: parameter.type ?? 'value' });
    const members = parameter.members?.map(({ name: member }) => member).join(', ');
    const inside = members === undefined ? '' : ` { ${cut(members, 200)} }`;
    return `${parameter.name}${parameter.required ? '!' : ''} ${type}${inside}`;
  });
  const notes = [
    on === 'entity' ? 'on a key' : '',
    operationType === 'Function' ? 'reads only' : '',
    labelText({ name, label }),
  ];
  return [`action:${name}(${cut(list.join(', '), 500)})`, ...notes].filter((part) => part !== '').join(' ');
}

function processLine({ process, processName, name, activity, operation, before, after }: ProcessSpec): string {
  const steps = (list: ProcessSpec['before']): string =>
    list.length === 0 ? 'nothing' : cut(list.map((step) => `${step.operation} ${step.id}`).join(', '), 220);
  return `${processName ?? process}: "${name ?? activity}" does ${operation}; before it ${steps(before)}; after it ${steps(after)}`;
}

function restrictionLines({ filterRestrictions, sortRestrictions }: OperationSpec): string[] {
  const lines: string[] = [];
  if (filterRestrictions?.filterable === false) lines.push('Cannot be filtered.');
  if (filterRestrictions?.required !== undefined)
    lines.push(`A read must filter by: ${filterRestrictions.required.join(', ')}`);
  if (filterRestrictions?.notFilterable !== undefined)
    lines.push(`No filter on: ${cut(filterRestrictions.notFilterable.join(', '), 300)}`);
  if (sortRestrictions?.sortable === false) lines.push('Cannot be sorted.');
  return lines;
}

function hasLongLists({ properties }: OperationSpec): boolean {
  return properties.some(({ valueHelp }) => (valueHelp?.count ?? 0) > VALUES_SHOWN);
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines];
}

function count(number: number, one: string, many: string): string {
  return number === 0 ? '' : `${number} ${number === 1 ? one : many}`;
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
