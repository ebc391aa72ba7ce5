import { type Bm25Data, Bm25Index } from './bm25.ts';
import { BoundedCache } from './bounded-cache.ts';
import { greatestIn } from './concept-finder.ts';
import { DenseIndex } from './dense-index.ts';
import type { Numbering } from './numbering.ts';
import type { Passage } from './query-reader.ts';
import { addMeeting, type Meeting, mostKept, type SoftData, SoftIndex } from './soft-index.ts';
import { fieldTerms, type Unit, type UnitRecord } from './unit.ts';
import type { Neighbour } from './word-similarity.ts';

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

/** The evidence for all units of one passage: `columns` in the order of the features, before they are divided by the `greatest` value of each. */
export interface Evidence {
  readonly columns: readonly Float32Array[];
  readonly greatest: readonly number[];
}

/** A value of a column, scaled so that the best unit has 1; all are 0 where none is greater. */
export function scaled(value: number, greatest: number): number {
  return greatest === 0 ? 0 : Math.fround(value / greatest);
}

const ownFields = ['name', 'rest', 'properties', 'values', 'operations', 'concepts', 'propertyConcepts'] as const;
const serviceFields = ['title', 'description', 'titleConcepts', 'concepts'] as const;
type OwnField = (typeof ownFields)[number];
type ServiceField = (typeof serviceFields)[number];

/** What the evidence is computed from, as it is kept; indexes of a service's texts hold one document for each service. */
export interface UnitFeaturesData {
  readonly units: readonly UnitRecord[];
  /** The service of each unit, by its place. */
  readonly serviceOf: Uint32Array;
  readonly services: number;
  readonly kinds: {
    readonly helper: Float32Array;
    readonly reference: Float32Array;
    readonly primary: Float32Array;
    readonly bound: Float32Array;
    readonly crowd: Float32Array;
  };
  readonly own: Readonly<Record<OwnField, Bm25Data>>;
  readonly service: Readonly<Record<ServiceField, Bm25Data>>;
  readonly words: { readonly own: SoftData; readonly properties: SoftData; readonly service: SoftData };
}

/** The words of each unit and each service, as numbers. */
export interface UnitWords {
  readonly own: readonly (readonly number[])[];
  readonly properties: readonly (readonly number[])[];
  readonly service: readonly (readonly number[])[];
}

/** The distinct words of units and services; new ones are numbered. */
export function wordsOfUnits(units: readonly Unit[], services: readonly Unit[], words: Numbering): UnitWords {
  return {
    own: units.map((unit) => wordIds(unit, ['words', 'phrases'], words)),
    properties: units.map((unit) => wordIds(unit, ['propertyWords'], words)),
    service: services.map((service) => wordIds(service, ['words', 'phrases'], words)),
  };
}

/** Indexes the fields of units and services. `bound` holds the ids of units that a process invokes, `wordCount` is greater than every word. */
export function indexUnits(
  units: readonly Unit[],
  services: readonly Unit[],
  bound: ReadonlySet<string>,
  terms: Numbering,
  documents: UnitWords,
  wordCount: number,
): UnitFeaturesData {
  const places = new Map(services.map((service, at) => [service.id, at]));
  const sizes = new Map<string, number>();
  for (const { service, kind } of units) if (kind === 'EntitySet') sizes.set(service, (sizes.get(service) ?? 0) + 1);
  const soft = (words: readonly (readonly number[])[]) => SoftIndex.of(words, wordCount).data;
  return {
    units: units.map(recordOf),
    serviceOf: Uint32Array.from(units, (unit) => places.get(unit.service) ?? services.length),
    services: services.length,
    kinds: {
      helper: Float32Array.from(units, ({ attributes }) => (attributes.helper ? 1 : 0)),
      reference: Float32Array.from(units, ({ attributes }) => (attributes.reference ? 1 : 0)),
      primary: Float32Array.from(units, ({ attributes }) => attributes.primary ?? 0),
      bound: Float32Array.from(units, ({ id }) => (bound.has(id) ? 1 : 0)),
      crowd: Float32Array.from(units, ({ service }) => Math.log(Math.max(1, sizes.get(service) ?? 1)) / 5),
    },
    own: indexFields(units, ownFields, terms),
    service: indexFields(services, serviceFields, terms),
    words: { own: soft(documents.own), properties: soft(documents.properties), service: soft(documents.service) },
  };
}

