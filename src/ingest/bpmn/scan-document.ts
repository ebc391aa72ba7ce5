import { SaxesParser } from 'saxes';
import type { Finding } from '../../base/index.ts';
import { LineIndex } from '../line-index.ts';

/** The namespace of BPMN 2.0 models (OMG formal/2011-01-03). */
export const bpmnNamespace = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
/** The namespace of the extension element `binding`. */
export const bindingNamespace = 'urn:groundrail:bpmn:1';

const diagramNamespace = 'http://www.omg.org/spec/BPMN/20100524/DI';
const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance';
const maxDepth = 256;
const maxErrors = 100;
const maxElements = 100_000;

/** An element of the BPMN namespace, or a binding, as written; line and column are 1-based and point to its `<`. */
export interface ScannedElement {
  readonly index: number;
  readonly name: string;
  readonly binding: boolean;
  /** Unprefixed attributes by name; of a repeated one the first counts. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Local name of the `xsi:type`, where it is one of BPMN. */
  readonly type?: string;
  readonly parent: ScannedElement | undefined;
  readonly line: number;
  readonly column: number;
  text: string;
  /** Where the text begins. */
  textAt?: { readonly line: number; readonly column: number };
}

interface Frame {
  element: ScannedElement | undefined;
  /** Inside a diagram or a foreign element: nothing below is kept. */
  skipped: boolean;
  namespaces: ReadonlyMap<string, string>;
}

class Refusal extends Error {
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(finding.message);
    this.finding = finding;
  }
}

/** The elements of a BPMN document in document order, diagrams and foreign elements left out; never follows a doctype and stops at depth 256. */
export function scanDocument(
  text: string,
  path: string,
): { elements: readonly ScannedElement[]; findings: Finding[]; refused: boolean } {
  const scan = new Scan(text, path);
  try {
    scan.run();
    return { elements: scan.elements, findings: scan.findings, refused: false };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { elements: [], findings: [...scan.findings, error.finding], refused: true };
  }
}

class Scan {
  readonly elements: ScannedElement[] = [];
  readonly findings: Finding[] = [];
  readonly #text: string;
  readonly #path: string;
  readonly #lines: LineIndex;
  readonly #parser = new SaxesParser({ position: true });
  readonly #stack: Frame[] = [];
  #attributes: [string, string][] = [];
  /** Offset of the tag that is being read, and the offset behind the last tag or comment. */
  #start = 0;
  #textStart = 0;
  #errors = 0;
  #damagedTag = false;

  constructor(text: string, path: string) {
    this.#text = text;
    this.#path = path;
    this.#lines = new LineIndex(text);
  }

