import type { ReactNode } from 'react';

/** Meaning of a badge, told by its words and only then by its colour. */
export type Tone = 'neutral' | 'accent' | 'before' | 'after' | 'child' | 'good' | 'bad' | 'warn';

/** One or two words about the thing beside it. */
export function Badge({ tone = 'neutral', title, children }: { tone?: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={`badge ${tone}`} title={title}>
      {children}
    </span>
  );
}
