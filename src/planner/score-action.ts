import { ACTION_WORDS } from './lexicon.ts';
import { bestLikeness, nameWords, textWords } from './words.ts';

/** How well a clause says what an action does, 0 to 1: the share of the action's own words that were said or that common phrases stand for. */
export function actionScore(action: string, entity: ReadonlySet<string>, clause: string): number {
  const words = nameWords(action);
  const own = words.filter((word) => !entity.has(word));
  const wanted = own.length > 0 ? own : words;
  if (wanted.length === 0) return 0;
  const said = textWords(clause);
  const direct = share(wanted, said);
  const phrases = ACTION_WORDS.filter(([pattern]) => pattern.test(clause)).map(([, meaning]) => nameWords(meaning));
  const byPhrase = phrases.map((meaning) => {
    const forth = share(wanted, meaning);
    const back = share(meaning, words);
    return forth + back === 0 ? 0 : (2 * forth * back) / (forth + back);
  });
  return Math.max(direct, ...byPhrase);
}

/** How well a clause says what a step of a process does, 0 to 1: the share of the words of its label, those of the entity left aside. */
export function stepScore(
  step: { readonly name?: string | undefined },
  entity: ReadonlySet<string>,
  clause: string,
): number {
  const own = textWords(step.name ?? '').filter((word) => !entity.has(word));
  return own.length === 0 ? 0 : share(own, textWords(clause));
}

function share(words: readonly string[], others: readonly string[]): number {
  return words.reduce((sum, word) => sum + bestLikeness(word, others), 0) / words.length;
}
