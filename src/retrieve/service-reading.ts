import type { Graph, GraphNode } from '../graph/index.ts';
import { analyze, contentWords, termOf } from './analyze.ts';
import { makeUnit, type Unit, type UnitAttributes, type UnitLink } from './unit.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { WordBook } from './word-book.ts';

const mostProperties = 250;
const mostValueTexts = 120;
const phrasesPerConcept = 4;
const propertiesInText = 14;

/** Names of views that other views refer to, as against those a task works with. */
const referenceView = /^(I|VL|P|SAP_)_/;

/** Reads the units of one service from the graph. */
export class ServiceReading {
  readonly #graph: Graph;
  readonly #service: GraphNode<'Service'>;
  readonly #wordBook: WordBook;
  readonly #vocabulary: Vocabulary;
  readonly #title: string;
  readonly #titleTerms: ReadonlySet<string>;
  readonly #helpers = new Set<string>();

  constructor(graph: Graph, service: GraphNode<'Service'>, wordBook: WordBook, vocabulary: Vocabulary) {
    this.#graph = graph;
    this.#service = service;
    this.#wordBook = wordBook;
    this.#vocabulary = vocabulary;
    this.#title = service.attributes.title ?? wordBook.nameWords(service.id).join(' ');
    this.#titleTerms = new Set(analyze(this.#title));
  }

