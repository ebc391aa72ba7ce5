import { Bm25Index } from './bm25.ts';
import type { Numbering } from './numbering.ts';
import type { ProcessFitData } from './process-fit.ts';
import type { ProcessMapData } from './process-map.ts';
import { SoftIndex } from './soft-index.ts';
import { fieldTerms, type Unit } from './unit.ts';

/** The words of each step and each process, as numbers; the fields are those of `ProcessFitData.words`. */
export type ProcessWords = Readonly<Record<keyof ProcessFitData['words'], readonly (readonly number[])[]>>;

/** The units of the processes and steps of a map, in its order; `behind` gives the units and services behind a step, whose words count as its own. */
export interface ProcessTexts {
  readonly map: ProcessMapData;
  readonly processes: readonly Unit[];
  readonly activities: readonly Unit[];
  behind(unit: number): readonly Unit[];
}

/** The distinct words of processes and steps; new ones are numbered. */
export function wordsOfProcesses({ map, processes, activities, behind }: ProcessTexts, words: Numbering): ProcessWords {
  const ids = (texts: readonly string[]) => [...new Set(texts.map((word) => words.id(word)))];
  const steps = activities.map((unit) => fieldTerms(unit, 'words'));
  const withBehind = map.activities.map(({ units }, at) => [
    ...(steps[at] ?? []),
    ...units.flatMap((place) =>
      behind(place).flatMap((unit) => [...fieldTerms(unit, 'words'), ...fieldTerms(unit, 'phrases')]),
    ),
  ]);
  const stepsOf = stepsByProcess(map);
  return {
    steps: steps.map(ids),
    behind: withBehind.map(ids),
    whole: processes.map((process, at) =>
      ids([...fieldTerms(process, 'words'), ...(stepsOf[at] ?? []).flatMap((step) => withBehind[step] ?? [])]),
    ),
    processes: processes.map((process) => ids(fieldTerms(process, 'words'))),
  };
}

/** Indexes the texts of processes and steps; `wordCount` is greater than every word. */
export function indexProcesses(
  { map, processes, activities }: ProcessTexts,
  terms: Numbering,
  documents: ProcessWords,
  wordCount: number,
): ProcessFitData {
  const field = (name: string) =>
    Bm25Index.of(
      activities.map((unit) => fieldTerms(unit, name)),
      terms,
    ).data;
  const stepsOf = stepsByProcess(map);
  const concepts = processes.map((process, at) => [
    ...fieldTerms(process, 'concepts'),
    ...(stepsOf[at] ?? []).flatMap((step) => fieldTerms(activities[step] ?? process, 'concepts')),
  ]);
  const soft = (words: readonly (readonly number[])[]) => SoftIndex.of(words, wordCount).data;
  return {
    names: field('name'),
    documentation: field('documentation'),
    behind: field('behind'),
    concepts: Bm25Index.of(concepts, terms).data,
    words: {
      steps: soft(documents.steps),
      behind: soft(documents.behind),
      processes: soft(documents.processes),
      whole: soft(documents.whole),
    },
  };
}

function stepsByProcess({ processes, activities }: ProcessMapData): number[][] {
  const steps: number[][] = processes.map(() => []);
  for (const [at, { process }] of activities.entries()) steps[process]?.push(at);
  return steps;
}
