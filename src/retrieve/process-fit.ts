import { type Bm25Data, Bm25Index } from './bm25.ts';
import { best, scaleToOne } from './concept-finder.ts';
import { DenseIndex } from './dense-index.ts';
import type { ProcessMap, Stretch } from './process-map.ts';
import type { Passage, QueryReading } from './query-reader.ts';
import { inOrder, type Scorer, softmax, weigh } from './scorer.ts';
import { type SoftData, SoftIndex } from './soft-index.ts';

/** How well a process as a whole fits a request. */
export const processFeatures = ['clauseSteps', 'clauseBehind', 'concepts', 'bestStep', 'wholeWords', 'dense'] as const;

/** How well a stretch of a process fits a request. */
export const stretchFeatures = [
  'inside',
  'length',
  'single',
  'start',
  'end',
  'before',
  'after',
  'covered',
  'evidence',
] as const;

/** A process that a request may be about, with the stretches it may mean. */
export interface ProcessReading {
  readonly process: number;
  readonly probability: number;
  readonly stretches: readonly Stretch[];
  /** Probability of each stretch, given the process. */
  readonly stretchProbabilities: readonly number[];
  /** Relevance of every activity of the process to the request, 0 to 1, by its place in the map. */
  readonly relevance: ReadonlyMap<number, number>;
}

const mostProcesses = 3;
const leastProbability = 0.02;
/** What counts for the relevance of a step inside its process, and how much. */
const stepWeights = {
  names: 0.5,
  documentation: 0.4,
  documentationByVocabulary: 0.6,
  behind: 0.4,
  words: 0.6,
  allWords: 0.4,
  dense: 0.3,
};

interface StepScores {
  readonly words: Float32Array;
  readonly allWords: Float32Array;
  readonly names: Float32Array;
  readonly documentation: Float32Array;
}

/** What processes and steps are compared by, as it is kept: one document for each step, or for each process. */
export interface ProcessFitData {
  readonly names: Bm25Data;
  readonly documentation: Bm25Data;
  readonly behind: Bm25Data;
  readonly concepts: Bm25Data;
  readonly words: {
    readonly steps: SoftData;
    /** The words of a step and of what is behind it. */
    readonly behind: SoftData;
    readonly processes: SoftData;
    /** The words of a process, its steps and of what is behind them. */
    readonly whole: SoftData;
  };
}