function recordOf({ id, kind, service, label, attributes: { name, entitySet, addressable } }: Unit): UnitRecord {
  return {
    id,
    kind: kind === 'Operation' ? 'Operation' : 'EntitySet',
    service,
    label,
    ...(name === undefined ? {} : { name }),
    ...(entitySet === undefined ? {} : { entitySet }),
    ...(addressable === undefined ? {} : { addressable }),
  };
}

/** Computes the evidence for every EntitySet and Operation. Texts of a service are compared once and lent to its units. */
export class UnitFeatures {
  readonly units: readonly UnitRecord[];
  readonly kinds: readonly Float32Array[];
  readonly #serviceOf: Uint32Array;
  readonly #own: Readonly<Record<OwnField, Bm25Index>>;
  readonly #service: Readonly<Record<ServiceField, Bm25Index>>;
  readonly #soft: { readonly own: SoftIndex; readonly properties: SoftIndex; readonly service: SoftIndex };
  readonly #dense: DenseIndex;
  readonly #byName = new Map<string, number[]>();
  readonly #conceptTerms: readonly string[];
  /** Scores of services on their way to the units. */
  readonly #serviceScores: Float32Array;
  readonly #meetings = new BoundedCache<readonly Neighbour[], UnitMeetings>(
    mostKept,
    ({ all }) => all.documents.length,
  );

  /** `vectors` are those of the units, `conceptTerms` the index terms of the concepts. */
  constructor(data: UnitFeaturesData, vectors: readonly Float32Array[], conceptTerms: readonly string[]) {
    const { own, service, words, kinds } = data;
    this.units = data.units;
    this.kinds = kindFeatures.map(({ name }) => kinds[name as keyof typeof kinds]);
    this.#serviceScores = new Float32Array(data.services);
    this.#serviceOf = data.serviceOf;
    this.#own = opened(own);
    this.#service = opened(service);
    this.#soft = {
      own: new SoftIndex(words.own),
      properties: new SoftIndex(words.properties),
      service: new SoftIndex(words.service),
    };
    this.#dense = new DenseIndex(vectors);
    this.#conceptTerms = conceptTerms;
    for (const [at, unit] of data.units.entries()) {
      const name = unit.name?.toLowerCase();
      if (name === undefined) continue;
      const others = this.#byName.get(name);
      if (others === undefined) this.#byName.set(name, [at]);
      else others.push(at);
    }
  }

  /** True where a unit has that technical name, given in lower case. */
  hasName(name: string): boolean {
    return this.#byName.has(name);
  }

  /** Whether a word stands in the texts of a unit or its service. */
  usesWord(unit: number, word: number): boolean {
    const { own, properties, service } = this.#soft;
    return (
      own.holds(word, unit) || properties.holds(word, unit) || service.holds(word, this.#serviceOf[unit] as number)
    );
  }

  /** Whether a unit or its service is about a concept, given as its index term. */
  isAbout(unit: number, term: number): boolean {
    const service = this.#serviceOf[unit] as number;
    const { titleConcepts, concepts } = this.#service;
    return this.#own.concepts.holds(term, unit) || titleConcepts.holds(term, service) || concepts.holds(term, service);
  }

  /** What people call a concept. */
  conceptName(concept: number): string {
    return (this.#conceptTerms[concept] ?? '').slice(1).replaceAll('-', ' ');
  }

  /** Cosines of every unit with a query vector. */
  dense(vector: Float32Array): Float32Array {
    return this.#dense.scores(vector);
  }

  /** Evidence of a passage. It is written into `block`, of `evidenceSize` numbers, where one is given, and else into one of its own. */
  evidence(passage: Passage, block = new Float32Array(this.evidenceSize)): Evidence {
    const { terms, technicalTerms, conceptTerms, neighbours, names, vector } = passage;
    const size = this.units.length;
    const columns = queryFeatures.map((_, at) => block.subarray(at * size, (at + 1) * size));
    block.fill(0);
    let next = 0;
    const column = () => columns[next++] as Float32Array;
    const own = (field: OwnField, query: typeof terms) => this.#own[field].addScores(query, column());
    const service = (field: ServiceField, query: typeof terms) => {
      const scores = this.#serviceScores.fill(0);
      this.#service[field].addScores(query, scores);
      this.#lend(scores, column());
    };
    own('name', terms);
    own('properties', terms);
    own('values', terms);
    service('title', terms);
    own('name', technicalTerms);
    own('rest', technicalTerms);
    own('properties', technicalTerms);
    own('operations', technicalTerms);
    service('title', technicalTerms);
    service('description', technicalTerms);
    own('concepts', conceptTerms);
    own('propertyConcepts', conceptTerms);
    service('titleConcepts', conceptTerms);
    service('concepts', conceptTerms);
    this.#addSoftScores(neighbours, column(), column(), column(), column());
    this.#dense.score(vector, column());
    const exact = column();
    for (const name of names) for (const at of this.#byName.get(name) ?? []) exact[at] = 1;
    return { columns, greatest: columns.map(greatestIn) };
  }

  /** How many numbers the evidence of a passage takes. */
  get evidenceSize(): number {
    return queryFeatures.length * this.units.length;
  }

  /**
   * Soft scores by a unit's own words, by its properties', by its own and its service's, and by its service's alone: the sum over the words of
   * the query of rarity times the similarity of the nearest word, as in `SoftIndex`.
   */
  #addSoftScores(
    query: readonly (readonly Neighbour[])[],
    own: Float32Array,
    properties: Float32Array,
    all: Float32Array,
    service: Float32Array,
  ): void {
    const services = this.#serviceScores.fill(0);
    for (const neighbours of query) {
      const meetings = this.#meetingsOf(neighbours);
      addMeeting(meetings.own, own);
      addMeeting(meetings.all, all);
      addMeeting(meetings.service, services);
    }
    this.#soft.properties.addScores(query, properties);
    this.#lend(services, service);
  }

  /** The units that a word meets by themselves and with their services, and the services; kept for a while. */
  #meetingsOf(neighbours: readonly Neighbour[]): UnitMeetings {
    let meetings = this.#meetings.get(neighbours);
    if (meetings === undefined) {
      const own = new Float32Array(this.units.length);
      const service = new Float32Array(this.#serviceScores.length);
      this.#soft.own.meet(neighbours, own);
      this.#soft.service.meet(neighbours, service);
      const all = own.map((mine, unit) => Math.max(mine, service[this.#serviceOf[unit] as number] ?? 0));
      meetings = { own: meetingOf(own), all: meetingOf(all), service: meetingOf(service) };
      this.#meetings.set(neighbours, meetings);
    }
    return meetings;
  }

  #lend(scores: Float32Array, lent: Float32Array): void {
    for (let at = 0; at < lent.length; at++) lent[at] = scores[this.#serviceOf[at] as number] ?? 0;
  }
}

interface UnitMeetings {
  readonly own: Meeting;
  readonly all: Meeting;
  readonly service: Meeting;
}

/** The documents whose similarity is not 0. */
function meetingOf(best: Float32Array): Meeting {
  const documents: number[] = [];
  let sum = 0;
  for (const [document, similarity] of best.entries()) {
    if (similarity === 0) continue;
    documents.push(document);
    sum += similarity;
  }
  return {
    documents: Uint32Array.from(documents),
    similarities: Float32Array.from(documents, (document) => best[document] as number),
    rarity: 1 - sum / Math.max(1, best.length),
  };
}

/** The distinct words of some fields of a unit. */
function wordIds(unit: Unit, fields: readonly string[], words: Numbering): number[] {
  return [...new Set(fields.flatMap((field) => fieldTerms(unit, field).map((word) => words.id(word))))];
}

function indexFields<Field extends string>(
  units: readonly Unit[],
  fields: readonly Field[],
  terms: Numbering,
): Record<Field, Bm25Data> {
  return Object.fromEntries(fields.map((field) => [field, Bm25Index.of(termsOf(units, field), terms).data])) as Record<
    Field,
    Bm25Data
  >;
}

function opened<Field extends string>(fields: Readonly<Record<Field, Bm25Data>>): Record<Field, Bm25Index> {
  return Object.fromEntries(
    Object.entries<Bm25Data>(fields).map(([field, data]) => [field, new Bm25Index(data)]),
  ) as Record<Field, Bm25Index>;
}

function* termsOf(units: readonly Unit[], field: string): Generator<string[]> {
  for (const unit of units) yield fieldTerms(unit, field);
}
