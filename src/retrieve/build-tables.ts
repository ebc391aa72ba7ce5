import type { Graph } from '../graph/index.ts';
import type { Embedder } from '../models/index.ts';
import { ConceptFinder } from './concept-finder.ts';
import { JoinedEmbedder } from './joined-embedder.ts';
import { Numbering } from './numbering.ts';
import { indexProcesses, wordsOfProcesses } from './process-documents.ts';
import { layOutProcesses } from './process-layout.ts';
import type { SearchTables } from './search-tables.ts';
import { SoftIndex } from './soft-index.ts';
import type { Unit } from './unit.ts';
import { indexUnits, wordsOfUnits } from './unit-features.ts';
import type { Vocabulary } from './vocabulary.ts';
import { WordSimilarity } from './word-similarity.ts';

/** What search tables are made from: units and their vectors by `embedder` in the same order. `wordEmbedder` finds similar words. */
export interface TableSources {
  readonly units: readonly Unit[];
  /** The processes of the landscape; the rest of the graph may be there. */
  readonly processes: Graph;
  readonly vocabulary: Vocabulary;
  readonly vectors: readonly Float32Array[];
  readonly embedder: Embedder;
  readonly wordEmbedder: Embedder;
}

/** Makes the tables that searches compute with. The same sources give the same tables. */
export async function buildTables(sources: TableSources): Promise<SearchTables> {
  const { units, processes, vocabulary, wordEmbedder } = sources;
  const placesOf = (...kinds: Unit['kind'][]) => units.flatMap((unit, at) => (kinds.includes(unit.kind) ? [at] : []));
  const pick = (places: readonly number[]) => places.flatMap((at) => units[at] ?? []);
  const searchedPlaces = placesOf('EntitySet', 'Operation');
  const searched = pick(searchedPlaces);
  const services = pick(placesOf('Service'));
  const processPlaces = placesOf('Process');
  const processUnits = pick(processPlaces);
  const placeOfUnit = new Map(searched.map((unit, at) => [`${unit.kind} ${unit.id}`, at]));
  const map = layOutProcesses(processes, processUnits, pick(placesOf('Activity')), placeOfUnit);
  const placeOfActivity = new Map(placesOf('Activity').map((at) => [units[at]?.id, at]));
  const activityPlaces = map.activities.flatMap(({ id }) => placeOfActivity.get(id) ?? []);
  const serviceById = new Map(services.map((service) => [service.id, service]));
  const texts = {
    map,
    processes: processUnits,
    activities: pick(activityPlaces),
    behind: (place: number) => {
      const unit = searched[place];
      const service = unit && serviceById.get(unit.service);
      return [...(unit ? [unit] : []), ...(service ? [service] : [])];
    },
  };
  const words = new Numbering();
  const conceptWords = vocabulary.contentWords.map((own) => own.map((word) => words.id(word)));
  const unitWords = wordsOfUnits(searched, services, words);
  const processWords = wordsOfProcesses(texts, words);
  const bound = new Set(map.activities.flatMap((activity) => activity.units.flatMap((at) => searched[at]?.id ?? [])));
  const terms = new Numbering([...vocabulary.terms.texts, ...vocabulary.concepts.data.conceptTerms]);
  const features = indexUnits(searched, services, bound, terms, unitWords, words.size);
  const fit = indexProcesses(texts, terms, processWords, words.size);
  return {
    wordEmbedder: { name: wordEmbedder.name, revision: wordEmbedder.revision ?? '' },
    ...(await joinedOf(sources)),
    concepts: vocabulary.concepts.data,
    conceptWords: SoftIndex.of(conceptWords, words.size).data,
    conceptNorms: ConceptFinder.norms(vocabulary.contentWords),
    words: WordSimilarity.of(words.texts, await wordEmbedder.embed(words.texts)).data,
    places: {
      units: Uint32Array.from(searchedPlaces),
      processes: Uint32Array.from(processPlaces),
      activities: Uint32Array.from(activityPlaces),
    },
    features,
    processes: map,
    fit,
    navigation: searched.map(({ attributes }) =>
      (attributes.links ?? []).flatMap(({ to }) => placeOfUnit.get(`EntitySet ${to}`) ?? []),
    ),
    terms: terms.texts,
  };
}

/** What joins the vectors with the word embedder's, where another embedder made them. */
async function joinedOf({
  units,
  vectors,
  embedder,
  wordEmbedder,
}: TableSources): Promise<Pick<SearchTables, 'joined'>> {
  if (embedder.name === wordEmbedder.name) return {};
  return { joined: JoinedEmbedder.data(vectors, await wordEmbedder.embed(units.map(({ text }) => text))) };
}
