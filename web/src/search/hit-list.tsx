import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { Process, SearchHit } from '../api/answers.ts';
import { HitCard } from './hit-card.tsx';

/** The hits, best first; arrow keys go through them and back to the search field. */
export function HitList({
  hits,
  processes,
  field,
}: {
  hits: readonly SearchHit[];
  processes: ReadonlyMap<string, Process>;
  field: RefObject<HTMLInputElement | null>;
}) {
  const list = useRef<HTMLOListElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])];
    const at = links.findIndex((link) => link.closest('li')?.contains(document.activeElement));
    event.preventDefault();
    if (at + step < 0) field.current?.focus();
    else links[at + step]?.focus();
  };
  return (
    <ol className="hits" ref={list} onKeyDown={move}>
      {hits.map((hit) => (
        <HitCard key={hit.id} hit={hit} process={processes.get(hit.process ?? '')} />
      ))}
    </ol>
  );
}