  /** One unit per exposed EntitySet and Operation, bound operations included. */
  units(): Unit[] {
    const sets: GraphNode<'EntitySet'>[] = [];
    const operations = new Map<string, { operation: GraphNode<'Operation'>; entitySet?: string }>();
    for (const { toKind, to } of this.#graph.out('EXPOSES', this.#service)) {
      const set = toKind === 'EntitySet' ? this.#graph.node('EntitySet', to) : undefined;
      if (set) sets.push(set);
      const operation = toKind === 'Operation' ? this.#graph.node('Operation', to) : undefined;
      if (operation) operations.set(to, { operation });
    }
    const setOfType = new Map<string, string>();
    for (const set of sets) {
      const type = this.#typeOf(set);
      if (type && !setOfType.has(type.id)) setOfType.set(type.id, set.id);
      for (const { property } of this.#properties(type)) {
        for (const { attributes, to } of this.#graph.out('HAS_VALUE_HELP', property)) {
          const list = attributes.entitySet ?? this.#graph.node('ValueHelp', to)?.attributes.entitySet;
          if (list !== undefined) this.#helpers.add(list);
        }
      }
    }
    for (const set of sets) {
      const type = this.#typeOf(set);
      for (const owner of type ? [set, type] : [set]) {
        for (const { to } of this.#graph.out('HAS_OPERATION', owner)) {
          const operation = this.#graph.node('Operation', to);
          if (operation && operations.get(to)?.entitySet === undefined)
            operations.set(to, { operation, entitySet: set.id });
        }
      }
    }
    return [
      ...sets.map((set) => this.#setUnit(set, setOfType, operations.values())),
      ...[...operations.values()].map(({ operation, entitySet }) => this.#operationUnit(operation, entitySet)),
    ];
  }

  #setUnit(
    set: GraphNode<'EntitySet'>,
    setOfType: ReadonlyMap<string, string>,
    operations: Iterable<{ operation: GraphNode<'Operation'>; entitySet?: string }>,
  ): Unit {
    const type = this.#typeOf(set);
    const nameWords = this.#wordBook.nameWords(set.attributes.name);
    const nameTerms = nameWords.map(termOf);
    const label = set.attributes.label ?? type?.attributes.label;
    const labelTerms = analyze(
      [label, set.attributes.description ?? type?.attributes.description].filter(Boolean).join(' '),
    );
    const properties = this.#properties(type);
    const propertyTexts = properties.map(({ property }) => this.#propertyText(property));
    const own = [...operations].filter(({ entitySet }) => entitySet === set.id);
    const links = this.#links(set, type, setOfType);
    const concepts = this.#vocabulary.match([...nameTerms, ...labelTerms]);
    const keys = properties.filter(({ property }) => property.attributes.key).map(({ text }) => text);
    const attributes: UnitAttributes = {
      name: set.attributes.name,
      ...(set.attributes.addressable === false ? { addressable: false } : {}),
      ...(this.#isHelper(set, nameWords, label) ? { helper: true } : {}),
      ...(referenceView.test(set.attributes.name) ? { reference: true } : {}),
      primary: this.#primary(nameTerms),
      ...(links.length > 0 ? { links } : {}),
    };
    return makeUnit({
      id: set.id,
      kind: 'EntitySet',
      service: this.#service.id,
      label: label ?? nameWords.join(' '),
      text: [
        nameWords.join(' '),
        label,
        this.#title,
        this.#service.attributes.description,
        [...keys, ...propertyTexts].slice(0, propertiesInText).join(', '),
        concepts
          .flatMap(({ concept }) => this.#vocabulary.entries[concept]?.phrases.slice(0, phrasesPerConcept) ?? [])
          .join(', '),
      ]
        .filter(Boolean)
        .join('. '),
      fields: {
        name: nameTerms.join(' '),
        rest: nameTerms.filter((term) => !this.#titleTerms.has(term)).join(' '),
        label: labelTerms.join(' '),
        properties: compact(propertyTexts).join(' '),
        values: compact(this.#valueTexts(properties.map(({ property }) => property))).join(' '),
        operations: own
          .flatMap(({ operation }) => this.#wordBook.identifierWords(operation.attributes.name).map(termOf))
          .join(' '),
        concepts: this.#vocabulary.conceptTerms([...nameTerms, ...labelTerms]).join(' '),
        words: contentWords([nameWords.join(' '), label ?? '', set.attributes.description ?? ''].join(' ')).join(' '),
        phrases: contentWords(
          concepts.flatMap(({ concept }) => this.#vocabulary.entries[concept]?.phrases ?? []).join(' '),
        ).join(' '),
        propertyWords: contentWords(propertyTexts.join(' ')).join(' '),
        propertyConcepts: [
          ...new Set(propertyTexts.flatMap((text) => this.#vocabulary.conceptTerms(analyze(text)))),
        ].join(' '),
      },
      attributes,
    });
  }

  #operationUnit(operation: GraphNode<'Operation'>, entitySet: string | undefined): Unit {
    const { name, label, description, parameters } = operation.attributes;
    const nameWords = this.#wordBook.nameWords(name);
    const nameTerms = nameWords.map(termOf);
    const labelTerms = analyze([label, description].filter(Boolean).join(' '));
    const parameterTexts = parameters.map(
      (parameter) => parameter.label ?? this.#wordBook.identifierWords(parameter.name).join(' '),
    );
    return makeUnit({
      id: operation.id,
      kind: 'Operation',
      service: this.#service.id,
      label: label ?? nameWords.join(' '),
      text: [
        nameWords.join(' '),
        label,
        description,
        this.#title,
        this.#service.attributes.description,
        parameterTexts.slice(0, propertiesInText).join(', '),
      ]
        .filter(Boolean)
        .join('. '),
      fields: {
        name: nameTerms.join(' '),
        rest: nameTerms.filter((term) => !this.#titleTerms.has(term)).join(' '),
        label: labelTerms.join(' '),
        properties: compact(parameterTexts).join(' '),
        concepts: this.#vocabulary.conceptTerms([...nameTerms, ...labelTerms]).join(' '),
        words: contentWords([nameWords.join(' '), label ?? '', description ?? ''].join(' ')).join(' '),
        propertyWords: contentWords(parameterTexts.join(' ')).join(' '),
      },
      attributes: { name, ...(entitySet === undefined ? {} : { entitySet }) },
    });
  }

  #typeOf(set: GraphNode<'EntitySet'>): GraphNode<'EntityType'> | undefined {
    const [edge] = this.#graph.out('OF_TYPE', set);
    return edge && this.#graph.node('EntityType', edge.to);
  }

  /** Properties of the type and its base types, bounded. */
  #properties(type: GraphNode<'EntityType'> | undefined): { property: GraphNode<'Property'>; text: string }[] {
    const properties: { property: GraphNode<'Property'>; text: string }[] = [];
    const seen = new Set<string>();
    for (let current = type; current && !seen.has(current.id); ) {
      seen.add(current.id);
      for (const { to } of this.#graph.out('HAS_PROPERTY', current)) {
        const property = this.#graph.node('Property', to);
        if (property && properties.length < mostProperties)
          properties.push({ property, text: this.#propertyText(property) });
      }
      const [base] = this.#graph.out('EXTENDS', current);
      current = base && this.#graph.node('EntityType', base.to);
    }
    return properties;
  }

  #propertyText(property: GraphNode<'Property'>): string {
    return property.attributes.label ?? this.#wordBook.identifierWords(property.attributes.name).join(' ');
  }

  #valueTexts(properties: readonly GraphNode<'Property'>[]): string[] {
    const texts: string[] = [];
    for (const property of properties) {
      for (const { to } of this.#graph.out('HAS_VALUE_HELP', property)) {
        for (const { text } of this.#graph.node('ValueHelp', to)?.attributes.values ?? []) {
          if (text !== undefined && texts.length < mostValueTexts) texts.push(text);
        }
      }
    }
    return texts;
  }

  #links(
    set: GraphNode<'EntitySet'>,
    type: GraphNode<'EntityType'> | undefined,
    setOfType: ReadonlyMap<string, string>,
  ): UnitLink[] {
    const cardinality = new Map<string, boolean>();
    const links = new Map<string, boolean>();
    for (const { to } of type ? this.#graph.out('HAS_NAVIGATION', type) : []) {
      const navigation = this.#graph.node('NavigationProperty', to);
      const [target] = this.#graph.out('NAVIGATES_TO', { kind: 'NavigationProperty', id: to });
      if (!navigation || !target) continue;
      const many = target.attributes.cardinality === '*';
      cardinality.set(navigation.attributes.name, many);
      const bySet = setOfType.get(target.to);
      if (bySet !== undefined && bySet !== set.id) links.set(bySet, many);
    }
    for (const { to, attributes } of this.#graph.out('BINDS', set)) {
      if (to !== set.id) links.set(to, cardinality.get(attributes.navigation) ?? links.get(to) ?? false);
    }
    return [...links].map(([to, many]) => ({ to, many }));
  }

  #isHelper(set: GraphNode<'EntitySet'>, nameWords: readonly string[], label: string | undefined): boolean {
    const name = nameWords.join(' ');
    return (
      this.#helpers.has(set.attributes.name) ||
      /\bvalue (help|list)\b/.test(name) ||
      /\bvalue ?help\b/i.test(label ?? '') ||
      /\b(parameters|draft administrative data)$/.test(name)
    );
  }

  #primary(nameTerms: readonly string[]): number {
    const name = new Set(nameTerms);
    const shared = [...name].filter((term) => this.#titleTerms.has(term)).length;
    return shared / Math.max(1, name.size + this.#titleTerms.size - shared);
  }
}

/** Distinct index terms of several texts, in order of first appearance. */
function compact(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap(analyze))];
}
