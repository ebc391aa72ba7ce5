import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collect } from './collect.ts';
import type { Pair } from './corpus/corpus.ts';
import { readVocabulary } from './corpus/vocabulary.ts';
import { type Features, Featurizer, findPairs } from './features.ts';
import { type Finding, pairFinding } from './holdout.ts';
import type { Matrix } from './matrix.ts';
import { teach } from './teacher.ts';
import { readPieces } from './vocabulary.ts';

/** The order in which the texts of the sources are put. */
const sources = ['vocabulary', 'odata', 'odata-type', 'openapi', 'bpmn', 'docs', 'wordnet', 'wordnet-example'];

/** The teacher's finished rows lie here, see teacher.ts; the folder may be deleted at any time. */
export const checkpoints = join(tmpdir(), 'groundrail-distill');

/** Everything training needs: texts with their teacher rows, single pieces with theirs, pairs, and what was held out. */
export interface Prepared {
  featurizer: Featurizer;
  pieces: readonly string[];
  encoded: readonly (readonly number[])[];
  pieceRows: Matrix;
  texts: { text: string; source: string }[];
  teacherRows: Matrix;
  pairs: Pair[];
  findings: Finding[];
}

const byHash = (text: string, of: number) => {
  let h = 0x811c9dc5;
  for (const c of text) h = Math.imul(h ^ (c.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (h >>> 8) % of;
};

/**
 * Reads the corpus and asks the teacher for every text of it. With `holdOut`, one concept in seven of the business vocabulary and one
 * pair in twenty-five of the other kinds are kept out of training and returned as `findings`.
 */
export async function prepare(shared: string, pairEntries: number, holdOut: boolean): Promise<Prepared> {
  const teacher = join(shared, 'models/all-minilm-l6-v2');
  const { pieces, tokenizer } = readPieces(teacher);
  const vocabulary = readVocabulary(join(import.meta.dirname, '../../src/retrieve/vocabulary'));
  const heldOut = vocabulary.filter(({ concept }) => holdOut && byHash(concept, 7) === 0);
  const corpus = collect(
    join(shared, 'data'),
    vocabulary.filter((concept) => !heldOut.includes(concept)),
  );
  const isHeldOut = ({ kind, a, group }: Pair) =>
    holdOut && !['phrase-term', 'term-concept', 'synonyms'].includes(kind) && byHash(a + group, 25) === 0;
  const pairs = corpus.pairs().filter((pair) => !isHeldOut(pair));
  const findings = ['label-quickinfo', 'operation-summary', 'heading-sentence', 'name-description', 'lemma-gloss'].map(
    (kind) =>
      pairFinding(
        kind,
        corpus.pairs().filter((pair) => pair.kind === kind && isHeldOut(pair)),
        1500,
      ),
  );
  const texts = corpus.texts().sort((a, b) => sources.indexOf(a.source) - sources.indexOf(b.source));
  const teacherRows = await teach(
    teacher,
    texts.map(({ text }) => text),
    checkpoints,
  );
  const pieceRows = await teach(
    teacher,
    pieces.map((piece) => piece.replace(/^##/, '')),
    checkpoints,
  );
  const encoded = texts.map(({ text }) => tokenizer.encode(text, 126));
  const business = encoded.filter((_, i) => !texts[i]?.source.startsWith('wordnet'));
  const featurizer = new Featurizer(tokenizer, pieces, findPairs(business, pieces, 12, pairEntries));
  const concepts: Finding = {
    name: 'phrase-concept',
    from: heldOut.flatMap(({ phrases }) => phrases),
    among: vocabulary.map(({ concept, technical }) => `${concept}: ${technical.join(', ')}`),
    answers: heldOut.flatMap((concept) => concept.phrases.map(() => new Set([vocabulary.indexOf(concept)]))),
  };
  return {
    featurizer,
    pieces,
    encoded,
    pieceRows,
    texts,
    teacherRows,
    pairs,
    findings: [concepts, ...findings].filter(({ from }) => from.length > 0),
  };
}

/** Pairs as features, one set a kind. */
export function pairSets(
  featurizer: Featurizer,
  pairs: readonly Pair[],
): { kind: string; a: Features; b: Features; groups: Int32Array }[] {
  const kinds = groupedByKind(pairs);
  return [...kinds].map(([kind, some]) => {
    const numbers = new Map<string, number>();
    const number = (group: string) => {
      const known = numbers.get(group) ?? numbers.size;
      numbers.set(group, known);
      return known;
    };
    return {
      kind,
      a: featurizer.encodeAll(some.map(({ a }) => a)),
      b: featurizer.encodeAll(some.map(({ b }) => b)),
      groups: Int32Array.from(some, ({ group }) => number(group)),
    };
  });
}

function groupedByKind(pairs: readonly Pair[]): Map<string, Pair[]> {
  const kinds = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const some = kinds.get(pair.kind);
    if (some === undefined) kinds.set(pair.kind, [pair]);
    else some.push(pair);
  }
  return kinds;
}
