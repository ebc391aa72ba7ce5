/** Longer lines are cut: real ones have under ten members. */
const maximumLength = 100;

/** A thing that may stand below another of its kind: a type below its base type, a container below the one it extends. */
interface Linked<T> {
  base: T | undefined;
}

/**
 * Cuts circles, and lines of more than 100 members, at the member where they show, so that every walk upwards ends soon.
 * `report` gets that member, still linked, and the members of the circle (undefined where the line is only too long). Each is visited once.
 */
export function cutEndlessLines<T extends Linked<T>>(
  members: Iterable<T>,
  report: (member: T, circle: readonly T[] | undefined) => void,
): void {
  const lengths = new Map<T, number>();
  for (const start of members) {
    const path: T[] = [];
    const onPath = new Set<T>();
    for (let one: T | undefined = start; one && !lengths.has(one); one = one.base) {
      if (onPath.has(one)) {
        report(one, path.slice(path.indexOf(one)));
        one.base = undefined;
        break;
      }
      path.push(one);
      onPath.add(one);
    }
    for (const one of path.reverse()) {
      const above = one.base === undefined ? 0 : (lengths.get(one.base) ?? 0);
      if (above >= maximumLength) {
        report(one, undefined);
        one.base = undefined;
      }
      lengths.set(one, one.base === undefined ? 1 : above + 1);
    }
  }
}

/** A member and those above it, from the member upwards. */
export function* lineUpwards<T extends Linked<T>>(start: T | undefined): Generator<T> {
  for (let one = start; one; one = one.base) yield one;
}
