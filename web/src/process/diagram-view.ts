import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import { layoutProcess } from 'bpmn-auto-layout';
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import type Canvas from 'diagram-js/lib/core/Canvas';
import type ElementRegistry from 'diagram-js/lib/core/ElementRegistry';
import type Overlays from 'diagram-js/lib/features/overlays/Overlays';
import { type Binding, bindingOf, nameOf, type Step, type Steps, typeInWords } from './steps.ts';

/** A diagram that is drawn. */
export interface DiagramView {
  /** Makes every step a button that tells what stands behind it. */
  mark(steps: Steps, onChoose: (element: string) => void): void;
  /** Shows which step is chosen; an element that is not there chooses none. */
  select(element: string): void;
  zoom(factor: number): void;
  fit(): void;
  close(): void;
}

/** Colours by the page's own variables, so that the drawing follows the theme. */
const colours = {
  defaultFillColor: 'var(--card)',
  defaultStrokeColor: 'var(--text)',
  defaultLabelColor: 'var(--text)',
};

/** Draws a BPMN text into an element; a text without a diagram is laid out first. */
export async function openDiagram(container: HTMLElement, xml: string): Promise<DiagramView> {
  const drawn = /<(?:\w+:)?BPMNShape\b/.test(xml) ? xml : await layoutProcess(xml);
  const viewer = new NavigatedViewer({ container, bpmnRenderer: colours });
  await viewer.importXML(drawn);
  const canvas = viewer.get<Canvas>('canvas');
  const registry = viewer.get<ElementRegistry>('elementRegistry');
  const overlays = viewer.get<Overlays>('overlays');
  const buttons = new Map<string, HTMLButtonElement>();
  const middle = () => {
    const { width, height } = canvas.getSize();
    return { x: width / 2, y: height / 2 };
  };
  const fit = (): void => {
    canvas.resized();
    canvas.zoom('fit-viewport', middle());
    canvas.zoom(Math.min(1, Math.max(0.5, canvas.zoom() * 0.96)), middle());
  };
  const show = (element: string): void => {
    const shape = registry.get(element);
    if (shape !== undefined) canvas.scrollToElement(shape, 60);
  };
  fit();
  // Its buttons say everything that the drawing shows; it keeps the focus of the mouse, for the arrow keys.
  for (const [name, value] of [
    ['aria-hidden', 'true'],
    ['tabindex', '-1'],
  ] as const)
    container.querySelector('svg')?.setAttribute(name, value);
  return {
    mark(steps, onChoose) {
      overlays.clear();
      buttons.clear();
      for (const [element, step] of steps.byElement) {
        const shape = registry.get(element);
        if (shape === undefined || !('width' in shape)) continue;
        const binding = bindingOf(steps, step);
        paint(registry.getGraphics(element), binding);
        const button = stepButton(step, steps, binding);
        button.style.width = `${shape.width}px`;
        button.style.height = `${shape.height}px`;
        button.addEventListener('click', () => onChoose(element));
        button.addEventListener('focus', () => show(element));
        buttons.set(element, button);
        overlays.add(element, { position: { top: 0, left: 0 }, html: button, scale: true });
      }
    },
    select(element) {
      for (const [id, button] of buttons) button.setAttribute('aria-pressed', String(id === element));
      show(element);
    },
    zoom(factor) {
      canvas.zoom(Math.min(4, Math.max(0.2, canvas.zoom() * factor)), middle());
    },
    fit,
    close() {
      viewer.destroy();
    },
  };
}

/** Fill and outline by what stands behind a step; a mark and a dashed line say the same without colour. */
function paint(graphics: SVGElement, binding: Binding): void {
  const outline = graphics.querySelector<SVGElement>('.djs-visual > *');
  if (outline === null || binding === 'none') return;
  const colour = binding === 'bound' ? 'accent' : 'warn';
  outline.style.fill = `var(--${colour}-soft)`;
  outline.style.stroke = `var(--${colour})`;
  if (binding === 'proposed') outline.style.strokeDasharray = '6 4';
}

const inWords: Readonly<Record<Binding, string>> = { bound: 'calls ', proposed: 'calls nothing yet', none: '' };

function stepButton(step: Step, steps: Steps, binding: Binding): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `step ${binding}`;
  const calls = step.invokes.map(({ id, operation }) => `${operation} ${id}`).join(', ');
  const said = [nameOf(step, steps.process), typeInWords(step), `${inWords[binding]}${calls}`];
  button.setAttribute('aria-label', said.filter((one) => one !== '').join(', '));
  button.setAttribute('aria-pressed', 'false');
  if (binding !== 'none') {
    const mark = document.createElement('span');
    mark.className = `mark ${binding}`;
    mark.textContent = binding === 'bound' ? '✓' : '?';
    button.append(mark);
  }
  return button;
}