  run(): void {
    const parser = this.#parser;
    parser.on('error', (error) => this.#fail(error.message));
    parser.on('doctype', () =>
      this.#refuse('doctype', 'It has a document type declaration, which is never read. Remove it.'),
    );
    parser.on('opentagstart', () => {
      this.#attributes = [];
      this.#start = this.#text.lastIndexOf('<', parser.position - 1);
    });
    parser.on('attribute', ({ name, value }) => this.#attributes.push([name, value]));
    parser.on('opentag', ({ name }) => {
      this.#textStart = parser.position;
      this.#open(name);
    });
    parser.on('closetag', () => {
      this.#textStart = parser.position;
      this.#stack.pop();
    });
    parser.on('comment', () => {
      this.#textStart = parser.position;
    });
    parser.on('text', (text) => this.#write(text));
    parser.on('cdata', (text) => this.#write(text));
    parser.write(this.#text).close();
    if (this.elements.length === 0) this.#refuse('not-bpmn', 'It holds no element of BPMN 2.0.', 1, 1);
  }

  #open(qualifiedName: string): void {
    const outer = this.#stack.at(-1);
    if (this.#stack.length >= maxDepth) this.#refuse('depth', `Elements are nested more than ${maxDepth} deep.`);
    const namespaces = declared(outer?.namespaces ?? new Map(), this.#attributes);
    const { prefix, local } = split(qualifiedName);
    const namespace = namespaces.get(prefix);
    const { line, column } = this.#lines.at(this.#start);
    if (outer === undefined) this.#checkRoot(local, prefix, namespace, line, column);
    const kept =
      outer?.skipped !== true &&
      outer?.element?.binding !== true &&
      (namespace === bpmnNamespace || namespace === bindingNamespace);
    if (!kept) {
      this.#noteForeign(qualifiedName, namespace, prefix, outer, line, column);
      this.#stack.push({ element: outer?.element, skipped: true, namespaces });
      return;
    }
    if (this.elements.length >= maxElements) this.#refuse('size', `It holds more than ${maxElements} elements.`);
    const type = bpmnType(this.#attributes, namespaces);
    const element: ScannedElement = {
      index: this.elements.length,
      name: local,
      binding: namespace === bindingNamespace,
      attributes: unprefixed(this.#attributes),
      ...(type !== undefined && { type }),
      parent: outer?.element,
      line,
      column,
      text: '',
    };
    this.elements.push(element);
    this.#stack.push({ element, skipped: false, namespaces });
  }

  #checkRoot(local: string, prefix: string, namespace: string | undefined, line: number, column: number): void {
    if (local === 'definitions' && namespace === bpmnNamespace) return;
    const where =
      namespace === undefined
        ? prefix === ''
          ? 'no namespace'
          : `the undeclared prefix ${prefix}`
        : `the namespace ${namespace}`;
    this.#refuse(
      'not-bpmn',
      `The root element is ${local} of ${where}; BPMN 2.0 begins with definitions of the namespace ${bpmnNamespace}.`,
      line,
      column,
    );
  }

  #noteForeign(
    name: string,
    namespace: string | undefined,
    prefix: string,
    outer: Frame | undefined,
    line: number,
    column: number,
  ): void {
    const parent = outer?.element;
    if (outer?.skipped !== false || parent === undefined || parent.binding) return;
    if (namespace === diagramNamespace || ['extensionElements', 'documentation', 'text'].includes(parent.name)) return;
    const undeclared = namespace === undefined && prefix !== '';
    this.findings.push({
      rule: 'unknown-element',
      severity: undeclared ? 'warning' : 'info',
      path: this.#path,
      line,
      column,
      message: undeclared
        ? `The prefix ${prefix} of <${name}> is not declared.`
        : `<${name}> is no element of BPMN 2.0 and stands outside extensionElements.`,
      effect: 'It is left out with all that it holds.',
    });
  }

  #write(text: string): void {
    const element = this.#stack.at(-1)?.element;
    if (element === undefined || text.trim() === '' || element.name === 'extensionElements') return;
    if (this.#stack.at(-1)?.skipped && element.name !== 'documentation') return;
    element.textAt ??= this.#lines.at(this.#textStart + Math.max(0, this.#text.slice(this.#textStart).search(/\S/)));
    element.text += text;
  }

  /** Errors inside a tag cost an attribute; errors of the structure cost the document. */
  #fail(message: string): void {
    const [, line = '1', column = '1', problem = message] = /^(\d+):(\d+): ([\s\S]*)$/.exec(message) ?? [];
    const structural = /\btag\b|unexpected end|root|incorrect syntax/.test(problem) && !/outside of root/.test(problem);
    if (/attribute/.test(problem)) this.#damagedTag = true;
    if ((structural && !(this.#damagedTag && /unexpected close tag/.test(problem))) || this.#errors >= maxErrors) {
      this.#refuse(
        'not-well-formed',
        `It is not well-formed XML: ${problem.replace(/\.$/, '')}.`,
        Number(line),
        Number(column),
      );
    }
    this.#errors++;
    this.findings.push({
      rule: 'not-well-formed',
      severity: 'warning',
      path: this.#path,
      line: Number(line),
      column: Number(column),
      message: `This is not well-formed XML: ${problem.replace(/\.$/, '')}.`,
      effect: 'What is meant is guessed; the rest is read.',
    });
  }

  #refuse(rule: string, message: string, line = this.#parser.line, column = Math.max(1, this.#parser.column)): never {
    throw new Refusal({
      rule,
      severity: 'error',
      path: this.#path,
      line,
      column,
      message,
      effect: 'Nothing of this file is loaded.',
    });
  }
}

function declared(
  outer: ReadonlyMap<string, string>,
  attributes: readonly (readonly [string, string])[],
): ReadonlyMap<string, string> {
  let namespaces: Map<string, string> | undefined;
  const seen = new Set<string>();
  for (const [name, value] of attributes) {
    if ((name !== 'xmlns' && !name.startsWith('xmlns:')) || seen.has(name)) continue;
    seen.add(name);
    namespaces ??= new Map(outer);
    namespaces.set(name.slice('xmlns:'.length), value.trim());
  }
  return namespaces ?? outer;
}

function unprefixed(attributes: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const plain = new Map<string, string>();
  for (const [name, value] of attributes) {
    if (/^[\w.-]+$/.test(name) && name !== 'xmlns' && !plain.has(name)) plain.set(name, value);
  }
  return plain;
}

function bpmnType(
  attributes: readonly (readonly [string, string])[],
  namespaces: ReadonlyMap<string, string>,
): string | undefined {
  for (const [name, value] of attributes) {
    const attribute = split(name);
    if (attribute.local !== 'type' || attribute.prefix === '' || namespaces.get(attribute.prefix) !== schemaInstance)
      continue;
    const type = split(value.trim());
    return namespaces.get(type.prefix) === bpmnNamespace ? type.local : undefined;
  }
  return undefined;
}

function split(name: string): { prefix: string; local: string } {
  const colon = name.indexOf(':');
  return colon < 0 ? { prefix: '', local: name } : { prefix: name.slice(0, colon), local: name.slice(colon + 1) };
}
