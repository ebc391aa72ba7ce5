import { Bm25Index } from './bm25.ts';
import { scaleToOne } from './concept-finder.ts';
import { DenseIndex } from './dense-index.ts';
import type { Passage } from './query-reader.ts';
import { SoftIndex } from './soft-index.ts';
import { fieldTerms, type Unit } from './unit.ts';
import type { Neighbour, WordSimilarity } from './word-similarity.ts';

/** Kinds of evidence; a hit's contributions are told apart by them. */
export type EvidenceSource = 'name' | 'lexical' | 'vocabulary' | 'words' | 'dense' | 'kind';

/** One kind of evidence for a unit; columns are scaled so that the best unit of a query has 1. */
export interface Feature {
  readonly name: string;
  readonly source: EvidenceSource;
}

/** What is compared with a query, in the order of the columns. */
export const queryFeatures: readonly Feature[] = [
  { name: 'name', source: 'lexical' },
  { name: 'properties', source: 'lexical' },
  { name: 'values', source: 'lexical' },
  { name: 'title', source: 'lexical' },
  { name: 'nameByVocabulary', source: 'vocabulary' },
  { name: 'restByVocabulary', source: 'vocabulary' },
  { name: 'propertiesByVocabulary', source: 'vocabulary' },
  { name: 'operationsByVocabulary', source: 'vocabulary' },
  { name: 'titleByVocabulary', source: 'vocabulary' },
  { name: 'descriptionByVocabulary', source: 'vocabulary' },
  { name: 'concepts', source: 'vocabulary' },
  { name: 'propertyConcepts', source: 'vocabulary' },
  { name: 'titleConcepts', source: 'vocabulary' },
  { name: 'descriptionConcepts', source: 'vocabulary' },
  { name: 'ownWords', source: 'words' },
  { name: 'propertyWords', source: 'words' },
  { name: 'allWords', source: 'words' },
  { name: 'serviceWords', source: 'words' },
  { name: 'dense', source: 'dense' },
  { name: 'exactName', source: 'name' },
];

/** What speaks for or against a unit whatever the query. */
export const kindFeatures: readonly Feature[] = [
  { name: 'helper', source: 'kind' },
  { name: 'reference', source: 'kind' },
  { name: 'primary', source: 'kind' },
  { name: 'bound', source: 'kind' },
  { name: 'crowd', source: 'kind' },
];

/** The evidence for all units of one passage; `columns` stand in the order of the features, `greatest` holds what each was scaled by. */
export interface Evidence {
  readonly columns: readonly Float32Array[];
  readonly greatest: readonly number[];
}

/** Computes the evidence for every EntitySet and Operation. Texts of a service are compared once and lent to its units. */
export class UnitFeatures {
  readonly units: readonly Unit[];
  readonly kinds: readonly Float32Array[];
  readonly #services: readonly Unit[];
  readonly #serviceOf: Uint32Array;
  readonly #own: ReadonlyMap<string, Bm25Index>;
  readonly #service: ReadonlyMap<string, Bm25Index>;
  readonly #softDocuments: readonly (readonly (readonly number[])[])[];
  readonly #similarity: WordSimilarity;
  #soft: readonly SoftIndex[] = [];
  readonly #dense: DenseIndex;
  readonly #byName = new Map<string, number[]>();

