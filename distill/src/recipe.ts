/** Everything that was chosen, by the held-out texts and pairs alone. */
export interface Recipe {
  dimensions: number;
  /** a of the smooth inverse frequency a / (a + p). */
  frequency: number;
  /** Entries for two neighbouring pieces. */
  pairEntries: number;
  penalty: number;
  iterations: number;
  contrast: {
    steps: number;
    batch: number;
    temperature: number;
    rate: number;
    /** Weight of staying near the teacher: 1 - cosine to its row, over another batch of texts. */
    teacherWeight: number;
    /** How often a kind of pairs is drawn, relative to the square root of its size; 1 where it is not named. */
    weights: Readonly<Record<string, number>>;
  };
}

/** The recipe of the shipped table. */
export const recipe: Recipe = {
  dimensions: 256,
  frequency: 1e-3,
  pairEntries: 4000,
  penalty: 1,
  iterations: 12,
  contrast: {
    steps: 6000,
    batch: 128,
    temperature: 0.07,
    rate: 0.003,
    teacherWeight: 1,
    weights: { 'phrase-term': 3, 'term-concept': 1.5 },
  },
};
