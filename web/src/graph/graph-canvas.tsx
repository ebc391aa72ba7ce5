import { useEffect, useRef, useState } from 'react';
import { asProblem } from '../api/problem.ts';
import { useIsDark } from '../app/theme.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import type { GraphView, Inks, Manner } from './graph-view.ts';
import type { Picture } from './picture.ts';

/** The drawing of a picture. Everything that it shows stands in the lists beside it too. */
export function GraphCanvas({
  picture,
  manner,
  selected,
  onSelect,
}: {
  picture: Picture;
  manner: Manner;
  selected: string | undefined;
  onSelect: (key: string) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const isDark = useIsDark();
  const [view, setView] = useState<GraphView>();
  const [problem, setProblem] = useState<string>();
  const [isSettled, setSettled] = useState(false);
  const choose = useRef(onSelect);
  choose.current = onSelect;
  useEffect(() => {
    const { current } = frame;
    if (current === null) return;
    let opened: GraphView | undefined;
    let isGone = false;
    const onSettled = () => setSettled(true);
    import('./graph-view.ts').then(
      ({ openGraph }) => {
        if (isGone) return;
        try {
          opened = openGraph(current, manner, inksOf(current, isDark), {
            onSelect: (key) => choose.current(key),
            onSettled,
          });
          setView(opened);
        } catch (error) {
          setProblem(asProblem(error).problem.detail);
        }
      },
      (error: unknown) => setProblem(asProblem(error).problem.detail),
    );
    return () => {
      isGone = true;
      setView(undefined);
      opened?.close();
    };
  }, [manner, isDark]);
  useEffect(() => {
    setSettled(false);
    view?.show(picture);
  }, [view, picture]);
  useEffect(() => view?.select(selected), [view, selected]);
  return (
    <div className="drawing card">
      {view === undefined && problem === undefined && <Skeleton lines={5} label="Drawing the graph" />}
      {problem !== undefined && (
        <p className="note" role="alert">
          The graph cannot be drawn: {problem} The lists beside it show the same.
        </p>
      )}
      <div className="canvas" ref={frame} aria-hidden="true" data-settled={isSettled} data-nodes={picture.nodes.size} />
      {view !== undefined && (
        <fieldset className="zoom" aria-label="Zoom">
          <button type="button" onClick={() => view.zoom(1.5)} aria-label="Zoom in">
            +
          </button>
          <button type="button" onClick={() => view.zoom(1 / 1.5)} aria-label="Zoom out">
            −
          </button>
          <button type="button" onClick={() => view.fit()}>
            Fit
          </button>
        </fieldset>
      )}
    </div>
  );
}

/** The colours of the theme as the browser resolves them. */
function inksOf(element: HTMLElement, isDark: boolean): Inks {
  const colour = (name: string): string => {
    const probe = document.createElement('span');
    probe.style.color = `var(--${name})`;
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  return {
    isDark,
    text: colour('text'),
    card: colour('card'),
    line: colour('line-strong'),
    faint: colour('line'),
    focus: colour('focus'),
  };
}
