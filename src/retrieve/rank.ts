import { best } from './concept-finder.ts';
import { expandProcesses, type ProcessExpansion } from './expansion.ts';
import { type HybridParts, readHybrid, scoreHybrid, weighAll } from './hybrid.ts';
import type { ScoredHit } from './present-hits.ts';
import type { QueryReading } from './query-reader.ts';
import { inOrder, type Weights } from './scorer.ts';
import type { Contribution } from './search-result.ts';
import { type Evidence, queryFeatures, scaled } from './unit-features.ts';

/** Weights of the fields in lexical search: BM25 by field, combined linearly; vocabulary columns are BM25 of expansions and concepts. */
const lexicalWeights: Weights = {
  name: 1,
  properties: 0.4,
  values: 0.4,
  title: 0.5,
  nameByVocabulary: 0.8,
  restByVocabulary: 0.5,
  propertiesByVocabulary: 0.3,
  operationsByVocabulary: 0.2,
  titleByVocabulary: 0.5,
  descriptionByVocabulary: 0.3,
  concepts: 1,
  propertyConcepts: 0.2,
  titleConcepts: 0.4,
  descriptionConcepts: 0.3,
};
const parentShare = 0.3;

/** Cosine of the query's and the unit's vector. */
export function rankDense(query: QueryReading, { features }: HybridParts): ScoredHit {
  const scores = features.dense(query.whole.vector);
  return { mode: 'dense', scores, explain: (unit) => [{ source: 'dense', value: scores[unit] ?? 0 }] };
}

/** BM25 by field, with the business vocabulary. */
export function rankLexical(query: QueryReading, { features }: HybridParts): ScoredHit {
  const evidence = features.evidence(query.whole);
  const unscaled = { columns: evidence.columns, greatest: evidence.greatest.map((value) => (value > 0 ? 1 : 0)) };
  for (const [at, column] of evidence.columns.entries()) {
    const divisor = evidence.greatest[at] ?? 0;
    for (let unit = 0; unit < column.length; unit++) column[unit] = scaled(column[unit] as number, divisor) * divisor;
  }
  const scores = weighAll(unscaled, [], lexicalWeights);
  const weights = inOrder(lexicalWeights, featureNames);
  return { mode: 'lexical', scores, explain: (unit) => weighted(unit, unscaled, weights) };
}

/** Processes and navigation only: the units behind the stretches that fit, and the sets they navigate to. */
export function rankGraph(query: QueryReading, { features, fit, map, navigation, scorer }: HybridParts): ScoredHit {
  const processes = fit.read(query, new Float32Array(features.units.length), scorer);
  const expansion = expandProcesses(processes, map, features.units.length);
  const scores = Float32Array.from(expansion.value);
  const { child } = navigation.expand(expansion.value, best(expansion.value, 10));
  for (const [unit, { worth, from }] of child)
    scores[unit] = (scores[unit] ?? 0) + parentShare * worth * (expansion.value[from] ?? 0);
  return {
    mode: 'graph',
    scores,
    processes,
    expansion,
    explain: (unit) => {
      const reached = child.get(unit);
      const rest = (scores[unit] ?? 0) - (expansion.value[unit] ?? 0);
      return [
        { source: 'process', value: expansion.value[unit] ?? 0, ...viaActivity(expansion, map, unit) },
        ...(reached === undefined
          ? []
          : [{ source: 'navigation', value: rest, via: features.units[reached.from]?.id ?? '' }]),
      ];
    },
  };
}

/** All evidence, expanded along processes and navigation. A unit's own chance is split in proportion to its kinds of evidence. */
export function rankHybrid(query: QueryReading, parts: HybridParts): ScoredHit {
  const { features, scorer } = parts;
  const reading = readHybrid(query, parts);
  const weights = inOrder(scorer.seed, featureNames);
  const { total, own, process, clause, raised } = scoreHybrid(query, reading, features, scorer.seed);
  return {
    mode: 'hybrid',
    scores: total,
    seedScores: reading.seedScores,
    processes: reading.processes,
    expansion: reading.expansion,
    explain: (unit) => {
      const navigated = raised.get(unit);
      const evidence = [
        ...weighted(unit, reading.evidence, weights),
        ...(navigated === undefined
          ? []
          : [{ source: 'navigation', value: navigated.value, via: features.units[navigated.from]?.id ?? '' }]),
      ];
      const concept = sharedConcept(query, features, unit);
      const sum = evidence.reduce((total, { value }) => total + value, 0);
      const share = own[unit] ?? 0;
      return [
        ...(sum > 0
          ? evidence.map((part) => ({
              ...part,
              value: (share * part.value) / sum,
              ...(part.source === 'vocabulary' && concept !== undefined ? { via: concept } : {}),
            }))
          : [{ source: 'kind', value: share }]),
        { source: 'process', value: process[unit] ?? 0, ...viaActivity(reading.expansion, parts.map, unit) },
        { source: 'clause', value: clause[unit] ?? 0 },
      ];
    },
  };
}

/** The strongest concept of the request that the unit or its service is about. */
function sharedConcept(query: QueryReading, features: HybridParts['features'], unit: number): string | undefined {
  const shared = query.whole.conceptTerms.findIndex(({ term }) => features.isAbout(unit, term));
  const concept = query.whole.concepts[shared]?.concept;
  return concept === undefined ? undefined : features.conceptName(concept);
}

/** The activity that brings a unit in. */
function viaActivity(expansion: ProcessExpansion, map: HybridParts['map'], unit: number): { via?: string } {
  const place = expansion.places.get(unit);
  const activity = place && map.activities[place.activity];
  return activity === undefined ? {} : { via: activity.label };
}

const featureNames = queryFeatures.map(({ name }) => name);
const sources = [...new Set(queryFeatures.map(({ source }) => source))];
const sourceOfFeature = queryFeatures.map(({ source }) => sources.indexOf(source));

/** One contribution for each kind of evidence. */
function weighted(unit: number, { columns, greatest }: Evidence, weights: readonly number[]): Contribution[] {
  const sums = sources.map((source) => ({ source, value: 0 }));
  for (const [at, column] of columns.entries()) {
    const sum = sums[sourceOfFeature[at] ?? 0];
    if (sum) sum.value += (weights[at] ?? 0) * scaled(column[unit] ?? 0, greatest[at] ?? 0);
  }
  return sums;
}
