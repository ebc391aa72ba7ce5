import type { Finding } from '../../base/index.ts';
import type { ScannedElement } from './scan-document.ts';

/** Ids within a document: what each node or flow is called in the graph, and what a reference means. */
export interface ElementNames {
  /** The id of a process, pool, flow node or flow; never shared by two of one process. */
  name(element: ScannedElement): string;
  /** The element that a reference in `from` means; one in the same process goes first. */
  resolve(reference: string, from: ScannedElement): ScannedElement | undefined;
}

const graphElement = /(?:task|event|gateway|process|transaction|callactivity|participant|flow)$/i;
const legalId = /^[\p{L}_][\p{L}\p{N}\p{M}._\u00b7-]*$/u;

/**
 * Gives every element of the graph an id. The first holder of a duplicate keeps it (an element that the graph needs goes before one that it
 * does not), later ones in the same process get a suffix; a missing id is made from kind and position. Each of these is a finding.
 */
export function nameElements(
  elements: readonly ScannedElement[],
  path: string,
  anonymousProcess: string,
): { names: ElementNames; findings: Finding[] } {
  const findings: Finding[] = [];
  const holders = new Map<string, ScannedElement>();
  const inProcess = new Map<string, ScannedElement>();
  const named = new Map<ScannedElement, string>();
  const taken = new Set<string>();
  const relevant = elements.filter((element) => isGraphElement(element));
  for (const element of relevant) {
    const id = idOf(element);
    if (id === undefined) continue;
    const scoped = scopedKey(element, id);
    const first = holders.get(id);
    if (first === undefined) holders.set(id, element);
    else findings.push(duplicate(element, id, first, inProcess.has(scoped), path));
    if (!inProcess.has(scoped)) {
      inProcess.set(scoped, element);
      named.set(element, id);
      taken.add(scoped);
    }
    if (!legalId.test(id)) findings.push(illegal(element, id, path));
  }
  const ordinals = new Map<string, number>();
  const freeName = nameMaker(taken);
  for (const element of relevant) {
    const ordinal = (ordinals.get(element.name) ?? 0) + 1;
    ordinals.set(element.name, ordinal);
    if (named.has(element)) continue;
    const id = idOf(element);
    const stem = id ?? (element.name === 'process' ? anonymousProcess : `${element.name}_${ordinal}`);
    const name = freeName(stem, element, id !== undefined);
    named.set(element, name);
    if (id === undefined) findings.push(missing(element, name, path));
  }
  for (const element of elements) {
    const id = idOf(element);
    if (id === undefined || isGraphElement(element)) continue;
    if (!holders.has(id)) holders.set(id, element);
    else findings.push({ ...duplicate(element, id, holders.get(id), false, path), severity: 'info' });
  }
  const find = (id: string, from: ScannedElement) => inProcess.get(scopedKey(from, id)) ?? holders.get(id);
  return {
    findings,
    names: {
      name: (element) => named.get(element) ?? idOf(element) ?? element.name,
      resolve: (reference, from) => find(reference, from) ?? find(reference.slice(reference.indexOf(':') + 1), from),
    },
  };
}

function isGraphElement(element: ScannedElement): boolean {
  return !element.binding && graphElement.test(element.name);
}

function idOf(element: ScannedElement): string | undefined {
  const id = element.attributes.get('id')?.trim();
  return id === '' || element.binding ? undefined : id;
}

function scopedKey(element: ScannedElement, id: string): string {
  let process: ScannedElement | undefined = element.name === 'process' ? undefined : element.parent;
  while (process !== undefined && process.name !== 'process') process = process.parent;
  return `${process?.index ?? ''} ${id}`;
}

/** Makes names that are not taken: the stem itself where it may stay bare, else with the next number. */
function nameMaker(taken: Set<string>): (stem: string, element: ScannedElement, numbered: boolean) => string {
  const counters = new Map<string, number>();
  return (stem, element, numbered) => {
    const counter = scopedKey(element, stem);
    for (let n = counters.get(counter) ?? (numbered ? 2 : 1); ; n++) {
      const name = n === 1 ? stem : `${stem}_${n}`;
      const key = scopedKey(element, name);
      if (taken.has(key)) continue;
      taken.add(key);
      counters.set(counter, n + 1);
      return name;
    }
  };
}

function duplicate(
  element: ScannedElement,
  id: string,
  first: ScannedElement | undefined,
  sameProcess: boolean,
  path: string,
): Finding {
  return {
    rule: 'duplicate-id',
    severity: 'warning',
    path,
    line: element.line,
    column: element.column,
    message: `The ${describeElement(element)} has the id ${id}, which the element in line ${first?.line ?? 1} holds already.`,
    effect: sameProcess
      ? 'It is kept under another id; flows that name this id lead to the first one.'
      : 'Both are kept, because they lie in different processes or only one is part of the graph.',
  };
}

function illegal(element: ScannedElement, id: string, path: string): Finding {
  return {
    rule: 'illegal-id',
    severity: 'warning',
    path,
    line: element.line,
    column: element.column,
    message: `The id ${id} of the ${describeElement(element)} is not allowed in XML: an id begins with a letter or an underscore and holds no spaces.`,
    effect: 'It is kept as it is; other tools may drop the element.',
  };
}

function missing(element: ScannedElement, name: string, path: string): Finding {
  return {
    rule: 'missing-id',
    severity: element.name === 'process' ? 'warning' : 'info',
    path,
    line: element.line,
    column: element.column,
    message: `The ${describeElement(element)} has no id.`,
    effect: `It is called ${name} here, which changes when the file is rearranged.`,
  };
}

/** How a finding speaks of an element: its kind, and its name where it has one. */
export function describeElement(element: ScannedElement): string {
  const name = element.attributes.get('name')?.replace(/\s+/g, ' ').trim();
  return name === undefined || name === '' ? element.name : `${element.name} "${name}"`;
}
