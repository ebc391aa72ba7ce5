import { useEffect, useRef } from 'react';
import type { RunStep } from './run.ts';

/** Goes through a past run step by step: by buttons, by the slider and its arrow keys. */
export function Replay({
  position,
  steps,
  onMove,
}: {
  position: number;
  steps: readonly RunStep[];
  onMove: (position: number) => void;
}) {
  const slider = useRef<HTMLInputElement>(null);
  useEffect(() => slider.current?.focus(), []);
  const tools = steps[position - 1]?.calls.map(({ tool }) => tool) ?? [];
  const said = `Step ${position} of ${steps.length}: ${[...new Set(tools)].join(', ')}`;
  return (
    <section className="card replay" aria-label="Replay">
      <button type="button" disabled={position <= 1} onClick={() => onMove(position - 1)}>
        Back
      </button>
      <input
        ref={slider}
        type="range"
        min={1}
        max={steps.length}
        value={position}
        onChange={({ target }) => onMove(Number(target.value))}
        aria-label="Step"
        aria-valuetext={said}
      />
      <button type="button" disabled={position >= steps.length} onClick={() => onMove(position + 1)}>
        Next
      </button>
      <span role="status">{said}</span>
    </section>
  );
}
