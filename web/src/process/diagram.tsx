import { useEffect, useRef, useState } from 'react';
import { asProblem } from '../api/problem.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import type { DiagramView } from './diagram-view.ts';
import type { Steps } from './steps.ts';

/** The BPMN diagram; every step is a button in it. Where it cannot be drawn it says so, and the list beside it has the same. */
export function Diagram({
  xml,
  steps,
  chosen,
  onChoose,
}: {
  xml: string;
  steps: Steps;
  chosen: string;
  onChoose: (element: string) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<DiagramView>();
  const [problem, setProblem] = useState<string>();
  const choose = useRef(onChoose);
  choose.current = onChoose;
  useEffect(() => {
    const { current } = frame;
    if (current === null) return;
    let isGone = false;
    let opened: DiagramView | undefined;
    setProblem(undefined);
    import('./diagram-view.ts')
      .then(({ openDiagram }) => openDiagram(current, xml))
      .then(
        (next) => {
          opened = next;
          if (isGone) next.close();
          else setView(next);
        },
        (error: unknown) => {
          if (!isGone) setProblem(asProblem(error).problem.detail);
        },
      );
    return () => {
      isGone = true;
      opened?.close();
      setView(undefined);
    };
  }, [xml]);
  useEffect(() => view?.mark(steps, (element) => choose.current(element)), [view, steps]);
  useEffect(() => view?.select(chosen), [view, chosen]);
  return (
    <>
      {view === undefined && problem === undefined && <Skeleton lines={6} label="Drawing the diagram" />}
      {problem !== undefined && (
        <p className="note" role="alert">
          The diagram cannot be drawn: {problem} The steps are listed below.
        </p>
      )}
      <div className="canvas" ref={frame} data-drawn={view !== undefined} />
      {view !== undefined && (
        <fieldset className="zoom" aria-label="Zoom">
          <button type="button" onClick={() => view.zoom(1.25)} aria-label="Zoom in">
            +
          </button>
          <button type="button" onClick={() => view.zoom(0.8)} aria-label="Zoom out">
            −
          </button>
          <button type="button" onClick={() => view.fit()}>
            Fit
          </button>
        </fieldset>
      )}
    </>
  );
}
