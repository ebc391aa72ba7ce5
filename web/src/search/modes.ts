/** A way to search, and what it looks at. */
export interface Mode {
  readonly id: 'hybrid' | 'lexical' | 'dense' | 'compare';
  readonly title: string;
  readonly about: string;
}

/** The ways to search that the screen offers. */
export const modes: readonly Mode[] = [
  { id: 'hybrid', title: 'Hybrid', about: 'words, meaning, business terms and the process' },
  { id: 'lexical', title: 'Lexical', about: 'the words alone' },
  { id: 'dense', title: 'Dense', about: 'the meaning alone' },
  { id: 'compare', title: 'Compare', about: 'the three side by side' },
];

/** The mode of a word in the address; hybrid for any other word. */
export function modeOf(word: string): Mode {
  const found = modes.find(({ id }) => id === word) ?? modes[0];
  if (found === undefined) throw new Error('There is no mode.');
  return found;
}
