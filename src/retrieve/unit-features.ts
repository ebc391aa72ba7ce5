import { Bm25Index } from './bm25.ts';
import { scaleToOne } from './concept-finder.ts';
import { DenseIndex } from './dense-index.ts';
import type { Passage } from './query-reader.ts';
import { SoftIndex } from './soft-index.ts';
import { fieldTerms, type Unit } from './unit.ts';
import type { WordSimilarity } from './word-similarity.ts';

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
    const ids = (unit: Unit | undefined, ...fields: string[]) => [
      ...new Set(
        unit === undefined ? [] : fields.flatMap((field) => fieldTerms(unit, field)).map((word) => similarity.id(word)),
      ),
    ];
    const serviceWords = services.map((service) => ids(service, 'words', 'phrases'));
    const own = units.map((unit) => ids(unit, 'words', 'phrases'));
    this.#softDocuments = [
      own,
      units.map((unit) => ids(unit, 'propertyWords')),
      own.map((words, at) => [...new Set([...words, ...(serviceWords[this.#serviceOf[at] ?? -1] ?? [])])]),
      serviceWords,
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
    const soft = (at: number) => {
      const index = this.#soft[at];
      const scores = new Float32Array(index?.size ?? 0);
      index?.addScores(neighbours, scores);
      return scores;
    };
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
      soft(0),
      soft(1),
      soft(2),
      this.#lend(soft(3)),
      this.#dense.scores(vector),
      this.#exact(names),
    ];
    return { columns, greatest: columns.map(scaleToOne) };
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

function indexes(units: readonly Unit[], fields: readonly string[]): Map<string, Bm25Index> {
  return new Map(fields.map((field) => [field, new Bm25Index(termsOf(units, field))]));
}

function* termsOf(units: readonly Unit[], field: string): Generator<string[]> {
  for (const unit of units) yield fieldTerms(unit, field);
}
