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

/** What a request has to do with processes and steps. */
export interface ProcessEvidence {
  /** The features of every process, one row each. */
  readonly rows: readonly Float32Array[];
  /** How well each step fits each clause: a list of all steps for each clause. */
  readonly fits: readonly Float64Array[];
  /** Scores of all steps for the whole request, in the order of `stepWeights`. */
  readonly steps: readonly Float32Array[];
}

/** The stretches of a process; `rows` holds the features of one after another. */
export interface StretchReading {
  readonly stretches: readonly Stretch[];
  readonly rows: Float32Array;
  readonly relevance: ReadonlyMap<number, number>;
}

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

  /** Values of the steps of one process at a time; 0 for all others. */
  readonly #scratch: Readonly<Record<'early' | 'late' | 'relevance' | 'evidence', Float64Array>>;
  readonly #fits: Float64Array[] = [];

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
    const values = () => new Float64Array(map.activities.length);
    this.#scratch = { early: values(), late: values(), relevance: values(), evidence: values() };
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

  /** Compares a request with every process and every step. */
  evidence(query: QueryReading): ProcessEvidence {
    const map = this.#map;
    const count = map.processes.length;
    const whole = this.#stepScores(query.whole);
    const clauses = query.clauses.map((clause) => (clause === query.whole ? whole : this.#stepScores(clause)));
    const fits = clauses.map(stepFits);
    const clauseSteps = new Float32Array(count);
    const clauseBehind = new Float32Array(count);
    const bestStep = new Float32Array(count);
    for (let process = 0; process < count; process++) {
      const places = map.activitiesOf[process] ?? [];
      for (const [clause, { allWords }] of clauses.entries()) {
        clauseSteps[process] = (clauseSteps[process] as number) + greatestOf(places, fits[clause] ?? []);
        clauseBehind[process] = (clauseBehind[process] as number) + greatestOf(places, allWords);
      }
      bestStep[process] = greatestOf(places, whole.words);
    }
    const concepts = this.#concepts.scores(query.whole.conceptTerms);
    const words = this.#softScores('whole', query.whole);
    const dense = this.#denseWhole.scores(query.whole.vector);
    const columns = [clauseSteps, clauseBehind, concepts, bestStep, words, dense];
    for (const column of columns) scaleToOne(column);
    return {
      rows: map.processes.map((_, process) => Float32Array.from(columns, (column) => column[process] ?? 0)),
      fits,
      steps: [
        whole.names,
        whole.documentation,
        this.#documentation.scores(query.whole.technicalTerms),
        this.#behind.scores(query.whole.technicalTerms),
        whole.words,
        whole.allWords,
        this.#dense.scores(query.whole.vector),
      ],
    };
  }

  /** The processes a request may be about, most probable first. `scores` are those of the units. */
  read(query: QueryReading, scores: Float32Array, scorer: Scorer): ProcessReading[] {
    if (this.#map.processes.length === 0) return [];
    const evidence = this.evidence(query);
    const weights = inOrder(scorer.process, processFeatures);
    const probabilities = Float32Array.from(softmax(evidence.rows.map((row) => weigh(weights, row))));
    const stretchWeights = inOrder(scorer.stretch, stretchFeatures);
    return best(probabilities, mostProcesses)
      .filter((process, at) => at === 0 || (probabilities[process] ?? 0) >= leastProbability)
      .map((process) => {
        const { stretches, rows, relevance } = this.readStretches(process, evidence, scores);
        const worths = stretches.map((_, at) => weigh(stretchWeights, rows, at * stretchFeatures.length));
        return {
          process,
          probability: probabilities[process] ?? 0,
          stretches,
          stretchProbabilities: stretches.length === 0 ? [] : softmax(worths),
          relevance,
        };
      });
  }

  /** The features of every stretch of a process. `scores` are those of the units for the request. */
  readStretches(process: number, evidenceOfSteps: ProcessEvidence, scores: Float32Array): StretchReading {
    const map = this.#map;
    const places = map.activitiesOf[process] ?? [];
    const fits = this.#fitsWithin(places, evidenceOfSteps.fits);
    const { early, late, relevance, evidence } = this.#scratch;
    this.#setRelevance(places, evidenceOfSteps.steps);
    const greatest = fits.reduce((top, fit) => Math.max(top, greatestOf(places, fit)), 1e-6);
    for (const at of places) {
      let first = Number.NEGATIVE_INFINITY;
      let last = Number.NEGATIVE_INFINITY;
      for (const [clause, fit] of fits.entries()) {
        const share = (fit[at] as number) / greatest;
        first = Math.max(first, share * (1 - clause / fits.length));
        last = Math.max(last, share * ((clause + 1) / fits.length));
      }
      early[at] = first;
      late[at] = last;
    }
    const steps = places.filter((at) => (map.activities[at]?.units.length ?? 0) > 0);
    const ceilings = fits.map((fit) => Math.max(1e-6, greatestOf(steps, fit)));
    this.#setEvidence(steps, scores);
    const stretches = map.stretches(process);
    const width = stretchFeatures.length;
    const rows = new Float32Array(stretches.length * width);
    for (const [at, { steps: path, units }] of stretches.entries()) {
      const first = path[0] ?? 0;
      const last = path[path.length - 1] ?? 0;
      let covered = 0;
      for (const [clause, fit] of fits.entries()) covered += greatestOf(path, fit) / (ceilings[clause] as number);
      const row = at * width;
      rows[row] = sumOf(path, relevance);
      rows[row + 1] = units.length;
      rows[row + 2] = units.length === 1 ? 1 : 0;
      rows[row + 3] = early[first] as number;
      rows[row + 4] = late[last] as number;
      rows[row + 5] = greatestOf(map.activities[first]?.before ?? [], early);
      rows[row + 6] = greatestOf(map.activities[last]?.after ?? [], late);
      rows[row + 7] = covered / fits.length;
      rows[row + 8] = sumOf(path, evidence);
    }
    const relevances = new Map(places.map((at) => [at, relevance[at] as number]));
    for (const list of [early, late, relevance, evidence, ...fits]) for (const at of places) list[at] = 0;
    return { stretches, rows, relevance: relevances };
  }

  /** The fits of the steps of one process; a way may lead out of it, where nothing counts. */
  #fitsWithin(places: readonly number[], fits: readonly Float64Array[]): Float64Array[] {
    return fits.map((fit, clause) => {
      this.#fits[clause] ??= new Float64Array(fit.length);
      const own = this.#fits[clause];
      for (const at of places) own[at] = fit[at] as number;
      return own;
    });
  }

  /** How relevant each step of a process is, from all scores of the steps, 0 to 1. */
  #setRelevance(places: readonly number[], columns: readonly Float32Array[]): void {
    const total = new Float32Array(places.length);
    const column = new Float32Array(places.length);
    for (const [at, weight] of Object.values(stepWeights).entries()) {
      for (const [i, place] of places.entries()) column[i] = columns[at]?.[place] ?? 0;
      scaleToOne(column);
      for (let i = 0; i < total.length; i++) total[i] = (total[i] as number) + weight * (column[i] as number);
    }
    scaleToOne(total);
    for (const [i, place] of places.entries()) this.#scratch.relevance[place] = total[i] as number;
  }

  /** How near each step's best unit comes to the best one of the process, 0 to 1. */
  #setEvidence(steps: readonly number[], scores: Float32Array): void {
    const raw = steps.map((at) =>
      Math.max(...(this.#map.activities[at]?.units ?? []).map((unit) => scores[unit] ?? 0)),
    );
    const greatest = Math.max(...raw);
    for (const [i, at] of steps.entries()) this.#scratch.evidence[at] = Math.exp((raw[i] ?? greatest) - greatest);
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

/** How well each step fits a passage. */
function stepFits({ words, allWords, names, documentation }: StepScores): Float64Array {
  const fits = new Float64Array(words.length);
  for (let at = 0; at < fits.length; at++) {
    fits[at] =
      (words[at] as number) +
      0.5 * (allWords[at] as number) +
      0.1 * (names[at] as number) +
      0.15 * (documentation[at] as number);
  }
  return fits;
}

function greatestOf(places: readonly number[], values: ArrayLike<number>): number {
  let greatest = 0;
  for (const at of places) greatest = Math.max(greatest, values[at] as number);
  return greatest;
}

function sumOf(places: readonly number[], values: Float64Array): number {
  let sum = 0;
  for (const at of places) sum += values[at] as number;
  return sum;
}
