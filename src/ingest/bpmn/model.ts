import type { ModdleElement } from 'bpmn-moddle';
import type { Finding, Severity } from '../../base/index.ts';
import { numberAttribute } from './clean-document.ts';
import type { ElementNames } from './name-elements.ts';
import type { ScannedElement } from './scan-document.ts';

/** A flow node and where it lies. */
export interface FlowNode {
  readonly element: ModdleElement;
  readonly kind: 'Activity' | 'Gateway';
  /** Id in the graph: `process/node`. */
  readonly id: string;
  /** The BPMN element, as `userTask`. */
  readonly type: string;
  /** Process, or sub-process around it. */
  readonly container: ModdleElement;
  readonly process: string;
}

/** A read document: the element tree of bpmn-moddle with the ids, names and positions of the source. */
export class Model {
  readonly path: string;
  readonly root: ModdleElement;
  readonly findings: Finding[] = [];
  readonly #elements: readonly ScannedElement[];
  readonly #names: ElementNames;

  constructor(path: string, root: ModdleElement, elements: readonly ScannedElement[], names: ElementNames) {
    this.path = path;
    this.root = root;
    this.#elements = elements;
    this.#names = names;
  }

  /** The element as it was written. */
  source(element: ModdleElement): ScannedElement {
    const source = this.#elements[Number(element.$attrs[numberAttribute])];
    if (source === undefined) throw new TypeError(`${element.$type} has no place in ${this.path}.`);
    return source;
  }

  /** Its id in the document, unique among nodes and flows of a process. */
  id(element: ModdleElement): string {
    return this.#names.name(this.source(element));
  }

  /** A reference as it was written. */
  written(element: ModdleElement, attribute: string): string | undefined {
    return this.source(element).attributes.get(attribute);
  }

  report(element: ModdleElement, rule: string, severity: Severity, message: string, effect: string): void {
    const { line, column } = this.source(element);
    this.findings.push({ rule, severity, path: this.path, line, column, message, effect });
  }
}

/** The BPMN element name of a tree element: `bpmn:UserTask` is `userTask`. */
export function elementName(element: ModdleElement): string {
  const name = element.$type.slice(element.$type.indexOf(':') + 1);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Text with runs of white space made one space; undefined where nothing is left. */
export function plainText(text: string | undefined): string | undefined {
  const plain = text?.replace(/\s+/g, ' ').trim();
  return plain === '' ? undefined : plain;
}

/** The documentation of an element as one line. */
export function description(element: ModdleElement): string | undefined {
  return plainText(element.documentation?.map((documentation) => documentation.text ?? '').join(' '));
}