/** Compares requests with processes and their steps. */
export class ProcessFit {
  readonly #map: ProcessMap;
  readonly #names: Bm25Index;
  readonly #documentation: Bm25Index;
  readonly #behind: Bm25Index;
  readonly #concepts: Bm25Index;
  readonly #dense: DenseIndex;
  readonly #denseWhole: DenseIndex;
  readonly #soft: {
    readonly steps: SoftIndex;
    readonly behind: SoftIndex;
    readonly processes: SoftIndex;
    readonly whole: SoftIndex;
  };

  constructor(
    map: ProcessMap,
    { names, documentation, behind, concepts, words }: ProcessFitData,
    vectors: { readonly processes: readonly Float32Array[]; readonly activities: readonly Float32Array[] },
  ) {
    this.#map = map;
    this.#names = new Bm25Index(names);
    this.#documentation = new Bm25Index(documentation);
    this.#behind = new Bm25Index(behind);
    this.#concepts = new Bm25Index(concepts);
    this.#dense = new DenseIndex(vectors.activities);
    this.#denseWhole = new DenseIndex(vectors.processes);
    this.#soft = {
      steps: new SoftIndex(words.steps),
      behind: new SoftIndex(words.behind),
      processes: new SoftIndex(words.processes),
      whole: new SoftIndex(words.whole),
    };
  }

  /** Whether a word stands in the texts of a step or of its process. */
  usesWord(step: number, process: number, word: number): boolean {
    return this.#soft.steps.holds(word, step) || this.#soft.processes.holds(word, process);
  }

  /** The features of every process, one row each, and what they were made from. */
  features(query: QueryReading): { rows: Float32Array[]; whole: StepScores; clauses: StepScores[] } {
    const map = this.#map;
    const count = map.processes.length;
    const whole = this.#stepScores(query.whole);
    const clauses = query.clauses.map((clause) => (clause === query.whole ? whole : this.#stepScores(clause)));
    const clauseSteps = new Float32Array(count);
    const clauseBehind = new Float32Array(count);
    const bestStep = new Float32Array(count);
    for (let process = 0; process < count; process++) {
      const places = map.activitiesOf[process] ?? [];
      for (const scores of clauses) {
        let step = 0;
        let behind = 0;
        for (const at of places) {
          step = Math.max(step, stepFit(scores, at));
          behind = Math.max(behind, scores.allWords[at] ?? 0);
        }
        clauseSteps[process] = (clauseSteps[process] ?? 0) + step;
        clauseBehind[process] = (clauseBehind[process] ?? 0) + behind;
      }
      for (const at of places) bestStep[process] = Math.max(bestStep[process] ?? 0, whole.words[at] ?? 0);
    }
    const concepts = this.#concepts.scores(query.whole.conceptTerms);
    const words = this.#softScores('whole', query.whole);
    const dense = this.#denseWhole.scores(query.whole.vector);
    const columns = [clauseSteps, clauseBehind, concepts, bestStep, words, dense];
    for (const column of columns) scaleToOne(column);
    const rows = map.processes.map((_, process) => Float32Array.from(columns, (column) => column[process] ?? 0));
    return { rows, whole, clauses };
  }

  /** The processes a request may be about, most probable first. */
  read(query: QueryReading, evidence: Float32Array, scorer: Scorer): ProcessReading[] {
    if (this.#map.processes.length === 0) return [];
    const features = this.features(query);
    const weights = inOrder(scorer.process, processFeatures);
    const probabilities = Float32Array.from(softmax(features.rows.map((row) => weigh(weights, row))));
    const stretchWeights = inOrder(scorer.stretch, stretchFeatures);
    return best(probabilities, mostProcesses)
      .filter((process, at) => at === 0 || (probabilities[process] ?? 0) >= leastProbability)
      .map((process) => {
        const { stretches, rows, relevance } = this.stretchFeatures(process, query, features, evidence);
        return {
          process,
          probability: probabilities[process] ?? 0,
          stretches,
          stretchProbabilities: stretches.length === 0 ? [] : softmax(rows.map((row) => weigh(stretchWeights, row))),
          relevance,
        };
      });
  }

  /** The features of every stretch of a process. `evidence` holds the unit scores of the request. */
  stretchFeatures(
    process: number,
    query: QueryReading,
    { whole, clauses }: { whole: StepScores; clauses: StepScores[] },
    evidence: Float32Array,
  ): { stretches: readonly Stretch[]; rows: Float32Array[]; relevance: Map<number, number> } {
    const map = this.#map;
    const places = map.activitiesOf[process] ?? [];
    const relevance = this.#relevance(places, query, whole);
    const fits = clauses.map((scores) => new Map(places.map((at) => [at, stepFit(scores, at)])));
    const greatest = Math.max(1e-6, ...fits.flatMap((fit) => [...fit.values()]));
    const positioned = (weightOf: (clause: number) => number) =>
      new Map(
        places.map((at) => [
          at,
          Math.max(...fits.map((fit, clause) => ((fit.get(at) ?? 0) / greatest) * weightOf(clause))),
        ]),
      );
    const early = positioned((clause) => 1 - clause / clauses.length);
    const late = positioned((clause) => (clause + 1) / clauses.length);
    const steps = places.filter((at) => (map.activities[at]?.units.length ?? 0) > 0);
    const ceilings = fits.map((fit) => Math.max(1e-6, ...steps.map((at) => fit.get(at) ?? 0)));
    const evidenceOf = stepEvidence(steps, map, evidence);
    const most = (at: readonly number[], values: ReadonlyMap<number, number>) =>
      at.reduce((top, place) => Math.max(top, values.get(place) ?? 0), 0);
    const stretches = map.stretches(process);
    const rows = stretches.map(({ steps: path, units }) => {
      const first = path[0] ?? 0;
      const last = path[path.length - 1] ?? 0;
      let covered = 0;
      for (const [clause, fit] of fits.entries()) covered += most(path, fit) / (ceilings[clause] ?? 1);
      return Float32Array.of(
        path.reduce((sum, at) => sum + (relevance.get(at) ?? 0), 0),
        units.length,
        units.length === 1 ? 1 : 0,
        early.get(first) ?? 0,
        late.get(last) ?? 0,
        most(map.activities[first]?.before ?? [], early),
        most(map.activities[last]?.after ?? [], late),
        covered / fits.length,
        path.reduce((sum, at) => sum + (evidenceOf.get(at) ?? 0), 0),
      );
    });
    return { stretches, rows, relevance };
  }

  #relevance(places: readonly number[], query: QueryReading, whole: StepScores): Map<number, number> {
    const total = new Float32Array(places.length);
    const add = (scores: Float32Array, weight: number) => {
      const column = Float32Array.from(places, (at) => scores[at] ?? 0);
      scaleToOne(column);
      for (let i = 0; i < total.length; i++) total[i] = (total[i] ?? 0) + weight * (column[i] ?? 0);
    };
    add(whole.names, stepWeights.names);
    add(whole.documentation, stepWeights.documentation);
    add(this.#documentation.scores(query.whole.technicalTerms), stepWeights.documentationByVocabulary);
    add(this.#behind.scores(query.whole.technicalTerms), stepWeights.behind);
    add(whole.words, stepWeights.words);
    add(whole.allWords, stepWeights.allWords);
    add(this.#dense.scores(query.whole.vector), stepWeights.dense);
    scaleToOne(total);
    return new Map(places.map((at, i) => [at, total[i] ?? 0]));
  }

  #stepScores(passage: Passage): StepScores {
    return {
      words: this.#softScores('steps', passage),
      allWords: this.#softScores('behind', passage),
      names: this.#names.scores(passage.technicalTerms),
      documentation: this.#documentation.scores(passage.terms),
    };
  }

  #softScores(which: 'steps' | 'behind' | 'whole', passage: Passage): Float32Array {
    const index = this.#soft[which];
    const scores = new Float32Array(index.size);
    index.addScores(passage.neighbours, scores);
    return scores;
  }
}

function stepFit({ words, allWords, names, documentation }: StepScores, at: number): number {
  return (words[at] ?? 0) + 0.5 * (allWords[at] ?? 0) + 0.1 * (names[at] ?? 0) + 0.15 * (documentation[at] ?? 0);
}

/** How near each step's best unit comes to the best one of the process, 0 to 1. */
function stepEvidence(steps: readonly number[], map: ProcessMap, evidence: Float32Array): Map<number, number> {
  const raw = steps.map((at) => Math.max(...(map.activities[at]?.units ?? []).map((unit) => evidence[unit] ?? 0)));
  const greatest = Math.max(...raw);
  return new Map(steps.map((at, i) => [at, Math.exp((raw[i] ?? greatest) - greatest)]));
}
