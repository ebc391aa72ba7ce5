/** Adds items at the end of a list; unlike a spread argument it takes any number of them. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
