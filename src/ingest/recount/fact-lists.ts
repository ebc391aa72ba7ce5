import type { Fact } from '../../graph/index.ts';

/** Facts by class, filled while the sources are counted; classes stay in the order in which they were first named. */
export class FactLists {
  readonly lists = new Map<string, Fact[]>();

  constructor(classes: readonly string[]) {
    for (const name of classes) this.lists.set(name, []);
  }

  add(classes: readonly string[], id: string, facts: Fact['facts'] = {}): void {
    for (const name of classes) this.of(name).push({ id, facts });
  }

  of(name: string): Fact[] {
    const list = this.lists.get(name);
    if (list === undefined) throw new TypeError(`There is no class ${name}.`);
    return list;
  }
}

/** Text with runs of white space made one space; undefined where nothing is left. */
export function oneLine(text: string | undefined): string | undefined {
  const line = text?.replace(/\s+/g, ' ').trim();
  return line === '' ? undefined : line;
}