  constructor(
    units: readonly Unit[],
    services: readonly Unit[],
    vectors: readonly Float32Array[],
    bound: ReadonlySet<string>,
    similarity: WordSimilarity,
  ) {
    this.units = units;
    this.#similarity = similarity;
    this.#services = services;
    const places = new Map(services.map((service, at) => [service.id, at]));
    this.#serviceOf = Uint32Array.from(units, (unit) => places.get(unit.service) ?? services.length);
    this.#own = indexes(units, ['name', 'rest', 'properties', 'values', 'operations', 'concepts', 'propertyConcepts']);
    this.#service = indexes(services, ['title', 'description', 'titleConcepts', 'concepts']);
    this.#softDocuments = [
      units.map((unit) => wordIds(unit, ['words', 'phrases'], similarity)),
      units.map((unit) => wordIds(unit, ['propertyWords'], similarity)),
      services.map((service) => wordIds(service, ['words', 'phrases'], similarity)),
    ];
    this.#dense = new DenseIndex(vectors);
    for (const [at, { attributes }] of units.entries()) {
      const name = attributes.name?.toLowerCase();
      if (name !== undefined) this.#byName.set(name, [...(this.#byName.get(name) ?? []), at]);
    }
    const sizes = new Map<string, number>();
    for (const { service, kind } of units) if (kind === 'EntitySet') sizes.set(service, (sizes.get(service) ?? 0) + 1);
    this.kinds = [
      Float32Array.from(units, ({ attributes }) => (attributes.helper ? 1 : 0)),
      Float32Array.from(units, ({ attributes }) => (attributes.reference ? 1 : 0)),
      Float32Array.from(units, ({ attributes }) => attributes.primary ?? 0),
      Float32Array.from(units, ({ id }) => (bound.has(id) ? 1 : 0)),
      Float32Array.from(units, ({ service }) => Math.log(Math.max(1, sizes.get(service) ?? 1)) / 5),
    ];
  }

  /** The service of a unit. */
  serviceOf(unit: number): Unit | undefined {
    return this.#services[this.#serviceOf[unit] ?? -1];
  }

  /** True where a unit has that technical name, given in lower case. */
  hasName(name: string): boolean {
    return this.#byName.has(name);
  }

  /** The id of a word that the texts use. */
  readonly wordId = (word: string): number | undefined => this.#similarity.known(word);

  /** To be called once all words have ids. */
  prepare(): void {
    this.#soft = this.#softDocuments.map((documents) => new SoftIndex(documents, this.#similarity.size));
  }

  /** Cosines of every unit with a query vector. */
  dense(vector: Float32Array): Float32Array {
    return this.#dense.scores(vector);
  }

  /** Evidence of a passage. */
  evidence(passage: Passage): Evidence {
    const { terms, technicalTerms, conceptTerms, neighbours, names, vector } = passage;
    const own = (field: string, query: typeof terms) => this.#own.get(field)?.scores(query) ?? new Float32Array(0);
    const service = (field: string, query: typeof terms) =>
      this.#lend(this.#service.get(field)?.scores(query) ?? new Float32Array(0));
    const [ownWords, allWords, serviceWords] = this.#softScores(neighbours);
    const propertyWords = new Float32Array(this.units.length);
    this.#soft[1]?.addScores(neighbours, propertyWords);
    const columns = [
      own('name', terms),
      own('properties', terms),
      own('values', terms),
      service('title', terms),
      own('name', technicalTerms),
      own('rest', technicalTerms),
      own('properties', technicalTerms),
      own('operations', technicalTerms),
      service('title', technicalTerms),
      service('description', technicalTerms),
      own('concepts', conceptTerms),
      own('propertyConcepts', conceptTerms),
      service('titleConcepts', conceptTerms),
      service('concepts', conceptTerms),
      ownWords,
      propertyWords,
      allWords,
      serviceWords,
      this.#dense.scores(vector),
      this.#exact(names),
    ];
    return { columns, greatest: columns.map(scaleToOne) };
  }

  /**
   * Soft scores by a unit's own words, by those and its service's, and by its service's alone: the sum over the words of the query of
   * rarity times the similarity of the nearest word, as in `SoftIndex`.
   */
  #softScores(query: readonly (readonly Neighbour[])[]): [own: Float32Array, all: Float32Array, service: Float32Array] {
    const size = this.units.length;
    const own = new Float32Array(size);
    const all = new Float32Array(size);
    const services = new Float32Array(this.#services.length);
    const bestOwn = new Float32Array(size);
    const bestService = new Float32Array(services.length);
    const serviceOf = this.#serviceOf;
    for (const neighbours of query) {
      this.#soft[0]?.meet(neighbours, bestOwn);
      this.#soft[2]?.meet(neighbours, bestService);
      let sumOwn = 0;
      let sumAll = 0;
      for (let unit = 0; unit < size; unit++) {
        const mine = bestOwn[unit] as number;
        sumOwn += mine;
        sumAll += Math.max(mine, bestService[serviceOf[unit] as number] ?? 0);
      }
      const rareOwn = 1 - sumOwn / Math.max(1, size);
      const rareAll = 1 - sumAll / Math.max(1, size);
      for (let unit = 0; unit < size; unit++) {
        const mine = bestOwn[unit] as number;
        own[unit] = (own[unit] as number) + rareOwn * mine;
        all[unit] = (all[unit] as number) + rareAll * Math.max(mine, bestService[serviceOf[unit] as number] ?? 0);
      }
      let sumService = 0;
      for (const value of bestService) sumService += value;
      const rareService = 1 - sumService / Math.max(1, services.length);
      for (let at = 0; at < services.length; at++)
        services[at] = (services[at] as number) + rareService * (bestService[at] as number);
    }
    return [own, all, this.#lend(services)];
  }

  #exact(names: readonly string[]): Float32Array {
    const column = new Float32Array(this.units.length);
    for (const name of names) for (const at of this.#byName.get(name) ?? []) column[at] = 1;
    return column;
  }

  #lend(scores: Float32Array): Float32Array {
    const lent = new Float32Array(this.units.length);
    for (let at = 0; at < lent.length; at++) lent[at] = scores[this.#serviceOf[at] as number] ?? 0;
    return lent;
  }
}

/** The distinct word ids of some fields of a unit. */
function wordIds(unit: Unit, fields: readonly string[], similarity: WordSimilarity): number[] {
  const ids: number[] = [];
  const seen = new Set<number>();
  for (const field of fields) {
    for (const word of fieldTerms(unit, field)) {
      const id = similarity.id(word);
      if (seen.has(id)) continue;
      seen.add(id);
      ids.push(id);
    }
  }
  return ids;
}

function indexes(units: readonly Unit[], fields: readonly string[]): Map<string, Bm25Index> {
  return new Map(fields.map((field) => [field, new Bm25Index(termsOf(units, field))]));
}

function* termsOf(units: readonly Unit[], field: string): Generator<string[]> {
  for (const unit of units) yield fieldTerms(unit, field);
}
