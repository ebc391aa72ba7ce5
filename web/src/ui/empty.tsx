import type { ReactNode } from 'react';

/** What a screen shows where there is nothing to show: why, and what to do. As `whole`, it is all that the screen shows. */
export function Empty({ title, whole = false, children }: { title: string; whole?: boolean; children?: ReactNode }) {
  return (
    <section className="empty">
      {whole ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
    </section>
  );
}
