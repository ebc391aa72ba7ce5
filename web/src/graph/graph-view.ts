import Graph from 'graphology';
import Sigma from 'sigma';
import { sdfCircle, sdfDiamond, sdfSquare, sdfTriangle } from 'sigma/rendering';
import { lookOf, membership } from './kinds.ts';
import { Layout } from './layout.ts';
import type { Picture, PictureNode } from './picture.ts';

/** Colours of the theme that WebGL cannot take from CSS. */
export interface Inks {
  readonly isDark: boolean;
  readonly text: string;
  readonly card: string;
  readonly line: string;
  readonly faint: string;
  readonly focus: string;
}

/** A picture that is drawn. */
export interface GraphView {
  /** Draws a picture; nodes that were there keep their places. */
  show(picture: Picture): void;
  select(key: string | undefined): void;
  zoom(factor: number): void;
  fit(): void;
  close(): void;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** How pictures are laid out: by forces as they grow, or as a whole at once. */
export type Manner = 'forces' | 'nested';

/** Opens a view; `onSettled` is called whenever a layout has ended, `onSelect` when a node is clicked. */
export function openGraph(
  container: HTMLElement,
  manner: Manner,
  inks: Inks,
  { onSelect, onSettled }: { onSelect: (key: string) => void; onSettled: () => void },
): GraphView {
  let graph = newGraph();
  const places = new Map<string, Place>();
  const layout = new Layout();
  const isWhole = manner === 'nested';
  const sigma = new Sigma(graph, container, {
    primitives: { nodes: { shapes: [sdfCircle(), sdfSquare(), sdfDiamond(), sdfTriangle()] } },
    settings: {
      itemSizesReference: isWhole ? 'positions' : 'screen',
      ...(isWhole && { zoomToSizeRatioFunction: (ratio: number) => ratio }),
      hideEdgesOnMove: isWhole,
      labelRenderedSizeThreshold: isWhole ? 1.5 : 3,
      labelDensity: isWhole ? 0.5 : 1,
      minEdgeThickness: isWhole ? 0.4 : 1,
      gestureTarget: 'graph',
    },
    styles: {
      nodes: {
        shape: { attribute: 'shape' },
        x: { attribute: 'x' },
        y: { attribute: 'y' },
        color: { attribute: 'color' },
        size: { attribute: 'size' },
        label: { attribute: 'label' },
        labelColor: inks.text,
        labelSize: 12,
        labelVisibility: ({ isNamed }, state) => (isNamed === true || isMarked(state) ? 'visible' : 'auto'),
        backdropVisibility: (_, state) => (isMarked(state) ? 'visible' : 'hidden'),
        backdropColor: inks.card,
        backdropPadding: 4,
        backdropLabelPadding: 5,
        backdropBorderColor: inks.focus,
        backdropBorderWidth: (_, state) => (state.isHighlighted ? 2 : 0),
        depth: (_, state) => (isMarked(state) ? 'topNodes' : 'nodes'),
        cursor: 'pointer',
      },
      edges: { color: { attribute: 'color' }, size: { attribute: 'size' } },
    },
  });
  let selected: string | undefined;
  const highlight = (): void => {
    if (selected !== undefined && graph.hasNode(selected)) sigma.setNodeState(selected, { isHighlighted: true });
  };
  const keep = (keys: readonly string[], found: Float32Array): void => {
    keys.forEach((key, index) => {
      places.set(key, { x: found[2 * index] ?? 0, y: found[2 * index + 1] ?? 0 });
    });
  };
  const draw = (picture: Picture): void => {
    // A graph that is filled before it is shown: each node added to one that is drawn costs as much as the whole.
    graph = drawable(picture, places, isWhole, inks);
    sigma.setGraph(graph);
    highlight();
  };
  sigma.on('clickNode', ({ node }) => onSelect(node));
  return {
    show(picture) {
      const keys = [...picture.nodes.keys()];
      const isPlaced = keys.every((key) => places.has(key));
      if (!isWhole) seed(picture, places);
      if (isPlaced || !isWhole) draw(picture);
      if (isPlaced) {
        onSettled();
        return;
      }
      // Without their places all nodes of a whole would lie on each other, each as large as the picture.
      const wish = isWhole ? nestedWish(picture, keys) : forcesWish(picture, keys, places);
      layout.ask(wish, (found, isLast) => {
        keep(keys, found);
        if (isWhole) draw(picture);
        else
          graph.updateEachNodeAttributes((key, attributes) => ({ ...attributes, ...places.get(key) }), {
            attributes: ['x', 'y'],
          });
        if (isLast) onSettled();
      });
    },
    select(key) {
      if (selected !== undefined && graph.hasNode(selected)) sigma.setNodeState(selected, { isHighlighted: false });
      selected = key;
      highlight();
    },
    zoom(factor) {
      const camera = sigma.getCamera();
      camera.setState({ ratio: camera.getBoundedRatio(camera.ratio / factor) });
    },
    fit() {
      sigma.getCamera().setState({ x: 0.5, y: 0.5, ratio: 1, angle: 0 });
    },
    close() {
      layout.close();
      sigma.kill();
    },
  };
}

function newGraph(): Graph {
  return new Graph({ multi: true, type: 'directed' });
}

function drawable({ nodes, edges }: Picture, places: ReadonlyMap<string, Place>, isWhole: boolean, inks: Inks): Graph {
  const graph = newGraph();
  // Names of many clusters would lie on each other; then those that find room are shown.
  const isFew = isWhole && [...nodes.values()].filter(({ kind }) => owners.has(kind)).length <= 24;
  const ink = (kind: string): string => lookOf(kind)[inks.isDark ? 'dark' : 'light'];
  for (const [key, node] of nodes) {
    const { shape, size } = lookOf(node.kind);
    graph.addNode(key, {
      ...(places.get(key) ?? { x: 0, y: 0 }),
      label: node.label,
      shape,
      color: ink(node.kind),
      size: isWhole ? sizeInWhole(node) : size,
      isNamed: isFew && owners.has(node.kind),
    });
  }
  for (const { key, kind, from, to } of edges.values()) {
    if (isWhole && membership.has(kind)) continue;
    const isProcess = kind === 'INVOKES' || kind === 'HAS_NEXT';
    const size = isWhole ? 0.5 : isProcess ? 2 : 1;
    graph.addEdgeWithKey(key, from, to, {
      color: isProcess ? ink('Activity') : isWhole ? inks.faint : inks.line,
      size,
    });
  }
  return graph;
}

function isMarked({ isHovered, isHighlighted }: { isHovered: boolean; isHighlighted: boolean }): boolean {
  return isHovered || isHighlighted;
}

/** Services and processes stand out, since they name what lies around them. */
function sizeInWhole({ kind }: PictureNode): number {
  return owners.has(kind) ? 5 : lookOf(kind).size / 5;
}

const owners = new Set(['Service', 'Process']);

/** New nodes begin beside a neighbour that has its place, on a circle, so that a growing picture does not jump. */
function seed({ nodes, edges }: Picture, places: Map<string, Place>): void {
  const golden = Math.PI * (3 - Math.sqrt(5));
  const beside = new Map<string, string>();
  for (const { from, to } of edges.values()) {
    if (places.has(from) && !places.has(to)) beside.set(to, from);
    if (places.has(to) && !places.has(from)) beside.set(from, to);
  }
  let number = 1;
  for (const key of nodes.keys()) {
    if (places.has(key)) continue;
    const near = places.get(beside.get(key) ?? '') ?? { x: 0, y: 0 };
    const distance = 4 * Math.sqrt(number);
    places.set(key, {
      x: near.x + distance * Math.cos(number * golden),
      y: near.y + distance * Math.sin(number * golden),
    });
    number += 1;
  }
}

function forcesWish(picture: Picture, keys: readonly string[], places: ReadonlyMap<string, Place>) {
  const index = new Map(keys.map((key, at) => [key, at]));
  const now = new Float32Array(keys.length * 2);
  keys.forEach((key, at) => {
    const { x, y } = places.get(key) ?? { x: 0, y: 0 };
    now.set([x, y], at * 2);
  });
  const edges = new Uint32Array(picture.edges.size * 2);
  [...picture.edges.values()].forEach(({ from, to }, at) => {
    edges.set([index.get(from) ?? 0, index.get(to) ?? 0], at * 2);
  });
  return { kind: 'forces', places: now, edges } as const;
}

/** Kinds of edges that say around which node another lies. */
const parentEdges = new Set(['HAS_PROPERTY', 'HAS_NAVIGATION', 'HAS_VALUE_HELP']);

function nestedWish(picture: Picture, keys: readonly string[]) {
  const index = new Map(keys.map((key, at) => [key, at]));
  const parents = new Map<string, string>();
  for (const { kind, from, to } of picture.edges.values())
    if (parentEdges.has(kind) && !parents.has(to)) parents.set(to, from);
  const rootOf = (key: string): string => {
    let root = key;
    for (let hop = 0; hop < 4; hop++) root = parents.get(root) ?? root;
    return root;
  };
  const nodes = keys.map((key) => {
    const node = picture.nodes.get(key);
    return {
      parent: parents.has(key) ? (index.get(rootOf(key)) ?? -1) : -1,
      owner: index.get(node?.owner ?? '') ?? -1,
      size: node === undefined ? 1 : sizeInWhole(node),
    };
  });
  return { kind: 'nested', nodes } as const;
}
