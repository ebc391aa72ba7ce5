import type { ReactNode } from 'react';

/** A figure with its name. */
export interface Figure {
  readonly name: string;
  readonly value: ReactNode;
  readonly tone?: 'good' | 'bad' | 'warn';
}

/** A few figures side by side. */
export function FigureGrid({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ name, value, tone }) => (
        <div key={name} className="card">
          <dt>{name}</dt>
          <dd className={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
