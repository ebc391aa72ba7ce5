/** A node to be placed: the one that it lies around, and the cluster that it belongs to, both by position in the list. */
export interface NestedNode {
  readonly parent: number;
  readonly owner: number;
  readonly size: number;
}

interface Circle {
  x: number;
  y: number;
  readonly radius: number;
}

const golden = Math.PI * (3 - Math.sqrt(5));
const gap = 0.6;
/** So that a cluster of one has room for its name. */
const leastCluster = 16;

/**
 * Places every node: children around their parent like the seeds of a sunflower, these groups around their owner, and the clusters of
 * the owners beside each other, the largest in the middle. Positions as x and y by turns; the same nodes give the same places.
 */
export function nestedLayout(nodes: readonly NestedNode[]): Float32Array {
  const children = new Map<number, number[]>();
  const clusters = new Map<number, number[]>();
  nodes.forEach(({ parent, owner }, index) => {
    if (parent >= 0 && parent !== index) append(children, parent, index);
    else append(clusters, owner >= 0 ? owner : index, index);
  });
  const places = new Float32Array(nodes.length * 2);
  const placed = [...clusters].map(([owner, heads]) => {
    const groups = heads
      .map((head) => ({ head, own: children.get(head) ?? [], ...groupSize(nodes, head, children.get(head) ?? []) }))
      .sort((a, b) => Number(b.head === owner) - Number(a.head === owner) || b.radius - a.radius);
    const circles = packed(groups.map(({ radius }) => radius));
    const radius = circles.reduce((most, { x, y, radius: own }) => Math.max(most, Math.hypot(x, y) + own), 0);
    return { groups, circles, radius: Math.max(leastCluster, radius * 1.06 + 3) };
  });
  placed.sort((a, b) => b.radius - a.radius);
  const centres = packed(placed.map(({ radius }) => radius));
  placed.forEach(({ groups, circles }, index) => {
    const centre = centres[index];
    groups.forEach(({ head, own, step }, at) => {
      const circle = circles[at];
      if (centre === undefined || circle === undefined) return;
      const [x, y] = [centre.x + circle.x, centre.y + circle.y];
      places.set([x, y], head * 2);
      own.forEach((child, seed) => {
        const distance = (nodes[head]?.size ?? 1) + step * Math.sqrt(seed + 0.5);
        places.set([x + distance * Math.cos(seed * golden), y + distance * Math.sin(seed * golden)], child * 2);
      });
    });
  });
  return places;
}

/** Radius of a node with its children around it, and how far these lie apart. */
function groupSize(
  nodes: readonly NestedNode[],
  head: number,
  own: readonly number[],
): { radius: number; step: number } {
  const size = nodes[head]?.size ?? 1;
  const step = 1.9 * own.reduce((most, child) => Math.max(most, nodes[child]?.size ?? 1), 0);
  return { radius: size + (own.length === 0 ? 0 : step * Math.sqrt(own.length + 0.5)) + gap, step };
}

/** Circles that do not overlap, in the order given: the first in the middle, the others as near to it as a spiral of seeds finds room. */
function packed(radii: readonly number[]): Circle[] {
  const cell = 2 * radii.reduce((most, radius) => Math.max(most, radius), 1);
  const grid = new Map<number, Circle[]>();
  const cellOf = (x: number, y: number): number => Math.floor(x / cell) * 65_536 + Math.floor(y / cell);
  const isFree = (x: number, y: number, radius: number): boolean => {
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const other of grid.get(cellOf(x + dx * cell, y + dy * cell)) ?? []) {
          const least = other.radius + radius;
          if ((other.x - x) ** 2 + (other.y - y) ** 2 < least * least) return false;
        }
      }
    }
    return true;
  };
  let before = 0;
  return radii.map((radius) => {
    const pitch = radius * 0.45;
    const circle = { x: 0, y: 0, radius };
    for (let seed = Math.floor((before / pitch) ** 2); ; seed++) {
      const distance = pitch * Math.sqrt(seed);
      circle.x = distance * Math.cos(seed * golden);
      circle.y = distance * Math.sin(seed * golden);
      if (!isFree(circle.x, circle.y, radius)) continue;
      // The next one is smaller and finds its place not much nearer, or it would take long to look everywhere again.
      before = distance * (radii.length > 60 ? 0.75 : 0.3);
      break;
    }
    const place = cellOf(circle.x, circle.y);
    const known = grid.get(place);
    if (known === undefined) grid.set(place, [circle]);
    else known.push(circle);
    return circle;
  });
}

function append(lists: Map<number, number[]>, key: number, value: number): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}
